"""The folder of a campaign becomes a page: what is drawn of it is what its lines say."""

import pytest

from ground.campaign.campaign_page import histogram, read_campaign_page
from ground.campaign.result import result_of
from tests.ground.campaign.told_campaigns import FLOWN, UNMET_FROM, empty_folder, told_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return told_folder(tmp_path_factory.mktemp("campaign"))


@pytest.fixture(scope="module")
def page(folder):
    return read_campaign_page(folder)


def test_it_tells_the_result_that_the_campaign_tells(page, folder):
    assert page.result == result_of(folder)


def test_each_flight_stands_in_one_bar_and_in_one_field(page):
    assert sum(page.spreads["clearance_m"].counts) == page.spreads["refusals"].counts[0] * 3 == FLOWN
    (grid,) = page.grids
    assert sum(map(sum, grid.flights)) == FLOWN and sum(map(sum, grid.success)) == UNMET_FROM - 1
    assert (grid.flights[0], grid.flights[-1]) == ([2, 0, 0, 0, 0], [0, 0, 0, 0, 1])
    assert grid.across_edges[-1] == 1.0 and grid.upward_edges[0] == 2.0


def test_flights_without_success_are_there_with_what_they_had_drawn(page):
    assert [flight.seed for flight in page.failed] == [7, 8, 9]
    assert page.failed[0].values["loss"] == pytest.approx(0.65)


def test_a_figure_that_no_flight_has_has_no_bars(page):
    assert "rearmed_s" not in page.spreads and page.result.rearmed_s is None


def test_seeds_that_did_not_run_are_named(page, tmp_path):
    assert page.not_flown == "10"
    assert read_campaign_page(told_folder(tmp_path, runs=14)).not_flown == "10 to 14"


def test_a_place_is_left_out_unless_it_is_asked_for(tmp_path):
    folder = told_folder(tmp_path / "c", scenario="/home/jane/short.toml")
    assert read_campaign_page(folder).result.scenario == "short.toml"
    assert "/home/jane/short.toml --vary" in read_campaign_page(folder, is_full=True).result.worst[0].command


def test_a_campaign_of_which_nothing_has_flown_has_a_page(tmp_path):
    page = read_campaign_page(empty_folder(tmp_path))
    assert (page.spreads, page.grids, page.failed, page.not_flown) == ({}, [], [], "1 to 10")


@pytest.mark.parametrize(
    ("values", "edges", "counts"),
    [
        ([0.0, 0.0], [-0.5, 0.5], [2]),
        ([1.0, 3.0], [0.5, 1.5, 2.5, 3.5], [1, 0, 1]),
        ([0.2, 0.2], [0.19, 0.21], [2]),
        ([0.0, 0.5, 2.5], [0.0, 0.5, 1.0, 1.5, 2.0, 2.5], [1, 1, 0, 0, 1]),
    ],
)
def test_counts_have_a_bar_each_and_other_figures_stretches(values, edges, counts):
    found = histogram(values)
    assert found.edges == pytest.approx(edges) and found.counts == counts
