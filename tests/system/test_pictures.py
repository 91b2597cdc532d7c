"""Pictures through the whole chain over a link that fades: they arrive, agree, and change nothing else."""

import msgspec
import pytest

from ground.pictures.camera import CAMERAS
from ground.rehearsal.roles import roles
from ground.rehearsal.summing_up import summarise
from ground.rehearsal.virtual_flight import Flight
from ground.rehearsal.virtual_flight import fly as fly_scenario
from ground.report.expect.table import ExpectTable
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.scenario.scenario import load, run_settings
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.images import ImageStatus

SECOND = 1_000_000_000
MISSION_S = 12


OF_PICTURES = ("images", "rates", "expectations", "findings", "verdict", "rule", "ok")  # and what follows


def but_for(summary, names):
    return msgspec.structs.replace(summary, **dict.fromkeys(names))


def fly(*, cameras):
    """The first seconds of a pass: facts, and what the operator was told of the pictures."""
    scenario = load("short_link")
    fading = msgspec.structs.replace(scenario.link, loss=0.03, burst=4.0)
    scenario = msgspec.structs.replace(scenario, link=fading)
    run = run_settings(scenario, seed=1, run_id="test")
    facts, told = Facts.of(run), []

    def observe(at_ns, role, message):
        facts.on_message(at_ns, role, message)
        if role == "operator" and isinstance(message, ImageStatus):
            told.append(message)

    flown = roles(scenario, run, cameras=cameras)
    driver = UncodedTime(flown, seed=1, timing=Timing(work_ns=SECOND // 5), observe=observe)
    driver.run(until_ns=MISSION_S * SECOND)
    driven = Driven("virtual", 1, None, [], None)
    return summarise(scenario, run, facts, driven=driven), told


@pytest.fixture(scope="module")
def flown():
    return fly(cameras=True)


def test_nine_of_ten_pictures_arrive_whole_four_each_second_of_each_camera(flown):
    images = flown[0].images
    assert set(images) == set(CAMERAS)
    for counts in images.values():
        total = counts.received + counts.incomplete
        assert total >= 4 * (MISSION_S - 2)
        assert 0.9 * total <= counts.received
    assert sum(counts.mended for counts in images.values()) > 20


def test_pictures_agree_with_the_joints_all_the_way(flown):
    figures_of = [status.agreement for status in flown[1] if status.agreement is not None]
    assert len(figures_of) > 60
    assert min(figures_of) >= 0.8


def test_the_age_of_a_picture_is_delay_making_and_sending_and_at_most_a_picture_more(flown):
    ages = [status.age for status in flown[1] if status.number > 8]
    assert min(ages) > 0.6
    assert max(ages) < 1.5


def test_the_run_is_the_same_with_and_without_cameras_in_everything_but_pictures(flown):
    without, told = fly(cameras=False)
    assert told == []
    of_others = [row for row in flown[0].rates if not row.what.startswith("pictures")]
    assert without.rates == of_others
    assert but_for(flown[0], OF_PICTURES) == but_for(without, OF_PICTURES)


@pytest.mark.sweep
@pytest.mark.parametrize(("loss", "burst", "asked"), [(0.01, 1.0, 0.98), (0.03, 4.0, 0.9)])
def test_a_whole_pass_over_a_rough_link_keeps_its_pictures_whole(loss, burst, asked):
    scenario = load("rough_link")
    scenario = msgspec.structs.replace(
        scenario,
        link=msgspec.structs.replace(scenario.link, loss=loss, burst=burst),
        expect=ExpectTable(pictures_whole_min=asked),
    )
    summary = fly_scenario(scenario, Flight(seed=2, cameras=True, coded=False))
    assert [(row.name, row.ok) for row in summary.expectations] == [("pictures_whole_min", True)]
