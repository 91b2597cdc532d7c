"""One run of real processes to which deeds are done, and what its recording says of it.

    motion ---> deed ---> armed again by the script, or resumed by a person ---> motion ---> the next deed
    Ctrl-C ---> recording ---> audit; does the arm move that nobody armed; does anything touch; who is left

Only processes of the run are ended or stopped, by their ids; the machine's own clock and disk are let be: a
disk is full by a limit on the files of one process, and a clock steps by a fault of the scenario.
"""

import asyncio
import os
import secrets
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ground.audit.recording_audit import audit_recording
from ground.command_list import DONE
from ground.run.hold_press import HOLD, HoldLine
from telemetry.life.clock import utc_ns
from telemetry.messages.command import REACHES_SPACE, HoldCommand, taken
from telemetry.recording.reading.deliveries import read_deliveries
from tests.full_disk import nothing_fits
from tests.system.after_a_kill import unasked_motions
from tests.system.live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts

PATIENCE_S = 45.0  # until the run flies again; one that does not is ended
POLL_S = 0.05
ARMED = ("filling", "plan")
SENDS_UP = [(name, "took it") for name in REACHES_SPACE]
HEAR_GATE = ("bridge", "predictor", "haptics")  # what it releases
SHOWS_S = 1.0  # after a deed, until the status tells of it
STANDS_S = 1.0  # within which sessions for a press are opened, to whoever lives


@dataclass
class Done:
    """One deed, and what came of it."""

    deed: object
    ready_s: float | None = None  # until a press of HOLD would go up again
    armed_s: float | None = None  # until the arm is armed again
    hold_s: float | None = None  # from a press to the first answer of one that sends it up
    findings: list = field(default_factory=list)


