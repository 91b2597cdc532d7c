"""A person at a console has an arm retreat: from where it began, and from where a failed joint left it."""

import msgspec
import numpy as np
import pytest
from console_person import CENTRE

from ground.faults.space_faults import JointLocked
from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.roles import for_person
from ground.replay.check import check
from ground.scenario.scenario import load
from ground.scenario.scenario_table import LinkTable
from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason, cause, cure, line
from telemetry.messages.command import Motion
from telemetry.messages.queue import GateStatus
from telemetry.plan.move_table import MoveTable
from tests.system.test_person_flies import UP, Flight, ready

replace = msgspec.structs.replace
ESCAPE = load("escape")
EXACT = replace(ESCAPE.truth, plant="kinematic", link_offset_m=0.0)
ABOVE, BELOW = (0.0, -126.0, -110.653143, 0.0, -39.175776, 0.0), (0.0, -130.8, -110.653143, 0.0, -47.2, 0.0)
WRIST_LOCKS = JointLocked(joint="joint_5", at_deg=-40.0)


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
    flight = Flight(led_out, for_person(replace(ESCAPE, truth=EXACT, link=LinkTable(up_s=0.5, down_s=0.5))))
    flight.until(lambda: flight.facts.script is not None)
    return flight.told


def test_the_usual_hand_is_refused_with_the_pair_and_the_way_out(told):
    assert "hand and target_handrail 24.6 mm apart" in told["usual"]
    assert cause(Reason.INSIDE_MARGIN) in told["usual"] and cure(Reason.INSIDE_MARGIN) in told["usual"]


def test_one_key_retreats_by_hand_and_by_plan(told):
    assert told["by hand"] == told["by plan"] == ""


def test_where_all_is_clear_it_says_that_nothing_is_left_to_retreat_from(told):
    assert line(Reason.CLEAR_AGAIN) in told["clear"]


def led_back(window, told):
    """Down, without the wrist, which locks at once: nearer than planned; from there back as it came."""
    yield from ready(window, told)
    yield from window.pause(3.0)
    told["plan"] = yield from window.plan("plan 1")
    told["arm"] = yield from window.do("arm plan")
    yield from window.until(lambda: window.state == "held")
    yield from window.pause(5.0)
    told["resume again"] = yield from window.do("resume")
    yield from window.pause(2.0)
    told["near"] = window.snapshot.arm.world.broken
    told["back"] = yield from window.do("retreat")
    yield from window.until(lambda: window.state == "retreat")
    yield from window.until(lambda: window.state == "rest")
    yield from window.pause(5.0)
    told["clear"] = window.snapshot.arm.world.broken
    yield from window.do("end")


@pytest.fixture(scope="module")
def back(tmp_path_factory):
    move = PlanTable(moves=(MoveTable(to_deg=BELOW, direct=True),))
    how = {"link": LinkTable(up_s=1.5, down_s=1.5), "start_q_deg": ABOVE, "faults": (WRIST_LOCKS,)}
    scenario = replace(ESCAPE, truth=EXACT, acts=(ScriptAct(plan=move),), **how)
    recording = tmp_path_factory.mktemp("back") / "back.mcap"
    flight = Flight(led_back, for_person(scenario), recording)
    flight.until(lambda: flight.facts.script is not None)
    flight.driver.close()
    flight.store.close()
    return flight, recording


def retreated(flight):
    """Set-points that left in the epoch in which the gate said RETREAT."""
    [epoch] = {
        m.epoch for _, who, m in flight.heard if isinstance(m, GateStatus) and m.state == State.RETREAT
    }
    motions = [m.set_point for _, who, m in flight.heard if who == "bridge" and isinstance(m, Motion)]
    return [point for point in motions if point.epoch == epoch and point.kind == "motion"]


@pytest.mark.long
def test_from_where_a_failed_joint_left_it_an_arm_goes_back_along_the_poses_that_it_had_executed(back):
    flight, _ = back
    assert {flight.told[name] for name in ("plan", "arm", "resume again", "back")} == {""}
    [near] = flight.told["near"]
    assert near.distance < flight.run.margins.required_m and flight.told["clear"] == ()
    moved = np.ptp([point.q for point in retreated(flight)], axis=0)
    assert moved[1] > np.radians(0.3)
    assert np.delete(moved, 1) == pytest.approx(np.zeros(5), abs=1e-12)  # the gradient would turn joint 3 too


@pytest.mark.sweep
def test_a_retreat_along_executed_poses_is_the_same_again_from_its_recording(back):
    _, recording = back
    told = check(recording)
    assert (told.verdict, told.ok) == ("SAME", True)
