"""The page in HTML: safe whatever stands in it, whole by itself, and plain where nothing is known."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from ground.debrief.run_comparison import comparison_of
from ground.report.expect.expectation import Expected
from ground.report.page.html_page import html_page
from ground.report.page.page_data import (
    RunClearance,
    RunCommands,
    RunHand,
    RunLanes,
    RunPrediction,
    RunProof,
)
from tests.ground.debrief.kept_pages import kept_page, kept_run, with_run

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
HOSTILE = '<script>alert("x")</script> \' $x_1$ \\frac{a}{b} </svg> {{ 7 * 7 }} -->'
LONG = "x" * 10_000
ESCAPED = "&lt;script&gt;"
NAMES_OF_SVG = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.fixture(scope="module")
def pages():
    return {name: html_page(kept_page(name)) for name in ("hand", "held", "pictures")}


def outside(html: str) -> list[str]:
    """All that a browser would fetch, or run."""
    sources = re.findall(r"(?:src|href|action|data|url)\s*=\s*[\"']?([^\"'\s>]*)", html)
    sources += re.findall(r"url\(([^)]*)\)", html)
    inside = ("#", "data:image/png;base64,")
    return [source for source in sources if not source.startswith(inside)] + re.findall(
        r"<script|\son\w+=", html
    )


@pytest.mark.parametrize("name", ["hand", "held", "pictures"])
def test_nothing_is_loaded_from_outside_and_nothing_runs(pages, name):
    assert outside(pages[name]) == []
    assert {*re.findall(r"https?://[^\"'\s<]+", pages[name])} <= NAMES_OF_SVG
    assert pages[name].count("Content-Security-Policy") == 1 and POLICY in pages[name].replace("&#39;", "'")


@pytest.mark.parametrize(
    "found", ['<img src="x.png">', "<script>", '<a onclick="x">', "<i style='a:url(b)'>"]
)
def test_what_is_outside_is_seen(found):
    assert outside(found)


@pytest.mark.parametrize("name", ["hand", "held", "pictures"])
def test_what_is_not_known_is_said_in_words(pages, name):
    assert not re.search(r"\b(?:NaN|nan|inf|None|null|undefined)\b", re.sub(r"data:[^\"]*", "", pages[name]))


def test_each_section_has_its_heading_in_order_findings_first(pages):
    headings = re.findall(r"<h2>([^<]*)</h2>", pages["hand"])
    assert headings == [
        "Findings", "Procedure, as run", "Commands", "Clearance", "The delay, lane by lane", "Hand and force",
        "Score", "Pictures at key events", "Link", "Prediction", "Configuration", "Proof",
    ]  # fmt: skip


def test_each_finding_with_an_instant_names_the_command_that_shows_it(pages):
    timed = [found for found in kept_run("held").findings if found.at_s is not None]
    assert timed
    for found in timed:
        assert f"farhand replay held.mcap --at {found.at_s:.2f}" in pages["held"]


def test_each_row_of_commands_and_each_act_names_the_command_that_shows_it(pages):
    run = kept_run("hand")
    assert run.commands.lines and run.acts
    for section, rows in (("commands", run.commands.lines), ("procedure", run.acts)):
        shown = pages["hand"].partition(f'<section id="run-1-{section}">')[2].partition("</section>")[0]
        named = re.findall(r"<code>farhand replay hand.mcap --at ([0-9.]+)</code>", shown)
        assert named == [f"{row.at_s:.2f}" for row in rows]


def hostile(value, text):
    """A part of a page in which every text is this one, but those that are words of ours."""
    if isinstance(value, str):
        return text
    if isinstance(value, msgspec.Struct):
        kept = {"state", "severity", "verdict", "answer", "seal", "look", "mode", "courses", "names"}
        fields = msgspec.structs.asdict(value)
        return type(value)(**{k: v if k in kept else hostile(v, text) for k, v in fields.items()})
    if isinstance(value, list | tuple):
        return type(value)(hostile(each, text) for each in value)
    if isinstance(value, dict):
        return {f"{text}{i}": hostile(each, text) for i, each in enumerate(value.values())}
    return value


@pytest.mark.parametrize("text", [HOSTILE, LONG])
def test_texts_of_strangers_are_shown_as_texts(text):
    run = hostile(kept_run("hand"), text)
    html = html_page(msgspec.structs.replace(kept_page("hand"), runs=[run]))
    assert outside(html) == []
    assert (ESCAPED in html and "<script" not in html) or text in html
    assert "49" not in re.sub(r"[^{}]*", "", html) and "</svg> {{" not in html


def test_acts_answers_and_keys_read_as_words(pages):
    names = {act.act for act in kept_run("held").acts}
    assert {"LeaseRequest", "ResumeAct"} <= names and not any(name in pages["held"] for name in names)
    assert "<td>take lease</td>" in pages["held"]
    asked = Expected(name="completed", ok=False, value=False, limit=True, skipped=False, why="")
    html = html_page(with_run(kept_page("held"), expectations=[asked]))
    assert "the acts were done to their end" in html
    assert "<td>no</td><td>yes</td>" in html


def test_what_stands_between_backticks_is_typed_and_is_no_tag():
    told = replace(kept_run("held").findings[0], cure="try `farhand resume <b>` or `this")
    html = html_page(with_run(kept_page("held"), findings=[told]))
    assert "try <code>farhand resume &lt;b&gt;</code> or `this" in html


def empty(run):
    """The same run of which nothing was received."""
    return {
        "findings": [], "expectations": [], "steps": [], "acts": [], "pictures": [],
        "commands": RunCommands(ends={}, lines=[]),
        "clearance": RunClearance(
            required_m=0.03, warns_m=0.03, courses=[], warnings=[], worst=None, worst_missing="never received"
        ),
        "lanes": RunLanes(names=run.lanes.names, bars=[], stops=[], losses=[]),
        "hand": RunHand(force=None, clamps=[], fixtures=[], touches=[]),
        "link": msgspec.structs.replace(run.link, courses=[], rates=[], images={}, longest_gap_s=None),
        "prediction": RunPrediction(
            median_rad=None, p95_rad=None, worst_rad=None, worst_s=None, band_rad=0.01, course=None
        ),
        "configuration": msgspec.structs.replace(run.configuration, files=[], robot="", scene=""),
        "proof": RunProof(audit=None, seal="NOT SEALED", seal_what=""),
    }  # fmt: skip


TOLD = {
    "findings": "nothing interrupted the motion",
    "steps": "no plan was reported",
    "acts": "no act was answered",
    "commands": "no command was heard of",
    "clearance": "no clearance was received",
    "lanes": "nothing has left for space",
    "hand": "no hand was bilateral",
    "pictures": "no whole picture came",
    "link": "no round trip was measured",
    "prediction": "no residual was received",
    "configuration": "no data",
    "proof": "nothing in the recording could be read",
}
DRAWN = {"clearance", "lanes", "hand", "link", "prediction"}


@pytest.mark.parametrize("section", TOLD)
def test_a_section_without_data_says_so(section):
    gone = empty(kept_run("hand"))
    page = with_run(kept_page("hand"), **{name: gone[name] for name in {section, *DRAWN}})
    assert TOLD[section] in html_page(page)


def test_a_run_of_which_nothing_came_has_a_page():
    html = html_page(with_run(kept_page("hand"), **empty(kept_run("hand"))))
    assert html.count("<h2>") == 12 and "<svg" not in html
    assert [told for told in TOLD.values() if told not in html] == []


def test_two_runs_stand_on_one_page_behind_a_table_of_them_and_row_by_row():
    runs = [kept_run("hand"), kept_run("held")]
    html = html_page(replace(kept_page("hand"), runs=runs, comparison=comparison_of(runs)))
    assert "<h1>2 runs</h1>" in html and html.count("<article") == 2
    assert "Side by side" in html and "do not compare" in html and "+1</td>" in html
    assert "From run to run" not in html


def test_of_three_runs_the_score_and_its_measures_are_drawn_from_run_to_run():
    html = html_page(replace(kept_page("hand"), runs=[kept_run("hand"), kept_run("held"), kept_run("hand")]))
    assert "Side by side" not in html
    drawn = re.findall(r'aria-label="([a-z]+) from run to run"', html)
    assert drawn[:3] == ["score", "clearance", "contacts"] and "force" not in drawn
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len({*ids})


def test_the_score_shows_its_formula_and_what_was_not_measured(pages):
    shown = pages["hand"].partition("<h2>Score</h2>")[2].partition("</section>")[0]
    assert "score = 100 × sum of weight × mark / sum of weight" in shown
    assert shown.count("not measured") == 1 and "no hand was bilateral" in shown
    assert "no score: no motion was commanded" in pages["held"]
