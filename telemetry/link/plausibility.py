"""Which reports of the spacecraft are believed, and by which clock: the one owner of that question.

    report --> possible?  joints as many as the arm has, angles in its reach    no: implausible, and counted
                  |
               on time?   its stamp near the believed clock                    yes: new, or old if not newer,
                  |                                                                  or a jump
                  | no
               unproven:  nothing is taken from it: no stray stamp makes the next true report old
                  | all reports of 2 s agree on another clock
               stepped:   believed again, by the new clock at once; `step_s` is by how much until confirmed

Near is 0.3 s, or what the link's stated jitter makes of two reports (`jitter_bound_ns`).

A one-way stamp cannot distinguish a stepped clock from a stepped delay: both are one figure, positive when
stamps run ahead of what was confirmed.  A clock that creeps away faster than any that flies is a step too.
Whoever hears "stepped" forgets what it had timed by the old clock.  In a replay, which runs at any speed,
nothing is off the clock: that was judged when it was recorded.

A jump shows a joint farther from the newest report than it can have gone since, at its greatest rate.
Nothing is taken from one, as one sample may be wrong; the next one in a row is believed: arms are struck.
"""

from collections import deque
from typing import Final, Literal

import msgspec

from telemetry.agreed.limits import jitter_bound_ns
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.spacecraft import Telemetry

CLOCK_HELD_NS = 2 * NS_PER_S  # a clock is another one only if all reports of so long agree on it
SETTLING_NS = 10 * NS_PER_S  # until what was believed first is averaged over the link's jitter
DRIFT = 1e-4  # seconds each second that a clock may gain or lose unconfirmed
REACH_MARGIN = 0.1  # beyond the joint limits, for what sensors and drives do there [rad]
PENDING_MAX = 1000  # unproven reports that are looked back at, so that a flood stays bounded

_ENCODE = msgspec.msgpack.Encoder().encode
_DECODE = msgspec.msgpack.Decoder(tuple[int, int] | None).decode

JUMP_BEYOND_RATE = 0.004363323129985824  # 0.25 deg: noise, and drives that catch up

ReportJudgement = Literal["new", "stepped", "old", "unproven", "implausible", "jump"]
BELIEVED: Final = ("new", "stepped")  # what is believed, and newer than all before


