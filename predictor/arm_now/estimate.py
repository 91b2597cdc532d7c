"""Where the arm is now: the moves sent that can still be true, corrected by the last telemetry.

    spacecraft clock  ----[ sampled ]--------- delay ---------[ now ]---->
    sent moves             |==|==|==|==|==|==|==|==|==|==|==|==|==|
    telemetry              x residual = telemetry - sent motion at the sample's own time
    estimate                                                    x sent motion now + residual

Comparing telemetry with the motion *at the sample's time* removes the false error of a delayed model; what is
left is real: tracking, model or a joint that does not follow.

What was sent is not what is executed.  A report of a latch voids everything sent so far, and a resume all
epochs before it; a report of rest voids every move that would have begun by then, as a repeat of what orbit
has refused would.  From there on, the pose that orbit itself says it commands counts.

A base that floats is carried along the sent motion by momentum.  Where that began does not matter:
between two instants of the motion the base goes the same way in its own axes, wherever it stands, and so
`BaseEstimate` adds it to what telemetry has shown.
"""

from bisect import bisect_right
from operator import add
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase, base_within, carried
from predictor.motion.stop import Quintic, moves, q_within, rest, state_within
from telemetry.messages.joint_state import JointState

SENT_KEPT_NS = 60_000_000_000  # sent moves older than this have long been seen

SentNumber = tuple[int, int]  # epoch and seq


class ArmReport(NamedTuple):
    """What a report says of the arm."""

    sampled_ns: int  # spacecraft clock
    q: tuple[float, ...]  # measured (n,) [rad]
    commanded_q: tuple[float, ...]  # by orbit itself (n,) [rad]
    is_latched: bool
    is_at_rest: bool  # commanded so, in the modes latched and ready


class MovesUnderWay(NamedTuple):
    """Sent moves that cannot be recalled."""

    moves: list[tuple[JointState, JointState]]  # begin and end of each
    T_begin: Array  # (4, 4) pose to which the motion has carried the base as the first begins


class _Sent(NamedTuple):
    number: SentNumber
    begin_ns: int  # spacecraft clock
    move: tuple[Quintic, ...]
    end: JointState
    T_begin: Array  # (4, 4) pose to which the motion has carried the base as the move begins


