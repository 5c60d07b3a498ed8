"""Turns refusals into what can be sent, and what was sent into refusals again."""

from typing import Any

from bessemer.model import errors
from bessemer.model.question import Answer

REFUSALS: dict[str, type[errors.BessemerError]] = {
    each.__name__: each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, errors.BessemerError) and each is not errors.NotReached
}
"""By name. What a conductor could not reach is no reason to ask another one, so that kind does not travel."""


def answer_from_error(number: str, error: errors.BessemerError) -> Answer:
    """Write a refusal; a kind that only this process knows becomes the nearest one that all know."""
    name = next(kind.__name__ for kind in type(error).__mro__ if REFUSALS.get(kind.__name__) is kind)
    return Answer(number=number, refusal=name, message=error.message)


def value_of(answer: Answer) -> Any:
    """Give the value of an answer, or raise the refusal it carries."""
    if answer.refusal is None:
        return answer.value
    raise REFUSALS.get(answer.refusal, errors.HardwareFailed)(answer.message)
