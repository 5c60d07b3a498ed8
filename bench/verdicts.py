"""The rows of the printed table: what was measured, what it is held against, and whether that holds."""

from collections.abc import Mapping, Sequence

import msgspec


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One measure."""

    measure: str
    ours: float
    floor: float | None = None
    """What the same costs at the least, where that was measured."""
    allowed: float | None = None
    """The most that ours may be: times the floor where there is one; None for what is only told."""
    unit: str = "ms"
    more_is_better: bool = False
    wide: bool = False
    """Whether the margin is wide enough to judge it on a busy machine in a short run."""

    @property
    def ratio(self) -> float | None:
        """Tell how many floors ours is."""
        return self.ours / self.floor if self.floor else None

    @property
    def holds(self) -> bool | None:
        """Tell whether ours is within what is allowed."""
        if self.allowed is None:
            return None
        judged = self.ours if self.ratio is None else self.ratio
        return judged >= self.allowed if self.more_is_better else judged <= self.allowed


VERDICTS = {None: "", True: "ok", False: "OVER"}
HEADS = ("measure", "ours", "floor", "ratio", "allowed", "verdict")


def table(lines: Sequence[Line]) -> str:
    """Lay the lines out."""
    return _laid_out([HEADS, *map(_cells, lines)])


def row(line: Line) -> str:
    """Write one line by itself."""
    return " | ".join(filter(None, _cells(line)))


def columns_table(ours: Mapping[str, tuple[float, str]], theirs: Mapping[str, tuple[float, str]]) -> str:
    """Lay out two columns of the same measures, each a number and its unit, and how many times ours theirs is."""
    rows = [
        (name, f"{_number(value)} {unit}", f"{_number(theirs[name][0])} {unit}", f"{theirs[name][0] / value:.1f} times")
        for name, (value, unit) in ours.items()
    ]
    return _laid_out([("measure", "ours", "Ironic", "more"), *rows])


def _laid_out(cells: Sequence[Sequence[str]]) -> str:
    """Write a Markdown table that reads well in a terminal, too."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rules = ["-" * width for width in widths]
    return "\n".join(_row(row, widths) for row in (cells[0], rules, *cells[1:]))


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.ljust(width) if not place else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "| " + " | ".join([first, *others]) + " |"


def _cells(line: Line) -> tuple[str, ...]:
    return (
        line.measure,
        f"{_number(line.ours)} {line.unit}",
        "" if line.floor is None else f"{_number(line.floor)} {line.unit}",
        "" if line.ratio is None else f"{line.ratio:.2f}",
        _allowed(line),
        VERDICTS[line.holds],
    )


def _allowed(line: Line) -> str:
    if line.allowed is None:
        return ""
    sign = "≥" if line.more_is_better else "≤"
    return f"{sign} {line.allowed:g} x" if line.floor else f"{sign} {line.allowed:g} {line.unit}"


def _number(value: float) -> str:
    for most, digits in ((1, 3), (100, 2), (1000, 1)):
        if abs(value) < most:
            return f"{value:.{digits}f}"
    return f"{value:,.0f}".replace(",", " ")