class Bout:
    """A run, from its first motion to its audit."""

    def __init__(self, live):
        self.live, self.done = live, []
        self._restarts, self._begun_s = {}, 0.0

    def do(self, deed):
        """Do a deed in motion; return False if the run does not fly (any more)."""
        if not self._waits(lambda status: status["gate"] == "plan"):
            return False
        time.sleep(STANDS_S)
        self.done.append(done := Done(deed))
        self._restarts = {row["role"]: row["restarts"] for row in self.live.status()["processes"]}
        begun, self._begun_s = time.monotonic(), self.live.status()["mission_s"]
        getattr(self, "_" + deed.kind.replace(" ", "_"))(done)
        if self._waits(lambda status: self._is_ready(deed)):
            done.ready_s = time.monotonic() - begun
        if deed.kind == "hold":
            self._resume(done)
        if not self._waits(lambda status: status["gate"] in ARMED and self._is_later(status)):
            return False
        done.armed_s = time.monotonic() - begun
        return True

    def _killed(self, done):
        self._end(done.deed.roles, signal.SIGKILL)

    def _stopped(self, done):
        stopped = self._end(done.deed.roles, signal.SIGSTOP)
        time.sleep(done.deed.lasts_s)
        self._go_on(stopped)

    def _disk_full(self, done):
        for pid in self._pids(done.deed.roles):
            with suppress(ProcessLookupError), nothing_fits(pid):
                time.sleep(done.deed.lasts_s)

    def _hold(self, done):
        dead = done.deed.roles
        number = signal.SIGSTOP if done.deed.is_stopped else signal.SIGKILL
        answers = asyncio.run(self._pressed(lambda: self._end(dead, number)))
        if done.deed.is_stopped:
            self._go_on(self._pids(dead))
        note_answers(done, answers)

    async def _pressed(self, end_them):
        """Press with sessions that stand, just after some have died; who answers what, after how long."""
        known = self.live.known()
        line = HoldLine(known.addresses, known.speakers_as(HOLD), actor=HOLD)
        keeping = asyncio.create_task(line.keep_open())
        await asyncio.sleep(STANDS_S)
        end_them()
        hold = HoldCommand(actor=HOLD, pressed_ns=utc_ns(), nonce=secrets.randbits(63))
        begun = time.monotonic()

        async def asked(to):
            answer = await to.ask(hold, taken(hold, to.receiver))
            return to.receiver, answer.outcome, time.monotonic() - begun

        answers = await asyncio.gather(*map(asked, line._lines))
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await line.close()
        return answers

    def _resume(self, done):
        """A person gives the arm back to the script, once it is latched and rests."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and self.live.process.poll() is None:
            if self.live.ask("resume").returncode == DONE:
                return
            if self.live.status().get("gate") in ARMED and not self.live.status()["held_by"]:
                return
            time.sleep(POLL_S)

    def _is_later(self, status):
        """Whether a status can tell of what the deed has brought."""
        return status["mission_s"] > self._begun_s + SHOWS_S

    def _is_ready(self, deed):
        """Whether every process is ready, so that a press would reach all; who was killed, as a new one."""
        rows = {row["role"]: row for row in self.live.status()["processes"]}
        is_killed = deed.kind == "killed" or (deed.kind == "hold" and not deed.is_stopped)
        is_back = all(rows[role]["restarts"] > self._restarts[role] for role in deed.roles) or not is_killed
        return is_back and all(row["state"] == "ready" for row in rows.values())

    def _end(self, roles, number):
        pids = self._pids(roles)
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        return pids

    def _pids(self, roles):
        known = self.live.pids()
        return [known[role] for role in roles if role in known]

    def _go_on(self, pids):
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _waits(self, condition):
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and self.live.process.poll() is None:
            status = self.live.status()
            if status and condition(status):
                return True
            time.sleep(POLL_S)
        return False


@dataclass
class Judged:
    """What a bout came to."""

    done: list
    findings: list  # of the whole run
    not_proven: list  # what the recording lacks
    audit: str
    recording: Path


def fought(folder, deeds, *, seed, fault=""):
    """Do deeds to one run, end it, and judge it by its recording."""
    folder.mkdir(parents=True, exist_ok=True)
    scenario = other_acts(folder, LONG_MOTION + fault)
    with LiveRehearsal(folder, scenario, "--no-cameras", "--seed", str(seed)) as live:
        bout = Bout(live)
        for deed in deeds:
            if not bout.do(deed):
                break
        _, summary = live.interrupt()
        left = live.living()
    return judged(bout.done, summary, left)


def judged(done, summary, left):
    """Judge a run by its recording, its summary, and the processes that it left."""
    recording = Path(summary["recording"])
    audit = audit_recording(recording)
    broken = [row for row in audit.invariants if row.answer == "BROKEN"]
    unheard = [row for row in broken if row.first.rule == "up" and _was_unheard(done)]
    findings = [f"invariant {row.number} is broken: {row.first.text}" for row in broken if row not in unheard]
    findings += [f"beside: {each.text}" for each in audit.beside]
    findings += [f"{at_ns / 1e9:.2f} s: moves, and nobody armed it" for at_ns in _unasked(recording)]
    findings += [f"touches: {contact}" for contact in summary["contacts"]]
    findings += [f"process {pid} is left" for pid in left]
    lacks = [*audit.missing, *(f"nobody heard the gate: {row.first.text}" for row in unheard)]
    return Judged(done, findings, lacks, audit.verdict, recording)


def _was_unheard(done):
    """Whether the gate sent what nobody on record has heard: a recording holds what was received."""
    return any(each.deed.kind == "hold" and set(HEAR_GATE) <= set(each.deed.roles) for each in done)


def _unasked(recording):
    return unasked_motions(list(read_deliveries(recording)), killed_ns=0)


def note_answers(done, answers):
    """Note when a press was taken by one that sends it up; none that lives has done so: that is a finding."""
    went_up = [after_s for name, outcome, after_s in answers if (name, outcome) in SENDS_UP]
    done.hold_s = min(went_up, default=None)
    if not went_up and not set(REACHES_SPACE) <= set(done.deed.roles):
        done.findings.append(f"HOLD did not leave: {answers}")
