"""The stream of released set-points: r, what continues it, and the write-ahead record of each.

    release ... release   stop samples       adopt
    -----o---------o------o-----o-----|  rest  |  r from the spacecraft's report
         execute_at: + T each, from the first of a stream to the last sample of its stop

A record is durable before the packet that it speaks of may leave.  After a restart the last record tells
where the arm is to rest, if it rests, and every record which epochs have been used.
"""

from collections import deque
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from planner.certificate import joint_state, state_message
from predictor.stop import JointLimits, JointState, rest, stop
from telemetry.messages.base import Count, Nanoseconds, Part
from telemetry.messages.command import Keep, Motion, SetPoint
from telemetry.messages.queue import State


class Released(Part, frozen=True, kw_only=True):
    """One record of the release log: a set-point (seq from 1), or an epoch that begins at r (seq 0)."""

    epoch: Count
    seq: Count
    state: State | None  # None: where the arm rests is known only from the next report
    execute_at_ns: Nanoseconds  # spacecraft clock; 0 in the record of an epoch

    def encoded(self) -> bytes:
        """Return the record's bytes."""
        return msgspec.msgpack.encode(self)


class Restart(NamedTuple):
    """What the release log tells a gate that starts."""

    epoch: int  # above any ever used
    r: JointState | None  # the last record's, if it is at rest


def read_log(records: Sequence[bytes]) -> Restart:
    """Return where a new gate begins.

    Raises:
        msgspec.DecodeError: a whole record that is none: nothing may be released on such a log.
    """
    released = [msgspec.msgpack.decode(record, type=Released) for record in records]
    epoch = 1 + max((record.epoch for record in released), default=0)
    last = released[-1].state if released else None
    r = joint_state(last) if last is not None else None
    return Restart(epoch, r if r is not None and r.at_rest else None)


class Stream:
    """r and its continuation."""

    def __init__(self, limits: JointLimits, period_ns: int, r: JointState | None) -> None:
        """Start at `r`, at rest, or nowhere."""
        self._limits, self._period_ns = limits, period_ns
        self.r = r
        self.last: SetPoint | None = None  # the last that was released
        self._runs = False  # the next set-point continues `last`
        self.number = 0  # of the unbroken stream that `last` belongs to
        self._samples: deque[JointState] = deque()  # of stop(r), not yet released
        self._undo: tuple[JointState | None, SetPoint | None, bool] | None = None

    @property
    def at_rest(self) -> bool:
        """True if r is known and at rest."""
        return self.r is not None and self.r.at_rest

    @property
    def is_stopping(self) -> bool:
        """True while samples of stop(r) are to be released."""
        return bool(self._samples)

    def execute_at_ns(self, earliest_ns: int) -> int:
        """Return when the next set-point is executed: T after the stream's last, or else `earliest_ns`."""
        if self.last is None:
            return earliest_ns
        follows_ns = self.last.execute_at_ns + self._period_ns
        return follows_ns if self._runs else max(earliest_ns, follows_ns)

    def release(
        self, kind: Literal["motion", "stop"], number: tuple[int, int], state: JointState, *, at_ns: int
    ) -> Motion:
        """Make `state` the new r, and return the packet that carries it."""
        epoch, seq = number
        set_point = SetPoint(
            epoch=epoch, seq=seq, kind=kind, execute_at_ns=at_ns, q=state.q, qd=state.qd, qdd=state.qdd
        )
        motion = Motion(set_point=set_point, repeat=self.last)
        self._undo = (self.r, self.last, self._runs)
        self.number += not self._runs
        self.r, self.last, self._runs = state, set_point, True
        return motion

    def take_back(self) -> None:
        """Undo the last release, whose packet was never sent."""
        if self._undo is not None:
            self.r, self.last, self._runs = self._undo
        self._undo = None

    def begin_stop(self) -> tuple[float, ...] | None:
        """Queue the samples of stop(r) and return where they end (n,) [rad]; None if r is unknown."""
        if self.r is None:
            return None
        self._samples = deque(stop(self.r, self._limits, self._period_ns * 1e-9))
        return self._samples[-1].q if self._samples else self.r.q

    def next_sample(self) -> JointState:
        """Take the next sample of the stop."""
        return self._samples.popleft()

    def end(self) -> None:
        """The stream is over: the next set-point begins a new one."""
        self._runs = False
        self._samples.clear()

    def forget_time(self) -> None:
        """The spacecraft's clock is another one: nothing that was released follows by it, or is repeated."""
        self.end()
        self.last = None

    def adopt(self, q: tuple[float, ...]) -> None:
        """Let r be the pose that the spacecraft reports, at rest."""
        self.end()
        self.r = rest(q)

    def record(self, epoch: int) -> Released:
        """Return the log's record of a new epoch that begins at r."""
        state = state_message(self.r) if self.r is not None else None
        return Released(epoch=epoch, seq=0, state=state, execute_at_ns=0)

    def keep(self, epoch: int) -> Keep:
        """Return the packet of a tick without a set-point."""
        return Keep(epoch=epoch, repeat=self.last)
