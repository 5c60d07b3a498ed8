"""How long the deeds of pretended machines take, as the options of the group fake say it."""

import random

import msgspec

from bessemer.drivers.driver_info import NUMBER
from bessemer.model.errors import ConfigurationError


class Delay(msgspec.Struct, frozen=True, kw_only=True):
    """A length of time, between two that are the same where it is always as long."""

    least_s: float
    most_s: float

    def draw(self) -> float:
        """Choose a length; near the first of the two numbers most often, as in Ironic."""
        if self.least_s == self.most_s:
            return self.least_s
        return random.triangular(self.least_s, self.most_s, self.least_s)  # noqa: S311 - it guards nothing


NO_DELAY = Delay(least_s=0.0, most_s=0.0)


def delay_from_text(option: str, text: str) -> Delay:
    """Read the value of an option: a number of seconds, or two with a comma between them."""
    words = [word.strip() for word in text.split(",")] if text.strip() else ["0"]
    if len(words) > 2 or not all(NUMBER.fullmatch(word) for word in words):  # noqa: PLR2004 - the two ends
        raise ConfigurationError(
            f"{option} in the group fake is {text[:80]!r}. Give a number of seconds, or two with a comma between them: "
            f"the shortest and the longest, such as 1,10."
        )
    ends = [float(word) for word in words]
    return Delay(least_s=ends[0], most_s=ends[-1])