class ArmEstimate:
    """The sent motion on the spacecraft's clock, and its difference from telemetry."""

    def __init__(self, report: ArmReport, period_ns: int, base: FloatingBase | None = None) -> None:
        """Begin where a report says that the arm is; `base`: of one that floats."""
        self._period_ns, self._base = period_ns, base
        self._is_new_base = False  # since the base was carried along all that is to come
        self._T_start = np.eye(4)
        self._start = rest(report.commanded_q)
        self._since_ns = report.sampled_ns  # no move that begins earlier is still to come
        self._void_epoch = -1  # nothing of it, or of one before, is executed any more
        self._sent: list[_Sent] = []
        self.on_report(report)

    def on_set_point(self, number: SentNumber, end: JointState, begin_ns: int) -> bool:
        """Add a set-point whose move begins at `begin_ns`, spacecraft clock; False: it changes nothing."""
        if number[0] <= self._void_epoch or begin_ns < self._since_ns:
            return False
        if self._sent and number <= self._sent[-1].number:
            return False
        while self._sent and self._sent[-1].begin_ns >= begin_ns:
            self._sent.pop()  # by a clock that is no more
        before, T_begin = self.last()
        self._sent.append(_Sent(number, begin_ns, self._move(before, end), end, T_begin))
        while self._sent[0].begin_ns < begin_ns - SENT_KEPT_NS:
            gone = self._sent.pop(0)
            self._start, self._T_start = gone.end, self._carried(gone, self._period_ns)
        return True

    def on_base(self, base: FloatingBase) -> None:
        """Take the base with another load: what is sent from now on carries it so."""
        self._base, self._is_new_base = base, True

    def on_resume(self, epoch: int) -> None:
        """Void the set-points of earlier epochs: after the resume that was sent they are not executed."""
        self._void_epoch = max(self._void_epoch, epoch - 1)

    def on_report(self, report: ArmReport) -> None:
        """Take a report that is newer than all before."""
        if report.is_latched:
            self._void_epoch = max([self._void_epoch, *(sent.number[0] for sent in self._sent)])
            self._begin_at(report, [])
        elif report.is_at_rest:
            self._begin_at(report, [sent for sent in self._sent if sent.begin_ns >= report.sampled_ns])
        expected = self.commanded_q(report.sampled_ns)
        self.residual = tuple(q - sent for q, sent in zip(report.q, expected, strict=True))

    def commanded(self, spacecraft_ns: int) -> JointState:
        """Return the state that the sent set-points prescribe at an instant of the spacecraft's clock."""
        sent = self._begun(spacecraft_ns)
        if sent is None:
            return self._start
        elapsed_ns = spacecraft_ns - sent.begin_ns
        return state_within(sent.move, elapsed_ns * 1e-9) if elapsed_ns < self._period_ns else sent.end

    def commanded_q(self, spacecraft_ns: int) -> tuple[float, ...]:
        """Return the joint angles (n,) [rad] of that state."""
        sent = self._begun(spacecraft_ns)
        if sent is None:
            return self._start.q
        elapsed_ns = spacecraft_ns - sent.begin_ns
        return q_within(sent.move, elapsed_ns * 1e-9) if elapsed_ns < self._period_ns else sent.end.q

    def now(self, spacecraft_ns: int) -> tuple[float, ...]:
        """Return the estimated joint angles (n,) [rad] at an instant of the spacecraft's clock."""
        return self.estimated(self.commanded_q(spacecraft_ns))

    def estimated(self, commanded_q: tuple[float, ...]) -> tuple[float, ...]:
        """Return the estimated joint angles (n,) [rad] where the sent set-points prescribe others."""
        return tuple(map(add, commanded_q, self.residual))

    def carried(self, spacecraft_ns: int) -> Array:
        """Return the pose (4, 4) to which the sent motion has carried the base; one that is bolted stays."""
        sent = self._begun(spacecraft_ns)
        return self._T_start if sent is None else self._carried(sent, spacecraft_ns - sent.begin_ns)

    def under_way(self, spacecraft_ns: int, until_ns: int) -> MovesUnderWay:
        """Return the sent moves that end after an instant and begin by another."""
        begins = (self._start, *(sent.end for sent in self._sent))
        since_ns = spacecraft_ns - self._period_ns
        coming = [
            (begin, sent)
            for begin, sent in zip(begins, self._sent, strict=False)
            if since_ns < sent.begin_ns <= until_ns
        ]
        T_begin = coming[0][1].T_begin if coming else self._T_start
        return MovesUnderWay([(begin, sent.end) for begin, sent in coming], T_begin)

    def last(self) -> tuple[JointState, Array]:
        """Return the end of all that was sent, and the pose (4, 4) to which that carries the base."""
        if not self._sent:
            return self._start, self._T_start
        return self._sent[-1].end, self._carried(self._sent[-1], self._period_ns)

    def _begun(self, spacecraft_ns: int) -> _Sent | None:
        """Return the sent move that began last at an instant; None: none has."""
        index = bisect_right(self._sent, spacecraft_ns, key=lambda sent: sent.begin_ns) - 1
        return None if index < 0 else self._sent[index]

    def _carried(self, sent: _Sent, elapsed_ns: int) -> Array:
        """Return where a move has carried the base."""
        if self._base is None:
            return sent.T_begin
        return base_within(self._base, sent.move, elapsed_ns, period_ns=self._period_ns, T_begin=sent.T_begin)

    def _begin_at(self, report: ArmReport, coming: list[_Sent]) -> None:
        """Stand where orbit says that it commands the arm, with moves that are still to come."""
        if self._base is not None:
            q, T = self.commanded(report.sampled_ns).q, self.carried(report.sampled_ns)
            self._T_start = carried(self._base, q, report.commanded_q, T_world_base=T)
        self._start, self._since_ns, self._sent = rest(report.commanded_q), report.sampled_ns, coming
        if coming:
            first = coming[0]._replace(move=self._move(self._start, coming[0].end), T_begin=self._T_start)
            if self._carries_so(first, coming[0]):
                return
            self._sent[0], self._is_new_base = first, False
            for index in range(1, len(coming)):
                T = self._carried(self._sent[index - 1], self._period_ns)
                self._sent[index] = coming[index]._replace(T_begin=T)

    def _carries_so(self, first: _Sent, before: _Sent) -> bool:
        """True if what is still to come carries the base as it was computed before."""
        is_same = first.move == before.move and np.array_equal(first.T_begin, before.T_begin)
        return is_same and not self._is_new_base

    def _move(self, begin: JointState, end: JointState) -> tuple[Quintic, ...]:
        return moves(begin, end, self._period_ns * 1e-9)
