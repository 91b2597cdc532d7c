"""One flight of real processes in which two are killed and a person holds, resumes and ends it, by command.

    motion, kill -9 the predictor ---> motion, HOLD and kill -9 the gate right after it ---> HOLD again
    ---> resume ---> motion, kill -9 the gate ---> motion, Ctrl-C

Every role is killed in virtual time (`test_killed_role`); with processes of their own the others are, each in
a flight of its own, among the sweeps.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from after_a_kill import assert_stops_and_is_armed_again, reports
from live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts

from ground.command_list import DONE, INTERRUPTED
from ground.rehearsal.summing_up import A_SIGNAL, summary_again
from ground.replay.check import check
from ground.report.run_summary import Summary
from ground.report.summary_text import as_text
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import HoldCommand
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.reading.deliveries import read_deliveries

pytestmark = pytest.mark.real_time
S = 1_000_000_000
# role -> state of the gate in which it is killed; the hand matters only to teleoperation
SWEPT = {
    "recorder": "plan",
    "bridge": "plan",
    "space_segment": "plan",
    "planner": "plan",
    "haptics": "teleop",
    "operator": "plan",
    "image_monitor": "plan",
}
IN_MOTION_S = 2.0  # after the gate has begun: the arm in orbit moves, and telemetry has shown it
STOPPED_S = 6.0  # after a latch is told: both ways of this short link, and the longest stop
WATCHED_S = 2.0  # after that


def text_of(summary):
    """A summary as people read it."""
    return as_text(msgspec.convert(summary, Summary))


class Flown(NamedTuple):
    """One run, what was done to it, and what came of it."""

    killed: list  # (role, at [ns])
    asked: list  # what `farhand hold` and `farhand resume` said each time
    pressed_ns: list
    resumed_ns: list
    code: int
    summary: dict
    output: str
    left: list  # processes
    has_lock: bool
    recording: list
    damage: object

    @property
    def path(self):
        return Path(self.summary["recording"])

    def heard(self, role, kind, *, after_ns=0, until_ns=1 << 62):
        return [
            delivery.message
            for delivery in self.recording
            if delivery.role == role
            and isinstance(delivery.message, kind)
            and after_ns < delivery.at_ns < until_ns
        ]


class Doing:
    """What is done to a run, noted as it is done."""

    def __init__(self, run):
        self.run, self.killed, self.asked, self.pressed_ns, self.resumed_ns = run, [], [], [], []

    def wait_for_motion(self, state="plan"):
        begun_s = self.run.wait_until(lambda told: told["gate"] == state and told["mission_s"], "motion")
        self.run.wait_until(lambda told: told["mission_s"] > begun_s + IN_MOTION_S, "more motion")

    def kill(self, role):
        restarts = self.run.row(role)["restarts"]
        self.killed.append((role, self.run.now_ns()))
        self.run.kill(role)
        self.run.wait_until(lambda told: self.run.row(role)["restarts"] > restarts, "a restart")
        self.run.wait_until(lambda told: self.run.row(role)["state"] == "ready", "ready again")

    def wait_for_stop(self):
        self.run.wait_until(lambda told: told["gate"] in ("rest", "held"), "the stop")

    def hold(self):
        self.pressed_ns.append(self.run.now_ns())
        self.asked.append(self.run.ask("hold"))

    def wait_for_latch(self):
        self.run.wait_until(lambda told: told["held_by"] == "hold" and told["latched"], "the latch")

    def resume(self):
        self.resumed_ns.append(self.run.now_ns())
        self.asked.append(self.run.wait_until(lambda told: self._resumed(), "a resume"))
        self.run.wait_until(lambda told: told["held_by"] == "", "freedom of the script")

    def _resumed(self):
        asked = self.run.ask("resume")  # refused while the arm still stops
        return asked.returncode == DONE and asked

    def watch(self, duration_s):
        until_s = self.run.status()["mission_s"] + duration_s
        self.run.wait_until(lambda told: told["mission_s"] > until_s, "some time")

    def end(self):
        """Press Ctrl-C, and return all that came of it."""
        run = self.run
        code, summary = run.interrupt()
        deliveries = read_deliveries(Path(summary["recording"]))
        return Flown(
            self.killed, self.asked, self.pressed_ns, self.resumed_ns, code, summary, run.output(),
            run.living(), (run.run / "lock").exists(), list(deliveries), deliveries.damage,
        )  # fmt: skip


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    scenario = other_acts(folder, LONG_MOTION)
    with LiveRehearsal(folder, scenario, "--no-cameras", "--seed", "2") as run:
        doing = Doing(run)
        doing.wait_for_motion()
        doing.kill("predictor")
        doing.wait_for_stop()
        doing.wait_for_motion()
        doing.hold()
        doing.kill("gate")
        doing.wait_for_latch()
        doing.watch(STOPPED_S)
        doing.hold()
        doing.watch(WATCHED_S)
        doing.resume()
        doing.wait_for_motion()
        doing.kill("gate")
        doing.wait_for_stop()
        doing.wait_for_motion()
        return doing.end()


@pytest.mark.parametrize("number", [0, 2])
def test_the_arm_was_in_motion_stops_and_moves_again_only_when_it_is_armed_again(flown, number):
    assert_stops_and_is_armed_again(flown.recording, flown.killed[number][1])


def test_nothing_touches_and_the_summary_names_what_died(flown):
    assert flown.summary["contacts"] == []
    told = {row["role"]: (row["restarts"], row["deaths"]) for row in flown.summary["processes"]}
    died = {"predictor": (1, ["killed by SIGKILL"]), "gate": (2, ["killed by SIGKILL"] * 2)}
    assert told == dict.fromkeys(told, (0, [])) | died
    assert all(f"{role} (killed by SIGKILL" in text_of(flown.summary) for role in died)


def test_hold_still_latches_the_spacecraft_after_a_kill(flown):
    assert flown.asked[0].returncode == DONE
    pressed_ns, resumed_ns = flown.pressed_ns[0], flown.resumed_ns[0]
    assert any(
        report.latched for at_ns, report in reports(flown.recording) if pressed_ns < at_ns < resumed_ns
    )


def test_nobody_decides_otherwise_again_and_only_the_end_of_who_was_killed_is_not_checked(flown):
    told = check(flown.path)
    assert not [row for row in told.roles if row.difference]
    unchecked = {(row.participant, row.life) for row in told.roles if row.outcome != "SAME"}
    assert unchecked <= {("predictor", 1), ("gate", 1), ("gate", 2)}
    lives = [(row.participant, row.life) for row in told.roles]
    assert {life for role, life in lives if role == "predictor"} == {1, 2}
    assert {life for role, life in lives if role == "gate"} == {1, 2, 3}
    assert all(row.compared > 0 for row in told.roles)


def test_each_press_is_answered_as_taken_and_is_a_press_of_its_own(flown):
    holds = [asked for asked in flown.asked if asked.args[-1] == "hold"]
    assert [asked.returncode for asked in holds] == [DONE, DONE]
    assert [asked.stdout.count("took it") for asked in holds] == [3, 3]
    presses = flown.heard("bridge", HoldCommand)
    assert len({press for press in presses if press.actor == "hold"}) == 2


def test_after_a_press_the_arm_stops_and_stays_whatever_becomes_of_the_gate(flown):
    stopped_ns, until_ns = flown.pressed_ns[1], flown.resumed_ns[0]
    watched = flown.heard("operator", Telemetry, after_ns=stopped_ns, until_ns=until_ns)
    assert {report.mode for report in watched} == {"latched"}


def test_the_gate_that_restarts_under_the_hold_is_held_from_its_first_word(flown):
    stopped_ns, until_ns = flown.pressed_ns[1], flown.resumed_ns[0]
    watched = flown.heard("supervisor", GateStatus, after_ns=stopped_ns, until_ns=until_ns)
    assert {status.state for status in watched} == {"held"}


def test_a_hold_from_the_command_line_waits_for_a_resume_and_the_run_goes_on(flown):
    [resumed] = [asked for asked in flown.asked if asked.args[-1] == "resume"]
    assert "the latch is gone" in resumed.stdout
    acts = [row["act"] for row in flown.summary["interventions"]]
    assert acts == ["HOLD", "HOLD", "RESUME", "HOLD"]
    modes = [report.mode for at_ns, report in reports(flown.recording) if at_ns > flown.resumed_ns[0]]
    assert "moving" in modes


def test_ctrl_c_sends_hold_closes_the_recording_and_leaves_nobody(flown):
    assert (flown.left, flown.has_lock) == ([], False)
    assert (flown.code, flown.summary["ok"]) == (INTERRUPTED, None)
    assert flown.summary["ended_by"]["who"] == "supervisor"
    told = flown.output
    assert "Ctrl-C ended the run at" in told and "HOLD was sent: bridge, gate, space segment took it" in told
    assert f"the recording is {flown.path}" in told
    assert "flies the plan" in told and not {"\r", "\033"} & set(told), "plain lines, as nobody looks on"
    assert "supervisor" in {press.actor for press in flown.heard("bridge", HoldCommand)}
    assert flown.damage is None
    assert not any(isinstance(delivery.message, ScriptDone) for delivery in flown.recording)


def test_the_recording_of_a_run_that_a_signal_has_ended_is_summed_up_again_alike(flown):
    again = summary_again(flown.path)
    assert (again.verdict, again.ended_by.by) == (flown.summary["verdict"], A_SIGNAL)
    assert again.commands == flown.summary["commands"]


@pytest.mark.sweep
@pytest.mark.parametrize("role", SWEPT)
def test_any_other_process_that_is_killed_is_told_and_the_arm_moves_again_only_when_armed(tmp_path, role):
    options = () if role == "image_monitor" else ("--no-cameras",)
    with LiveRehearsal(tmp_path, "short_link", *options) as run:
        doing = Doing(run)
        doing.wait_for_motion(SWEPT[role])
        doing.kill(role)
        doing.wait_for_stop()
        doing.watch(STOPPED_S)
        flown = doing.end()
    assert_stops_and_is_armed_again(flown.recording, flown.killed[0][1])
    assert (flown.left, flown.summary["contacts"]) == ([], [])
    assert flown.code in (DONE, INTERRUPTED)  # it may end by itself before it is interrupted
    row = next(row for row in flown.summary["processes"] if row["role"] == role)
    assert (row["restarts"], row["deaths"]) == (1, ["killed by SIGKILL"])
    assert f"{role} (killed by SIGKILL" in text_of(flown.summary)
