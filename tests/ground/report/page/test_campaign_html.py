"""The page of a campaign in HTML: safe, whole by itself, each seed with its command, absence in words."""

import html
import re

import msgspec
import pytest

from ground.campaign.campaign_page import read_campaign_page
from ground.report.page.campaign_html import campaign_html
from tests.ground.campaign.told_campaigns import empty_folder, told_folder
from tests.ground.report.page.test_html_page import HOSTILE, NAMES_OF_SVG, POLICY, hostile, outside


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return read_campaign_page(told_folder(tmp_path_factory.mktemp("campaign")))


@pytest.fixture(scope="module")
def shown(page):
    return campaign_html(page)


def test_nothing_is_loaded_from_outside_and_nothing_runs(shown):
    assert outside(shown) == []
    assert {*re.findall(r"https?://[^\"'\s<]+", shown)} <= NAMES_OF_SVG
    assert shown.count("Content-Security-Policy") == 1 and POLICY in shown.replace("&#39;", "'")


def test_each_section_has_its_heading_findings_first(shown):
    assert re.findall(r"<h2>([^<]*)</h2>", shown) == [
        "Findings", "Distributions", "What the procedure tolerates", "Worst seeds", "Faults",
        "What has flown",
    ]  # fmt: skip


def test_each_seed_that_is_named_has_the_command_that_flies_it_again(shown, page):
    rows = [row.command for row in (*page.result.findings, *page.result.worst)]
    assert len(rows) > 5 and all(html.escape(row) in shown for row in rows)


def test_figures_are_drawn_and_each_has_its_own_ids(shown):
    drawn = re.findall(r'aria-label="([^"]*)"', shown)
    assert drawn == [
        "success of the seeds", "time on task of the flights", "clearance of the flights",
        "refusals of the flights", "needless holds of the flights", "success over loss",
        "success over round trip [s]", "success over loss and round trip [s]",
    ]  # fmt: skip
    ids = re.findall(r' id="([^"]*)"', shown)
    assert len(ids) == len({*ids})


def test_a_violation_is_told_first_and_no_bound_is(shown):
    assert "VIOLATIONS" in shown and "2 seeds with what must never be; 1 did not run" in shown
    assert "(3/N)" not in shown


def test_what_was_never_hit_and_what_is_not_measured_is_said(shown):
    assert "never hit: frozen" in shown and "not measured" in shown
    assert not re.search(r"\b(?:NaN|nan|inf|None|null|undefined)\b", shown)


def test_a_campaign_of_which_nothing_has_flown_says_so(tmp_path):
    shown = campaign_html(read_campaign_page(empty_folder(tmp_path)))
    assert shown.count("<h2>") == 6 and "NOT ALL FLOWN" in shown and "1 to 10" in shown
    assert "nothing was varied" in shown and "no fault was drawn" in shown


def test_texts_of_strangers_are_shown_as_texts(page):
    told = hostile(page, HOSTILE)
    figures = {"spreads": page.spreads, "grids": page.grids, "failed": page.failed}
    shown = campaign_html(msgspec.structs.replace(told, **figures))
    assert outside(shown) == [] and "&lt;script&gt;" in shown and "<script" not in shown
