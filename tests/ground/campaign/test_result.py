"""What a campaign tells of its flights."""

import msgspec
import pytest

from ground.campaign.campaign_folder import CampaignFolder, SeedDifference, WorkerDeath
from ground.campaign.progress import progress_on_file
from ground.campaign.result import result_of
from ground.campaign.result_text import as_text, duration_text
from tests.ground.campaign.lines import CONTACT, ORIGIN, UNMET, flown, written


@pytest.fixture
def folder(tmp_path):
    return CampaignFolder(tmp_path / "campaign")


def test_without_a_violation_its_bound_is_told_and_the_campaign_is_ok(folder):
    result = result_of(written(folder, *map(flown, range(1, 11))))
    assert (result.ok, result.violations, result.bound) == (True, 0, pytest.approx(0.3))
    assert "none in 10 flights: fewer than 0.3 of all, at 95 %" in as_text(result)


def test_a_seed_that_did_not_run_is_no_success(folder):
    result = result_of(written(folder, *map(flown, range(1, 7))))
    assert (result.flown, result.success.count, result.success.of) == (6, 6, 10)
    assert not result.ok
    assert "4 did not run, and are no success" in as_text(result)


def test_a_violation_comes_first_with_the_command_that_flies_it_again(folder):
    result = result_of(written(folder, flown(1, UNMET), flown(2, UNMET), flown(3, CONTACT, UNMET)))
    assert [(row.rule, row.seeds) for row in result.findings] == [("contact", 1), ("completed", 3)]
    command = "farhand campaign short_link --vary loss=0..1 --faults killed,frozen --only 3"
    assert result.findings[0].command == result.worst[0].command == command
    assert (result.violations, result.bound, result.ok) == (1, None, False)
    assert "contact of arm and panel" in as_text(result)


def test_the_map_shows_where_flights_succeed(folder):
    result = result_of(written(folder, *(flown(s, *([UNMET] if s > 6 else [])) for s in range(1, 11))))
    assert [row.success.count for row in result.tolerated] == [2, 2, 2, 0, 0]
    assert [row.success.of for row in result.tolerated] == [2] * 5


def test_a_task_that_was_not_done_has_no_time(folder):
    result = result_of(written(folder, flown(1), flown(2, UNMET)))
    assert result.time_on_task_s.flights == 1
    assert result.clearance_m.flights == 2


def test_kinds_of_faults_that_were_never_hit_are_told(folder):
    result = result_of(written(folder, flown(1), flown(2)))
    assert (result.hits, result.never_hit) == ({"killed": 2}, ("frozen",))
    assert "never hit       frozen" in as_text(result)


def test_a_seed_that_kills_its_worker_twice_is_a_finding(folder):
    written(folder, flown(1))
    for _ in range(2):
        folder.note(WorkerDeath(seed=2, how="killed by signal 11"))
    folder.note(WorkerDeath(seed=3, how="killed by signal 9"))
    result = result_of(folder)
    assert result.killing == (2,)
    assert [(row.rule, row.first) for row in result.findings] == [("kills its worker", 2)]
    assert "signal 11" in result.findings[0].text
    assert result.violations == 1


def test_a_seed_that_decides_otherwise_elsewhere_is_a_finding_with_what_differs_first(folder):
    written(folder, flown(1))
    written(folder, flown(1, digest="another"), worker="2")
    folder.note(SeedDifference(seed=1, text="decision 7 is the first that differs"))
    (row,) = result_of(folder).findings
    assert (row.rule, row.text) == ("decides otherwise", "decision 7 is the first that differs")


def test_kernels_of_another_target_are_told_beside_decisions_that_differ(folder):
    there = msgspec.structs.replace(ORIGIN, target="another")
    written(folder, flown(1))
    written(folder, flown(1, digest="another", origin=there), worker="2")
    (row,) = result_of(folder).findings
    assert row.text.endswith("its decisions are not the same (kernels are of another and of t)")


def test_progress_is_told_from_the_files_alone(folder):
    progress = progress_on_file(written(folder, flown(1, CONTACT), flown(2)))
    assert (progress.flown, progress.runs, progress.violations, progress.hits) == (2, 10, 1, 2)
    assert "nobody flies it now" in progress.text


@pytest.mark.parametrize(("lasts_s", "text"), [(72.0, "1.2 min"), (5400.0, "1.50 h")])
def test_a_short_time_is_told_in_minutes(lasts_s, text):
    assert duration_text(lasts_s) == text
