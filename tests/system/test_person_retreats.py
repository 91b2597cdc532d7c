"""A person at a console leads an arm out from where it is too near: by hand a little, by plan the rest."""

import msgspec
import pytest
from console_person import CENTRE

from ground.rehearsal.by_person import for_person
from ground.scenario import LinkTable, load
from telemetry.reasons import Reason, line
from tests.system.test_person_flies import UP, Flight, ready

replace = msgspec.structs.replace
ESCAPE = load("escape")


def led_out(window, told):
    """The usual hand is refused; then with the dead-man held the hand retreats, without it a plan does."""
    yield from ready(window, told)
    yield from window.pause(3.0)
    window.dead_man = True
    told["usual"] = yield from window.do("arm hand")
    told["by hand"] = yield from window.do("retreat")
    yield from window.until(lambda: window.state == "retreat")
    window.p = UP
    yield from window.pause(2.0)
    window.p, window.dead_man = CENTRE, False
    yield from window.until(lambda: window.state == "rest")
    told["by plan"] = yield from window.do("retreat")
    yield from window.until(lambda: window.state == "retreat")
    yield from window.until(lambda: window.state == "rest")
    yield from window.pause(4.0)
    told["clear"] = yield from window.do("retreat")
    told["end"] = yield from window.do("end")


@pytest.fixture(scope="module")
def told():
    truth = replace(ESCAPE.truth, plant="kinematic", link_offset_m=0.0)
    flight = Flight(led_out, for_person(replace(ESCAPE, truth=truth, link=LinkTable(up_s=0.5, down_s=0.5))))
    flight.until(lambda: flight.facts.script is not None)
    return flight.told


def test_the_usual_hand_is_refused_with_the_pair_and_the_way_out(told):
    assert "hand and target_handrail 24.6 mm apart" in told["usual"]
    assert line(Reason.INSIDE_MARGIN) in told["usual"]


def test_one_key_retreats_by_hand_and_by_plan(told):
    assert told["by hand"] == told["by plan"] == ""


def test_where_all_is_clear_it_says_that_nothing_is_left_to_retreat_from(told):
    assert line(Reason.CLEAR_AGAIN) in told["clear"]
