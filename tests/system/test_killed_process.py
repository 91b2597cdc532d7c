"""kill -9 of each process in mid-motion: the arm stops, stays, and moves again only after a new arming."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from live_rehearsal import LiveRehearsal

from ground.cli import DONE, INTERRUPTED
from ground.replay.check import check
from ground.report.summary import as_text
from telemetry.messages.acts import ArmPlan, ArmTeleop
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.deliveries import read_deliveries

pytestmark = pytest.mark.real_time

# role -> state of the gate in which it is killed; the hand matters only to teleoperation
KILLED_IN = {
    "recorder": "plan",
    "bridge": "plan",
    "space_segment": "plan",
    "predictor": "plan",
    "planner": "plan",
    "gate": "plan",
    "haptics": "teleop",
    "operator": "plan",
    "image_monitor": "plan",
}
WITH_CAMERAS = ("image_monitor",)
# Nothing on the way to the arm goes through these: they are killed with the sweeps.
SWEPT = ("recorder", "haptics", "operator", "image_monitor")
ROLES = [pytest.param(role, marks=[pytest.mark.sweep] if role in SWEPT else []) for role in KILLED_IN]
HOLDS_AFTER = ("predictor", "gate")
AT_ONCE = 2
IN_MOTION_S = 2.5  # after the gate has begun: the arm in orbit moves, and telemetry has shown it
MOVING = ("moving", "stopping")


class Flown(NamedTuple):
    """One run with a kill in it."""

    code: int
    summary: dict
    killed_ns: int
    held_ns: int  # when HOLD was pressed, if it was
    hold_code: int
    left: list
    recording: list


def fly_and_kill(folder, role):
    options = () if role in WITH_CAMERAS else ("--no-cameras",)
    with LiveRehearsal(folder, "short_link", *options) as run:
        begun_s = run.wait_until(
            lambda status: status["gate"] == KILLED_IN[role] and status["mission_s"], "motion"
        )
        run.wait_until(lambda status: status["mission_s"] > begun_s + IN_MOTION_S, "more motion")
        killed_ns = run.now_ns()
        run.kill(role)
        run.wait_until(lambda status: run.row(role)["restarts"] > 0, "a restart")
        run.wait_until(lambda status: run.row(role)["state"] == "ready", "ready again")
        run.wait_until(lambda status: status["gate"] in ("rest", "held"), "the stop")
        held_ns = run.now_ns()
        hold_code = run.hold() if role in HOLDS_AFTER else DONE
        since_s = run.status()["mission_s"]  # only now: on a busy machine the press itself takes long
        run.wait_until(lambda status: status["mission_s"] > since_s + IN_MOTION_S, "some time at rest")
        code, summary = run.interrupt()
        left = run.living()
        recording = list(read_deliveries(Path(summary["recording"])))
    return Flown(code, summary, killed_ns, held_ns, hold_code, left, recording)


@pytest.fixture(scope="module")
def flown(request, tmp_path_factory):
    """All runs, two at a time; of those that are swept the ones that are asked for."""
    cases = [item.callspec.params.get("case") for item in request.session.items if hasattr(item, "callspec")]
    asked = [role for role in KILLED_IN if role not in SWEPT or role in cases]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {role: pool.submit(fly_and_kill, tmp_path_factory.mktemp(role), role) for role in asked}


@pytest.fixture(params=ROLES)
def case(request, flown):
    return request.param, flown[request.param].result()


def reports(flight):
    """Every report of the spacecraft that anybody received, in the order in which they were made."""
    heard = {
        delivery.message.sampled_ns: (delivery.at_ns, delivery.message)
        for delivery in flight.recording
        if isinstance(delivery.message, Telemetry)
    }
    return [heard[sampled_ns] for sampled_ns in sorted(heard)]


def armings(flight):
    """Instants at which the gate was asked to arm."""
    return [
        delivery.at_ns
        for delivery in flight.recording
        if delivery.role == "gate" and isinstance(delivery.message, ArmPlan | ArmTeleop)
    ]


def unasked_motions(flight):
    """Motions that began after the kill, and after the arm had stood still, without a new arming between."""
    rested_ns, unasked = flight.killed_ns, []
    for (before_ns, before), (at_ns, report) in pairwise(reports(flight)):
        if at_ns <= flight.killed_ns:
            continue
        if before.mode in MOVING and report.mode not in MOVING:
            rested_ns = before_ns
        begins = before.mode not in MOVING and report.mode in MOVING
        if begins and not any(rested_ns <= armed_ns <= at_ns for armed_ns in armings(flight)):
            unasked.append(at_ns)
    return unasked


def test_the_arm_was_in_motion_stops_and_moves_again_only_when_it_is_armed_again(case):
    _, flight = case
    before = [report.mode for at_ns, report in reports(flight) if at_ns <= flight.killed_ns]
    after = [report.mode for at_ns, report in reports(flight) if at_ns > flight.killed_ns]
    assert "moving" in before
    assert any(mode not in MOVING for mode in after)
    assert unasked_motions(flight) == []


def test_nothing_touches_and_the_summary_names_what_died(case):
    role, flight = case
    assert flight.code in (DONE, INTERRUPTED)  # it may end by itself before it is interrupted
    assert flight.summary["contacts"] == []
    row = next(row for row in flight.summary["processes"] if row["role"] == role)
    assert (row["restarts"], row["deaths"]) == (1, ["killed by SIGKILL"])
    assert f"{role} (killed by SIGKILL" in as_text(flight.summary)


def test_no_process_is_left_behind(case):
    assert case[1].left == []


@pytest.mark.parametrize("role", HOLDS_AFTER)
def test_hold_still_latches_the_spacecraft_afterwards(flown, role):
    flight = flown[role].result()
    assert flight.hold_code == DONE
    assert any(report.latched for at_ns, report in reports(flight) if at_ns > flight.held_ns)


@pytest.mark.parametrize("role", ["bridge", "gate", "planner", "predictor"])
def test_nobody_decides_otherwise_again_and_only_the_end_of_who_was_killed_is_not_checked(flown, role):
    told = check(Path(flown[role].result().summary["recording"]))
    assert not [row for row in told["roles"] if row["difference"]]
    unchecked = {(row["participant"], row["life"]) for row in told["roles"] if row["outcome"] != "SAME"}
    assert unchecked <= {(role, 1)}
    assert [row["life"] for row in told["roles"] if row["participant"] == role] == [1, 2]
    assert all(row["compared"] > 0 for row in told["roles"])


def test_a_motion_without_an_arming_would_be_seen(flown):
    flight = flown["planner"].result()
    moved = [at_ns for at_ns, report in reports(flight) if report.mode == "moving"]
    earlier = flight._replace(killed_ns=0)
    nobody_armed = [entry for entry in flight.recording if not isinstance(entry.message, ArmPlan | ArmTeleop)]
    assert unasked_motions(earlier) == []
    assert unasked_motions(earlier._replace(recording=nobody_armed))[:1] == moved[:1]
