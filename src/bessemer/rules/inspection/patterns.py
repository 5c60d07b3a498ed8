"""Matches regular expressions in a time that grows with the text and the expression only, whatever the two say."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

import msgspec

from bessemer.model.errors import Invalid
from bessemer.rules.inspection.pattern_syntax import (
    IGNORE_CASE,
    Assertion,
    Atom,
    Either,
    Repeat,
    Sequence,
    Tree,
    tree_from_pattern,
)

MOST_PLACES = 500
LONGEST_TEXT = 4096
"""Of longer values only the beginning is looked at."""

Fits = Callable[[str], object]


class Place(msgspec.Struct, frozen=True):
    """Where one can be in an expression, and where one gets from there."""

    fits: Fits | None = None
    """What the next character must be; None where none is taken."""
    holds: str | None = None
    """What must be true here."""
    ways: tuple[int, ...] = ()


class _Maker:
    """Lays out the places of an expression from its end to its beginning."""

    def __init__(self, flags: re.RegexFlag) -> None:
        self.places: list[Place] = []
        self.flags = flags

    def add(self, place: Place) -> int:
        """Add a place and give its number."""
        if len(self.places) >= MOST_PLACES:
            raise Invalid(f"The regular expression is too large: with its repetitions it has over {MOST_PLACES} parts.")
        self.places.append(place)
        return len(self.places) - 1

    def lay(self, tree: Tree, then: int) -> int:
        """Lay out a tree that goes on at `then`; gives where it begins."""
        match tree:
            case Atom():
                fits = re.compile(tree.text, self.flags).fullmatch
                return self.add(Place(fits=fits, ways=(then,)))
            case Assertion():
                return self.add(Place(holds=tree.text, ways=(then,)))
            case Sequence():
                for part in reversed(tree.parts):
                    then = self.lay(part, then)
                return then
            case Either():
                return self.add(Place(ways=tuple(self.lay(way, then) for way in tree.ways)))
            case Repeat():
                return self._repeat(tree, then)

    def _repeat(self, tree: Repeat, then: int) -> int:
        if tree.most is None:
            again = self.add(Place())
            self.places[again] = Place(ways=(self.lay(tree.part, again), then))
            then = again
        else:
            end = then
            for _ in range(tree.most - tree.least):
                then = self.add(Place(ways=(self.lay(tree.part, then), end)))
        for _ in range(tree.least):
            then = self.lay(tree.part, then)
        return then


class Pattern(msgspec.Struct, frozen=True):
    """An expression that is ready to be matched."""

    places: tuple[Place, ...]
    begin: int

    def is_in(self, text: str) -> bool:
        """Tell whether some part of a text fits."""
        return self._run(text, whole=False)

    def fits(self, text: str) -> bool:
        """Tell whether a text fits as a whole."""
        return self._run(text, whole=True)

    def _run(self, text: str, *, whole: bool) -> bool:
        text = text[:LONGEST_TEXT]
        present = self._reached((self.begin,), text, 0)
        for at, character in enumerate(text):
            if 0 in present and not whole:
                return True
            ahead = [
                way for place in present if (fits := self.places[place].fits) and fits(character)
                for way in self.places[place].ways
            ]  # fmt: skip
            present = self._reached(ahead if whole else (*ahead, self.begin), text, at + 1)
            if not present:
                return False
        return 0 in present

    def _reached(self, begin: Iterable[int], text: str, at: int) -> set[int]:
        """Follow all ways that take no character."""
        found: set[int] = set()
        left = list(begin)
        while left:
            number = left.pop()
            if number in found:
                continue
            place = self.places[number]
            if place.holds is not None and not holds(place.holds, text, at):
                continue
            found.add(number)
            if place.fits is None:
                left.extend(place.ways)
        return found


def holds(assertion: str, text: str, at: int) -> bool:
    """Tell whether an assertion is true before the character at a place."""
    if assertion in {"^", r"\A"}:
        return at == 0
    if assertion in {"$", r"\Z"}:
        return at == len(text)
    is_edge = _is_word(text[at - 1 : at] if at else "") != _is_word(text[at : at + 1])
    return is_edge == (assertion == r"\b")


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=256)
def pattern_from_text(pattern: str) -> Pattern:
    """Make an expression ready, or refuse it."""
    flags = re.IGNORECASE if pattern.startswith(IGNORE_CASE) else re.RegexFlag(0)
    maker = _Maker(flags)
    end = maker.add(Place())
    begin = maker.lay(tree_from_pattern(pattern), end)
    return Pattern(tuple(maker.places), begin)
