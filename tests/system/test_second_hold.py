"""Two presses of HOLD in one run of real processes, the second with the gate killed right after it."""

from pathlib import Path
from typing import NamedTuple

import pytest
from live_rehearsal import LiveRehearsal, longer

from ground.cli import DONE
from telemetry.messages.command import HoldCommand
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.deliveries import read_deliveries

pytestmark = pytest.mark.real_time

NS_PER_S = 1_000_000_000
STOPPED_NS = 6 * NS_PER_S  # a press, both ways of this short link, and the longest stop
WATCHED_S = 12.0


class Flown(NamedTuple):
    """What two presses came to."""

    told: list  # what `farhand hold` said each time
    pressed_ns: list
    recording: list


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    told, pressed_ns, folder = [], [], tmp_path_factory.mktemp("run")
    with LiveRehearsal(folder, longer(folder, 300.0), "--no-cameras") as run:
        for number in (1, 2):
            run.wait_until(lambda status: status["gate"] == "plan", "motion")
            pressed_ns.append(run.now_ns())
            told.append(run.ask("hold"))
            if number == 1:
                run.wait_until(lambda status: status["gate"] == "held", "the hold")
                resumed = False
                while not resumed:
                    resumed = run.ask("resume").returncode == DONE
        run.kill("gate")
        run.wait_until(lambda status: run.row("gate")["restarts"] > 0, "a restart")
        run.wait_until(lambda status: run.row("gate")["state"] == "ready", "ready again")
        begun_s = run.status()["mission_s"]
        run.wait_until(lambda status: status["mission_s"] > begun_s + WATCHED_S, "some time")
        _, summary = run.interrupt()
        return Flown(told, pressed_ns, list(read_deliveries(Path(summary["recording"]))))


def heard(flown, role, kind, *, after_ns):
    return [
        delivery.message
        for delivery in flown.recording
        if delivery.role == role and isinstance(delivery.message, kind) and delivery.at_ns > after_ns
    ]


def test_each_press_is_answered_as_taken_and_is_a_press_of_its_own(flown):
    assert [asked.returncode for asked in flown.told] == [DONE, DONE]
    assert [asked.stdout.count("took it") for asked in flown.told] == [3, 3]
    presses = heard(flown, "bridge", HoldCommand, after_ns=0)
    assert len({press for press in presses if press.actor == "hold"}) == 2


def test_after_the_second_press_the_arm_stops_and_stays_whatever_becomes_of_the_gate(flown):
    reports = heard(flown, "operator", Telemetry, after_ns=flown.pressed_ns[1] + STOPPED_NS)
    assert {report.mode for report in reports} == {"latched"}


def test_the_gate_that_restarts_under_the_hold_is_held_from_its_first_word(flown):
    states = heard(flown, "supervisor", GateStatus, after_ns=flown.pressed_ns[1] + STOPPED_NS)
    assert {status.state for status in states} == {"held"}
