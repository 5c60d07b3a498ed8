"""The house listing names each module's purpose and refuses what breaks the house rules."""

from pathlib import Path

import pytest

from tools.house import MOST_LINES_OF_A_FILE, MOST_LINES_OF_A_FUNCTION, complaints, listing, main, survey

FUNCTION = '"""One purpose."""\n\n\ndef work():\n' + "    step()\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house with one room that is in order."""
    room = tmp_path / "house" / "rules"
    room.mkdir(parents=True)
    (room / "order.py").write_text('"""Put steps in order."""\n\nSTEPS = ()\n')
    return tmp_path / "house"


def faults_of(house: Path, text: str, excuses: dict[str, str] | None = None) -> list[str]:
    (house / "new.py").write_text(text)
    return complaints(survey(house), excuses or {})


def test_a_module_is_listed_with_its_lines_path_and_purpose(house: Path) -> None:
    assert listing(survey(house)).splitlines()[0] == "    3  rules/order.py  Put steps in order."


def test_only_the_first_line_of_a_docstring_is_the_purpose(house: Path) -> None:
    (house / "rules" / "order.py").write_text('"""Put steps in order.\n\nAt length.\n"""\n')
    assert survey(house)[0].purpose == "Put steps in order."


def test_a_house_in_order_passes(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(house, house / "no_excuses.toml") == 0
    assert "Put steps in order." in capsys.readouterr().out


def test_a_broken_rule_fails_and_says_where(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "new.py").write_text("STEPS = ()\n")
    assert main(house, house / "no_excuses.toml") == 1
    assert "new.py: no purpose" in capsys.readouterr().err


def test_an_excuse_is_read_from_its_file(house: Path) -> None:
    (house / "new.py").write_text("STEPS = ()\n")
    excuses = house / "excuses.toml"
    excuses.write_text('"new.py" = "made by a generator"\n')
    assert main(house, excuses) == 0


@pytest.mark.parametrize("text", ["", "STEPS = ()\n", '"""\n"""\n'], ids=["empty", "code only", "blank docstring"])
def test_a_module_without_a_purpose_is_a_fault(house: Path, text: str) -> None:
    assert [fault.partition(":")[0] for fault in faults_of(house, text)] == ["new.py"]


def test_a_file_may_be_as_long_as_the_limit(house: Path) -> None:
    assert faults_of(house, '"""One purpose."""\n' + "STEP = 1\n" * (MOST_LINES_OF_A_FILE - 1)) == []


def test_a_file_one_line_longer_is_a_fault(house: Path) -> None:
    (fault,) = faults_of(house, '"""One purpose."""\n' + "STEP = 1\n" * MOST_LINES_OF_A_FILE)
    assert "301 lines" in fault


def test_a_function_may_be_as_long_as_the_limit(house: Path) -> None:
    assert faults_of(house, FUNCTION + "    step()\n" * (MOST_LINES_OF_A_FUNCTION - 2)) == []


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_function_one_line_longer_is_a_fault_that_names_it(house: Path, kind: str) -> None:
    text = FUNCTION.replace("def", kind) + "    step()\n" * (MOST_LINES_OF_A_FUNCTION - 1)
    (fault,) = faults_of(house, text)
    assert "work() has 41 lines" in fault


def test_an_excused_fault_passes(house: Path) -> None:
    assert faults_of(house, "STEPS = ()\n", {"new.py": "made by a generator"}) == []


def test_an_excuse_without_a_reason_is_a_fault(house: Path) -> None:
    assert faults_of(house, "STEPS = ()\n", {"new.py": " "}) == ["new.py: its excuse gives no reason"]


@pytest.mark.parametrize("name", ["new.py", "gone.py"], ids=["mended", "deleted"])
def test_an_excuse_that_is_needed_no_longer_is_a_fault(house: Path, name: str) -> None:
    (fault,) = faults_of(house, '"""One purpose."""\n', {name: "too big"})
    assert fault.startswith(f"{name}: its excuse is needed no longer")
