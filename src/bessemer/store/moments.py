"""The text that stands for a moment in every table."""

from datetime import UTC, datetime, timedelta

NEVER = "9999-12-31T23:59:59.999999+00:00"
"""The deadline of what may take as long as it likes."""


def text_from_moment(moment: datetime) -> str:
    """Write a moment as UTC text of fixed width, which sorts as the moments do."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def now_as_text() -> str:
    """Write the present moment."""
    return text_from_moment(datetime.now(UTC))


def later(moment: str, seconds: float) -> str:
    """Write the moment that is some seconds after another one."""
    return text_from_moment(datetime.fromisoformat(moment) + timedelta(seconds=seconds))


def deadline_after(moment: str, seconds: float) -> str:
    """Write the moment until which something may take that has some seconds; 0 is for ever."""
    return later(moment, seconds) if seconds else NEVER
