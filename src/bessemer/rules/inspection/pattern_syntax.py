"""Reads regular expressions into a tree, refusing those that cannot be matched in bounded time."""

import re
from typing import Never

import msgspec

from bessemer.model.errors import Invalid

LONGEST_PATTERN = 1000
MOST_REPEATS = 100
DEEPEST_GROUPS = 20
ASSERTIONS = frozenset({"^", "$", r"\b", r"\B", r"\A", r"\Z"})
HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
IGNORE_CASE = "(?i)"


class Atom(msgspec.Struct, frozen=True):
    """One character, or one of a class, in the words of the expression."""

    text: str


class Assertion(msgspec.Struct, frozen=True):
    """Something that is true between two characters."""

    text: str


class Sequence(msgspec.Struct, frozen=True):
    """One after the other."""

    parts: tuple["Tree", ...]


class Either(msgspec.Struct, frozen=True):
    """Any one of several."""

    ways: tuple["Tree", ...]


class Repeat(msgspec.Struct, frozen=True):
    """Several times over."""

    part: "Tree"
    least: int
    most: int | None
    """None for as often as there is."""


Tree = Atom | Assertion | Sequence | Either | Repeat

QUANTIFIERS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
COUNTED = re.compile(r"\{([0-9]{0,4})(,?)([0-9]{0,4})\}")


def tree_from_pattern(pattern: str) -> Tree:
    """Read an expression; what may only be matched by trying again and again is refused."""
    if len(pattern) > LONGEST_PATTERN:
        raise Invalid(f"A regular expression may have {LONGEST_PATTERN} characters; this one has {len(pattern)}.")
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise Invalid(f"{pattern[:80]!r} is not a regular expression: {error}.") from error
    return _Reader(pattern.removeprefix(IGNORE_CASE)).whole()


class _Reader:
    """Goes through an expression from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at, self.depth = pattern, 0, 0

    def whole(self) -> Tree:
        """Read all of it."""
        found = self._either()
        if self.at < len(self.pattern):
            self._refuse(self.pattern[self.at :])
        return found

    def _refuse(self, what: str) -> Never:
        raise Invalid(
            f"{what[:20]!r} cannot be used in the regular expression {self.pattern[:80]!r}: characters, classes, "
            f"groups, |, repetitions up to {MOST_REPEATS}, ^, $ and \\b can, as they are matched in bounded time."
        )

    def _peek(self, *words: str) -> bool:
        return self.pattern.startswith(words, self.at)

    def _either(self) -> Tree:
        ways = [self._sequence()]
        while self._peek("|"):
            self.at += 1
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else Either(tuple(ways))

    def _sequence(self) -> Tree:
        parts: list[Tree] = []
        while self.at < len(self.pattern) and not self._peek("|", ")"):
            parts.append(self._repeated(self._item()))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _item(self) -> Tree:
        if self._peek("("):
            return self._group()
        text = self._atom_text()
        return Assertion(text) if text in ASSERTIONS else Atom(text)

    def _group(self) -> Tree:
        if self._peek("(?") and not self._peek("(?:"):
            self._refuse(self.pattern[self.at : self.at + 4])
        self.at += 3 if self._peek("(?:") else 1
        self.depth += 1
        if self.depth > DEEPEST_GROUPS:
            self._refuse("so many groups in each other")
        found = self._either()
        self.at += 1
        self.depth -= 1
        return found

    def _atom_text(self) -> str:
        begin = self.at
        if self._peek("["):
            self._class()
        elif self._peek("\\"):
            self._escape()
        else:
            self.at += 1
        return self.pattern[begin : self.at]

    def _escape(self) -> None:
        letter = self.pattern[self.at + 1]
        if letter in "0123456789N":
            self._refuse(self.pattern[self.at : self.at + 2])
        self.at += 2 + HEX_DIGITS.get(letter, 0)

    def _class(self) -> None:
        self.at += 2 if self._peek("[^") else 1
        begin = self.at
        while self.at == begin or not self._peek("]"):
            self.at += 2 if self._peek("\\") else 1
        self.at += 1

    def _repeated(self, part: Tree) -> Tree:
        bounds = self._bounds()
        if bounds is None:
            return part
        if self._peek("?"):  # how much is taken makes no difference to whether it fits
            self.at += 1
        if self._peek("+"):
            self._refuse("+")
        least, most = bounds
        if least > MOST_REPEATS or (most or 0) > MOST_REPEATS:
            self._refuse(f"{{{least},{'' if most is None else most}}}")
        return Repeat(part, least, most)

    def _bounds(self) -> tuple[int, int | None] | None:
        quantifier = self.pattern[self.at : self.at + 1]
        if quantifier in QUANTIFIERS:
            self.at += 1
            return QUANTIFIERS[quantifier]
        found = COUNTED.match(self.pattern, self.at)
        if found is None or not (found[1] or found[3]):
            return None
        self.at = found.end()
        least = int(found[1] or 0)
        return (least, int(found[3]) if found[3] else None) if found[2] else (least, least)
