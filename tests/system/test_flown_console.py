"""A person flies by the real console, under an X server, with real events of mouse and keyboard."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from live_rehearsal import ROOT, LiveRehearsal, wait_for

from ground.command_list import DONE
from ground.run.kept.locks import living
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.messages.command import Motion
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.messages.queue import HoldNotice
from telemetry.recording.reading.deliveries import read_deliveries

pytestmark = [pytest.mark.gl, pytest.mark.real_time]

WINDOW = Path(__file__).with_name("flown_window.py")
FLOWN = ("short_link", "--no-cameras", "--operator", "person")
SAMPLE_NS = 20_000_000
ACTS = [
    "lease", "resume", "plan", "planned path of 24 poses", "arm plan", "held", "resume", "stroke",
    "disarm", "end",
]  # fmt: skip


class Flown:
    """A run of the real command, whose window gives its place to one with a person in front of it."""

    def __init__(self, folder, procedure):
        self.told = folder / "told.txt"
        self.run = LiveRehearsal(folder, *FLOWN, screen=True)
        self.procedure, self.person = procedure, None

    def __enter__(self):
        run = self.run
        run.wait_until(lambda status: status["phase"] == "running", "the run")
        run.wait_until(lambda status: run.pids().get("console"), "its console")
        run.kill("console", signal.SIGTERM)
        wait_for(lambda: "console" not in living(run.run), "its end")
        self.person = subprocess.Popen(
            [sys.executable, "-P", str(WINDOW), self.procedure, str(self.told)],
            cwd=ROOT,
            env={**run.environment, "PYTHONPATH": os.pathsep.join((str(ROOT), str(WINDOW.parent)))},
        )
        return self

    def __exit__(self, *raised):
        self.person.kill()
        self.person.wait()
        self.run.__exit__(*raised)

    def seen(self):
        return self.told.read_text().splitlines() if self.told.exists() else []


def test_a_person_flies_a_pass_by_mouse_and_keyboard(tmp_path):
    with Flown(tmp_path, "whole_pass") as flown:
        for act in ACTS:  # each within the usual patience
            wait_for(lambda act=act: act in flown.seen(), act)
        code, summary = flown.run.wait()
    acts = [what for what in flown.seen() if what != "arm hand"]
    assert acts == ACTS
    assert (code, summary["ok"], summary["contacts"]) == (DONE, True, [])
    assert summary["left"] == {"unverified": 0, "after_bad_verdict": 0}
    pressed = [(row["who"], row["act"]) for row in summary["interventions"]]
    assert pressed == [("console", "RESUME"), ("console", "HOLD"), ("console", "RESUME")]


def test_a_frozen_window_has_let_go_of_the_dead_man(tmp_path):
    with Flown(tmp_path, "steering") as flown:
        wait_for(lambda: "steering" in flown.seen(), "a hand that steers")
        flown.person.send_signal(signal.SIGSTOP)
        frozen_ns = flown.run.now_ns()
        flown.run.wait_until(lambda status: status["gate"] in ("stopping", "rest"), "the stop")
        _, summary = flown.run.interrupt()
    heard = [(d.role, d.message) for d in read_deliveries(Path(summary["recording"]))]
    said_ns = max(m.at_ns for role, m in heard if role == "haptics" and isinstance(m, HandIntent))
    held_ns = [
        m.sampled_ns for role, m in heard if role == "gate" and isinstance(m, HandleSample) and m.dead_man
    ]
    assert said_ns <= frozen_ns
    assert max(held_ns) <= said_ns + DEAD_MAN_NS + SAMPLE_NS
    notices = [m for role, m in heard if role == "planner" and isinstance(m, HoldNotice)]
    stop = [notice for notice in notices if notice.reason != "operator_hold"][-1]
    assert stop.reason in ("dead_man_released", "dead_man_stale", "operator_silent")
    left = [m.set_point for role, m in heard if role == "bridge" and isinstance(m, Motion)]
    assert all(point.epoch < stop.epoch for point in left if point.kind == "motion")