class ReportJudge:
    """Judges every report that one role receives."""

    def __init__(self, run: RunSettings, *, memory: bytes | None = None) -> None:
        """Believe the first report that is possible, or go on with the clock that an earlier judge took.

        `memory` is its `record`; None: it is not known.
        """
        self.clock = ClockCorrelation(run.link.down_s)
        self.newest: Telemetry | None = None  # the newest that was believed
        self.implausible = 0
        self._reach, self._rates, self._has_jumped = run.reach, run.rates, False
        self._is_replay = run.mode == "replay"
        self._bound_ns = jitter_bound_ns(run.link)
        self._patience_ns = run.link.telemetry_limit_ns
        self._pending: deque[tuple[int, int]] = deque(maxlen=PENDING_MAX)  # received, sampled: unproven
        self._pending_since_ns = 0
        self._believed_since_ns = self._believed_ns = 0  # first and last receipt by the present clock
        self._confirmed_ns = self._confirmed_at_ns = 0  # the clock's offset, and when it was taken for good
        self._has_stepped = False
        self._confirmed_clock: tuple[int, int] | None = _DECODE(memory) if memory is not None else None
        if self._confirmed_clock is not None:
            self._go_on(*self._confirmed_clock)

    @property
    def record(self) -> bytes:
        """What a restarted role has to know of the clock taken for good: a restart confirms nothing."""
        return _ENCODE(self._confirmed_clock)

    @property
    def step_s(self) -> float | None:
        """By how much stamps run ahead of the confirmed clock [s]; None: there is nothing to confirm."""
        if not self._has_stepped:
            return None
        return round((self.clock.offset_ns - self._confirmed_ns) / NS_PER_S, 3)

    def on_telemetry(self, report: Telemetry, now_ns: int) -> ReportJudgement:
        """Judge a report received now."""
        if not self._is_possible(report):
            self.implausible += 1
            return "implausible"
        if not self.clock.is_set:
            self._begin(report, now_ns)
        if not self._is_on_time(report, now_ns):
            return self._doubt(report, now_ns)
        self._pending.clear()
        if self.newest is not None and report.sampled_ns <= self.newest.sampled_ns:
            return "old"
        had_jumped, self._has_jumped = self._has_jumped, self._jumps(report)
        if self._has_jumped and not had_jumped:
            return "jump"
        self._believe(report, now_ns)
        return "new"

    def key(self, now_ns: int) -> tuple[object, ...]:
        """Return what decides how it judges on, ages instead of instants.

        Left out is how long a clock has been believed once it has settled (by that, a report that is late by
        a ten-thousandth more is on time), and what is only reported.
        """
        newest = self.newest
        report = newest and (newest.mode, newest.latched, newest.latch_reason, newest.hold_q)
        age_ns = now_ns - newest.sampled_ns if newest else None
        settling_ns = min(now_ns - self._believed_since_ns, SETTLING_NS)
        clock = (self.clock.key(now_ns), settling_ns, self._has_stepped, self._confirmed_ns)
        q = newest.q if newest and self._rates else None  # from where a joint may jump
        return (
            clock,
            report,
            age_ns,
            q,
            self._has_jumped,
            tuple((now_ns - at_ns, stamp - at_ns) for at_ns, stamp in self._pending),
        )

    def may_follow(self, sampled_ns: int, last_ns: int | None, now_ns: int) -> bool:
        """True if what is no report, as a picture, may be newer than its like of stamp `last_ns`.

        A stamp ahead of the believed clock is of no true picture, or by a clock that is no more.
        """
        if self._is_ahead(sampled_ns, now_ns):
            return False
        return last_ns is None or sampled_ns > last_ns or self._is_ahead(last_ns, now_ns)

    def _is_ahead(self, sampled_ns: int, now_ns: int) -> bool:
        return self.clock.is_set and self.clock.deviation_ns(sampled_ns, now_ns) > self._bound_ns

    def confirm(self, now_ns: int) -> None:
        """Accept the present clock and delay for good."""
        self._accept_clock(now_ns)
        self._confirmed_clock = (self._confirmed_ns, now_ns)

    def _accept_clock(self, now_ns: int) -> None:
        self._confirmed_ns, self._confirmed_at_ns = self.clock.offset_ns, now_ns
        self._has_stepped = False

    def _go_on(self, offset_ns: int, at_ns: int) -> None:
        """Believe a clock that was taken for good at an instant."""
        self.clock.expect(offset_ns, at_ns)
        self._believed_since_ns, self._believed_ns = at_ns - SETTLING_NS, at_ns
        self._accept_clock(at_ns)

    def _is_possible(self, report: Telemetry) -> bool:
        rows = (report.q, report.qd, report.currents, report.temperatures, report.locked, report.hold_q)
        if any(len(row) != len(self._reach) for row in rows):
            return False
        for q, commanded_q, (low, high) in zip(report.q, report.hold_q, self._reach, strict=True):
            low, high = low - REACH_MARGIN, high + REACH_MARGIN
            if not (low <= q <= high and low <= commanded_q <= high):
                return False
        return True

    def _is_on_time(self, report: Telemetry, now_ns: int) -> bool:
        silent_ns = now_ns - self._believed_ns  # in which the clock may have drifted
        off_ns = self.clock.deviation_ns(report.sampled_ns, now_ns)
        return self._is_replay or abs(off_ns) <= self._bound_ns + DRIFT * silent_ns

    def _jumps(self, report: Telemetry) -> bool:
        """True if a joint is farther from the newest report, which is of this clock, than it can go."""
        if self.newest is None:
            return False
        since_s = (report.sampled_ns - self.newest.sampled_ns) / NS_PER_S
        changes = zip(report.q, self.newest.q, self._rates, strict=False)  # without rates none is too far
        return any(abs(q - before) > JUMP_BEYOND_RATE + rate * since_s for q, before, rate in changes)

    def _begin(self, report: Telemetry, now_ns: int) -> None:
        self.clock.observe(report.sampled_ns, now_ns)
        self._believed_since_ns = self._believed_ns = now_ns
        self._accept_clock(now_ns)

    def _believe(self, report: Telemetry, now_ns: int) -> None:
        self.newest, self._believed_ns = report, now_ns
        self.clock.observe(report.sampled_ns, now_ns)
        if now_ns - self._believed_since_ns <= SETTLING_NS and not self._has_stepped:
            self._accept_clock(now_ns)
        elif self._confirmed_clock is None:
            self._confirmed_clock = (self._confirmed_ns, self._confirmed_at_ns)
        allowed_ns = self._bound_ns + DRIFT * (now_ns - self._confirmed_at_ns)
        if abs(self.clock.offset_ns - self._confirmed_ns) > allowed_ns:
            self._has_stepped = True

    def _doubt(self, report: Telemetry, now_ns: int) -> ReportJudgement:
        """Keep a report that is off the believed clock, until enough of them agree."""
        if not self._pending or now_ns - self._pending[-1][0] > self._patience_ns:
            self._pending.clear()
            self._pending_since_ns = now_ns
        self._pending.append((now_ns, report.sampled_ns))
        while self._pending[0][0] < now_ns - CLOCK_HELD_NS:
            self._pending.popleft()
        if now_ns - self._pending_since_ns < CLOCK_HELD_NS or not self._agree(report.sampled_ns - now_ns):
            return "unproven"
        self._step(report, now_ns)
        return "stepped"

    def _agree(self, newest_ns: int) -> bool:
        """True if the newest and half of the unproven stamps are as near to their median as jitter tells."""
        stamps = sorted(sampled_ns - received_ns for received_ns, sampled_ns in self._pending)
        middle, quarter = stamps[(len(stamps) - 1) // 2], len(stamps) // 4
        checked = (newest_ns, stamps[quarter], stamps[-1 - quarter])
        return all(abs(stamp_ns - middle) <= self._bound_ns for stamp_ns in checked)

    def _step(self, report: Telemetry, now_ns: int) -> None:
        """Go over to the clock of the unproven reports; what was never held for long enough was no clock."""
        was_held = self._believed_ns - self._believed_since_ns >= CLOCK_HELD_NS
        self.clock.begin_again()
        for received_ns, sampled_ns in self._pending:
            self.clock.observe(sampled_ns, received_ns)
        self._pending.clear()
        self.newest, self._believed_since_ns, self._believed_ns = report, now_ns, now_ns
        self._has_stepped = self._has_stepped or was_held
        if not self._has_stepped:
            self._accept_clock(now_ns)
