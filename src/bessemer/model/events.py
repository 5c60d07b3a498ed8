"""What can happen to a node on its way from one provision state to another."""

from enum import StrEnum


class Event(StrEnum):
    """One happening: asked for by a person, or come about in the course of work."""

    MANAGE = "manage"
    PROVIDE = "provide"
    INSPECT = "inspect"
    CLEAN = "clean"
    ADOPT = "adopt"
    DEPLOY = "deploy"
    REBUILD = "rebuild"
    DELETE = "delete"
    RESCUE = "rescue"
    UNRESCUE = "unrescue"
    SERVICE = "service"
    UNHOLD = "unhold"
    ABORT = "abort"
    DONE = "done"
    """The work is finished."""
    FAIL = "fail"
    """The work failed, or its deadline passed."""
    WAIT = "wait"
    """The work goes on by itself."""
    RESUME = "resume"
    """The machine called back."""
    HOLD = "hold"
    """A step asks to stop until somebody lets the work go on."""
