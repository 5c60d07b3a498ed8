"""Print every module with its size and purpose; fail where a house rule is broken."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_LINES_OF_A_FILE = 300
MOST_LINES_OF_A_FUNCTION = 40


@dataclass(frozen=True, kw_only=True)
class Module:
    """What the house knows of one module."""

    name: str
    lines: int
    purpose: str
    faults: tuple[str, ...]


def survey(root: Path) -> list[Module]:
    """Look at every module below a folder, in the order of their names."""
    return [look_at(path, path.relative_to(root).as_posix()) for path in sorted(root.rglob("*.py"))]


def look_at(path: Path, name: str) -> Module:
    """Measure one module."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text, filename=str(path))
    lines = len(text.splitlines())
    purpose = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Module(name=name, lines=lines, purpose=purpose, faults=tuple(_faults(tree, lines, purpose)))


def _faults(tree: ast.Module, lines: int, purpose: str) -> Iterator[str]:
    if not purpose:
        yield "no purpose: let its first line be a docstring that says what it is for"
    if lines > MOST_LINES_OF_A_FILE:
        yield f"{lines} lines, {MOST_LINES_OF_A_FILE} are allowed: find the second purpose in it"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MOST_LINES_OF_A_FUNCTION:
                yield f"{node.name}() has {length} lines, {MOST_LINES_OF_A_FUNCTION} are allowed: name its parts"


def complaints(modules: list[Module], excuses: dict[str, str]) -> list[str]:
    """Tell what must change: faults nobody excused, and excuses that excuse nothing."""
    faulty = {module.name for module in modules if module.faults}
    unexcused = [
        f"{module.name}: {fault}" for module in modules if module.name not in excuses for fault in module.faults
    ]
    needless = [f"{name}: its excuse is needed no longer; take it out" for name in excuses if name not in faulty]
    baseless = [f"{name}: its excuse gives no reason" for name, reason in excuses.items() if not reason.strip()]
    return unexcused + needless + baseless


def listing(modules: list[Module]) -> str:
    """Lay the house out as a table: lines, path, purpose."""
    width = max((len(module.name) for module in modules), default=0)
    rows = [f"{module.lines:5d}  {module.name:{width}}  {module.purpose}" for module in modules]
    return "\n".join([*rows, _totals(modules)])


def _totals(modules: list[Module]) -> str:
    sizes = sorted(module.lines for module in modules) or [0]
    return f"{sum(sizes):5d}  lines in {len(modules)} modules, median {sizes[len(sizes) // 2]}, largest {sizes[-1]}"


def main(root: Path, excuses_file: Path) -> int:
    """Print the house, then what is wrong with it."""
    excuses = tomllib.loads(excuses_file.read_text(encoding="utf-8")) if excuses_file.exists() else {}
    modules = survey(root)
    wrong = complaints(modules, excuses)
    print(listing(modules))
    for line in wrong:
        print(f"  ^ {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    repository = Path(__file__).resolve().parent.parent
    raise SystemExit(main(repository / "src" / "bessemer", repository / "house_excuses.toml"))
