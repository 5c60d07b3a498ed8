"""The page that leads newcomers through the house names files that are there."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = (REPOSITORY / "docs" / "house.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([a-z_]+/[a-z_/]*(?:\.py|/))`", PAGE)))


def test_the_page_answers_ten_questions_by_the_name_of_one_file_each() -> None:
    answers = re.findall(r"^\| [^|]+\? \| `([^`]+\.py)` \|$", PAGE, re.MULTILINE)
    assert len(answers) == len(set(answers)) == 10


def test_every_place_it_names_is_there() -> None:
    source = REPOSITORY / "src" / "bessemer"
    assert [name for name in NAMED if not (source / name).exists() and not (REPOSITORY / name).exists()] == []
