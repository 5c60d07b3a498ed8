"""Asks a driver for what an operation is at, and turns whatever happens into an outcome."""

import logging
from collections.abc import Callable, Mapping
from enum import EnumType
from typing import Any, get_type_hints

from bessemer.drivers.contract.kinds import CONTRACTS
from bessemer.drivers.contract.node_view import Turn
from bessemer.drivers.contract.outcome import Failed, Outcome, outcome_from_return
from bessemer.engine.flow import Flow
from bessemer.engine.reserved import RESERVED
from bessemer.engine.work import Work
from bessemer.model import ramdisk
from bessemer.model.errors import BessemerError

log = logging.getLogger(__name__)


SEE_LOG = "The log of the conductor has the whole error. If it is a fault of the driver, tell its authors."
SEE_MACHINE = "Put that right, then ask for the same again."


def perform(flow: Flow, work: Work) -> Outcome:
    """Give the deed that an operation is at its turn; nothing is raised, whatever the driver does."""
    where = deed_title(flow, work)
    if work.meters is None:
        return _performed(flow, work, where)
    return work.meters.turn(where, lambda: _performed(flow, work, where))


def _performed(flow: Flow, work: Work, where: str) -> Outcome:
    try:
        heard = _heard(work)
        return heard if isinstance(heard, Failed) else outcome_from_return(_asked(flow, work), where)
    except BessemerError as error:
        return Failed(reason=error.message, remedy=SEE_MACHINE)
    except Exception as error:
        log.exception("%s of the node %s failed inside the driver.", where, work.view.label)
        return Failed(reason=f"{where} raised {type(error).__name__}: {error}", remedy=SEE_LOG)


def deed_title(flow: Flow, work: Work) -> str:
    """Name the deed that an operation is at."""
    operation = work.operation
    if operation.progress.calls:
        call = operation.progress.calls[0]
        return f"{call['kind']}.{call['method']}"
    if not operation.stage:
        return "beginning"
    step = work.step
    if step is not None and flow.knows(operation.stage) and flow.stage(operation.stage).steps is not None:
        return f"{step['interface']}.{step['step']}"
    return operation.stage


def _heard(work: Work) -> object:
    """Tell the deploy interface of a heartbeat that came since the last turn."""
    memory = work.node.driver_internal_info
    at = memory.get(ramdisk.LAST_HEARTBEAT)
    if not isinstance(at, str) or at <= (work.operation.updated_at or work.operation.created_at):
        return None
    deploy = work.machine.driver.deploy
    told = {name: memory[name] for name in ramdisk.TOLD if name in memory}
    return None if deploy is None else deploy.heartbeat(work.view, told)


def _asked(flow: Flow, work: Work) -> object:
    if work.operation.progress.calls:
        return _call(work, work.operation.progress.calls[0])
    stage = flow.stage(work.operation.stage)
    if stage.deed is not None:
        return stage.deed(work)
    step = work.step
    assert step is not None  # a stage without a deed that reaches a turn is the one with the steps
    return run_step(work, step)


def run_step(work: Work, step: Mapping[str, Any]) -> object:
    """Run one step: one of the flow itself, or one of the machine's interfaces."""
    reserved = RESERVED.get(step["step"])
    if reserved is not None:
        return reserved(work)
    interface = work.need(CONTRACTS[step["interface"]])
    method = interface.step_named(step["step"])
    if method is None:
        raise interface.unsupported(work.view, f"the step {step['interface']}.{step['step']}")
    return method(work.view, work.turn, **(step.get("args") or {}))


def _call(work: Work, call: Mapping[str, Any]) -> object:
    turn = Turn(memo=work.operation.progress.call_memo, recheck=work.turn.recheck)
    interface = work.need(CONTRACTS[call["kind"]])
    method: Callable[..., object] | None = getattr(interface, call["method"], None)
    if call["method"].startswith("_") or method is None:
        raise interface.unsupported(work.view, f"{call['kind']}.{call['method']}, which it was asked to do first")
    return method(work.view, turn, **_in_words_of_contract(call))


def _in_words_of_contract(call: Mapping[str, Any]) -> dict[str, Any]:
    """Give arguments, which were kept as plain JSON, the enums that the contract speaks of."""
    hints = get_type_hints(getattr(CONTRACTS[call["kind"]], call["method"], object))
    return {
        name: kind(value) if isinstance(kind := hints.get(name), EnumType) else value
        for name, value in call["arguments"].items()
    }
