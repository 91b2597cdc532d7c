"""What the spacecraft really did, by the simulation's word: contacts, latch and rest after HOLD, resumes."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ground.faults.ground_faults import ObstacleMoves
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS

LOOK_NS = 50_000_000
LEAST_CLEARANCE = 0.005  # of the truth: the budget less what the truth deviates by [m]
STILL = 2e-3  # largest joint rate of an arm at rest: servos and base settle [rad/s]
LONGEST_STOP_S = 3.5  # from full speed while still accelerating
UNREPORTED_NS = 20 * NS_PER_S  # beyond round trips, until the gate gives a command up: longer after a step
REPEATS_S = 1.0  # a HOLD that is lost is repeated each period: four of them may be


class Look(NamedTuple):
    """One sample of what is on board."""

    at_ns: int
    latched: bool
    mode: str
    executed: tuple[int, int]
    resumed: int  # epoch of the last resume
    rate: float  # largest of all joints [rad/s]

    @property
    def is_held(self):
        """Latched and at rest."""
        return self.latched and self.mode == "latched" and self.rate <= STILL


class Press(NamedTuple):
    """A HOLD that somebody pressed."""

    at_ns: int
    actor: str


class Orbit:
    """The account of one flight."""

    def __init__(self, run, plan):
        self._run, self._plan = run, plan
        self.looks, self.presses, self.touched, self.nearest = [], [], [], (9.0, ("", ""), 0)
        self._moves = [fault for fault in plan.scenario.faults if isinstance(fault, ObstacleMoves)]
        self._misled_ns = NEVER_NS  # since the arm has touched what was measured elsewhere than it is
        self._next_ns = 0
        self.resumes = []  # (at_ns, epoch)
        self.reported = set()  # numbers that the spacecraft has told as executed

    def look(self, space, now_ns):
        """Sample the spacecraft."""
        if now_ns < self._next_ns:
            return
        self._next_ns = now_ns + LOOK_NS
        board = space._onboard
        rate = float(np.abs(space._plant.measured().qd).max())
        executed = tuple(board.fates.executed)
        latched = board._latch is not None
        self.looks.append(Look(now_ns, latched, str(board.mode), executed, board._resume_epoch, rate))

    def truth(self, truth, at_ns):
        """Take what physics says."""
        touched = [(at_ns, contact.pair) for contact in truth.contacts]
        if any(self._is_elsewhere(pair, at_ns) for _, pair in touched):
            self._misled_ns = min(self._misled_ns, at_ns)
        if at_ns < self._misled_ns:
            self.touched += touched
        if not self._is_elsewhere(truth.pair, at_ns):
            self.nearest = min(self.nearest, (truth.clearance, truth.pair, at_ns))

    def _is_elsewhere(self, pair, at_ns):
        """Whether a body of a pair is not where it was measured: physics leaves it where its file has it."""
        moved = [fault.body for fault in self._moves if fault.begin_ns <= at_ns]
        return any(shape.startswith(body) for shape in pair for body in moved)

    def pressed(self, hold, at_ns):
        """Somebody pressed HOLD."""
        self.presses.append(Press(at_ns, hold.actor))

    def judge(self, end_ns, audit):
        """Find what must not be."""
        for at_ns, pair in self.touched[:1]:
            audit.find(at_ns, "contact", f"{pair[0]} touches {pair[1]}")
        distance, pair, at_ns = self.nearest
        if distance < LEAST_CLEARANCE and not self.touched:
            audit.find(at_ns, "clearance", f"{pair[0]} comes within {distance:.4f} m of {pair[1]}")
        for press in self.presses:
            self._judge_press(press, min(end_ns, self._misled_ns), audit)
        self._judge_latches(audit)
        audit.judge_unfinished(5 * self._run.link.round_trip_ns + UNREPORTED_NS)
        executed = {look.executed for look in self.looks} | self.reported
        audit.judge_confirmed(executed.__contains__)

    def _judge_press(self, press, end_ns, audit):
        """After HOLD the spacecraft is latched and at rest within way up, stop, and a stated allowance."""
        link, period_s = self._run.link, self._run.commanding.period_s
        allowed_s = link.up_s + period_s + LONGEST_STOP_S + REPEATS_S
        allowed_s += self._plan.deaf_s(press.at_ns / NS_PER_S, allowed_s)
        by_ns = press.at_ns + round(allowed_s * NS_PER_S)
        if by_ns > end_ns:
            return
        arrived_ns = press.at_ns + round(link.up_s * 0.9 * NS_PER_S)
        after = [look for look in self.looks if arrived_ns <= look.at_ns <= by_ns]
        if not any(look.is_held for look in after):
            now = after[-1]
            pressed = f"{allowed_s:.2f} s after the HOLD of {press.actor!r} at {press.at_ns / NS_PER_S:.3f} s"
            audit.find(by_ns, "hold", f"{pressed} the arm is {now.mode}, at {now.rate:.4f} rad/s")

    def _judge_latches(self, audit):
        """What is latched executes nothing, and leaves only by a resume that the ground has sent."""
        sent = dict.fromkeys(epoch for _, epoch in self.resumes)
        looks = [look for look in self.looks if look.at_ns < self._misled_ns]
        for before, after in pairwise(looks):
            was_latched = before.latched and before.mode == "latched"
            if was_latched and after.executed not in (before.executed, (0, 0)):
                audit.find(after.at_ns, "latch", f"{after.executed} was executed out of the latch")
            if before.latched and not after.latched and after.resumed not in sent:
                audit.find(after.at_ns, "latch", "the latch is gone, and no resume was sent")
            if after.executed < before.executed and after.executed != (0, 0):  # a reset counts anew
                audit.find(after.at_ns, "order", f"{after.executed} was executed after {before.executed}")
            if before.latched and before.mode == after.mode == "latched" and after.rate > 5 * STILL:
                audit.find(after.at_ns, "latch", f"a latched arm moves at {after.rate:.4f} rad/s")
