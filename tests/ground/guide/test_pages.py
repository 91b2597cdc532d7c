"""The guide and README: short, whole, linked, and written of the code as it is."""

import contextlib
import io
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from ground.cli import main
from ground.command_list import COMMANDS, DONE, USAGE
from ground.commands.guide import pages as shipped
from ground.report.plain_page import plain_page
from ground.scenario.scenario import load
from ground.scenario.scenario_files import data_folder, names
from tests.benchmarks.__main__ import BENCHMARKS
from tests.benchmarks.__main__ import main as measure
from tests.ground.guide import traced
from tests.ground.guide.make import DRAWINGS, FLOWN, GUIDE, LARGEST, SCENARIO_LARGEST, pages, written
from tests.ground.guide.written_down import commands

ROOT = Path(__file__).resolve().parents[3]
README = ROOT / "README.md"
MOST_WORDS, MOST_LINES, WIDEST = 1500, 150, 120
README_WORDS = 1000
LINK = re.compile(r"\]\(([^)#]+)(#[^)]*)?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXTS = [README, *pages()]
NAMES = [path.stem for path in TEXTS]
OPTION = re.compile(r"--[a-z][a-z-]*")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_is_short_and_begins_with_what_one_can_do_after_it(page):
    text = page.read_text()
    assert len(text.split()) <= MOST_WORDS
    assert re.match(r"# .+\n\nAfter this page you (can|know|understand) ", text)


def test_readme_is_one_page():
    text = README.read_text()
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES
    assert len(text.split()) <= README_WORDS
    assert max(map(len, lines)) <= WIDEST


@pytest.mark.parametrize("path", TEXTS, ids=NAMES)
def test_every_link_leads_to_a_file(path):
    places = [place for place, _ in LINK.findall(path.read_text()) if "://" not in place]
    assert [place for place in places if not (path.parent / place).is_file()] == []


def headings(path):
    """The headings of a page, as links name them."""
    titles = HEADING.findall(path.read_text())
    return {re.sub(r"[^a-z0-9_ -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", TEXTS, ids=NAMES)
def test_every_link_to_a_heading_finds_it(path):
    named = [(place, mark[1:]) for place, mark in LINK.findall(path.read_text()) if mark]
    assert [link for link in named if link[1] not in headings(path.parent / link[0])] == []


def test_contents_and_readme_name_every_page_once():
    every = sorted(page.name for page in pages() if page.stem != "contents")
    for path in (GUIDE / "contents.md", README):
        linked = [Path(place).name for place, _ in LINK.findall(path.read_text()) if place.endswith(".md")]
        assert sorted({*linked} - {"contents.md"}) == every, path


def test_every_picture_is_shown_and_small():
    shown = {place for path in TEXTS for place, _ in LINK.findall(path.read_text())}
    for picture in filter(Path.is_file, (GUIDE / "pictures").rglob("*")):
        most = SCENARIO_LARGEST if picture.parent.name == "scenarios" else LARGEST
        assert picture.stat().st_size <= most, picture.name
        assert any(place.endswith(f"{picture.relative_to(GUIDE)}") for place in shown), picture.name


def test_every_scenario_has_its_picture():
    drawn = sorted(path.stem for path in (GUIDE / "pictures" / "scenarios").iterdir())
    assert drawn == names(data_folder()), "run: python -m tests.ground.guide.make --scenarios"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_what_is_written_of_the_code_is_as_it_would_be_written_now(page):
    text = page.read_text()
    assert written(text, but=FLOWN) == text, "run: python -m tests.ground.guide.make"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_as_it_would_be_drawn_now(name):
    assert (GUIDE / "pictures" / name).read_text() == DRAWINGS[name](), (
        "run: python -m tests.ground.guide.make"
    )


@pytest.mark.long
def test_a_set_point_goes_the_way_that_the_guide_tells():
    row = re.compile(r"^\| ([\d.]+) s \| `(.+?)` \|", re.MULTILINE)
    told = {where: float(after) for after, where in row.findall((GUIDE / "command.md").read_text())}
    flown = {traced.name_of(seen.stop.function): seen.at_s for seen in traced.traced()}
    assert list(flown) == list(told), "run: python -m tests.ground.guide.make"
    assert flown == pytest.approx(told, abs=0.25)  # a period


def test_a_place_in_the_code_is_shown_with_its_line(tmp_path):
    line = traced.STOPS[2].function.__code__.co_firstlineno
    shown = plain_page("See `planner/teleoperation/hand.py:TeleopHand.on_credit`.", folder=tmp_path)
    assert shown == f"See planner/teleoperation/hand.py:{line} TeleopHand.on_credit."


def test_every_place_in_the_code_that_a_page_names_is_there():
    for page in pages():
        assert re.findall(r"`[a-z_/]+\.py:[\w.]+`", plain_page(page.read_text(), folder=GUIDE)) == [], page


def test_a_page_fits_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("keys-scenario", "safety", "authority"):
        shown = plain_page((GUIDE / f"{name}.md").read_text(), folder=GUIDE)
        assert max(len(line) for line in shown.splitlines() if not line.startswith("    ")) <= 100, name


def test_the_guide_lists_its_pages_and_shows_one(capsys):
    assert main(["guide"]) == DONE
    listed = capsys.readouterr().out
    assert [name for name in shipped() if name not in listed] == ["contents"]
    assert main(["guide", "safety"]) == DONE
    assert capsys.readouterr().out.startswith("The safety argument\n===")


def test_an_unknown_page_names_the_nearest(capsys):
    assert main(["guide", "savety"]) == USAGE
    assert capsys.readouterr().err == "farhand: guide: no page 'savety'; did you mean 'safety'?\n"


@cache
def help_of(run, *words):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        run([*words, "--help"])
    return said.getvalue()


def written_of(words):
    """What runs a command line, the names that it knows, the words that it is given; nothing: not ours."""
    if Path(words[0]).name == "farhand":
        return main, COMMANDS, words[1:]
    return (measure, BENCHMARKS, words[3:]) if words[1:3] == ["-m", "tests.benchmarks"] else None


@pytest.mark.parametrize("path", TEXTS, ids=NAMES)
def test_every_command_that_is_written_down_has_the_options_that_it_is_given(path):
    for run, known, (name, *words) in filter(None, map(written_of, map(shlex.split, commands(path)))):
        if name in ("help", "--version"):
            continue
        assert name in known, name
        told = help_of(run, name)
        told += help_of(run, name, words[0]) if words and not words[0].startswith("-") else ""
        assert [word for word in words if OPTION.fullmatch(word) and word not in told] == [], (name, words)


def test_the_files_that_a_page_begins_can_be_used(tmp_path, capsys):
    scene, scenario, faults, plan = TOML.findall((GUIDE / "own-scene.md").read_text())
    (tmp_path / "my_scene.toml").write_text(scene)
    (tmp_path / "my_pass.toml").write_text(scenario.replace('"adjacent_target"', '"my_scene.toml"') + faults)
    assert main(["scene", "check", str(tmp_path / "my_scene.toml")]) == DONE
    assert len(load(str(tmp_path / "my_pass.toml")).faults) == 3
    (tmp_path / "my_plan.toml").write_text((data_folder() / "plans" / "survey.toml").read_text())
    flown = scenario[: scenario.index("[[act]]")] + plan
    (tmp_path / "planned.toml").write_text(flown)
    assert len(load(str(tmp_path / "planned.toml")).acts[0].plan.steps) == 8
