"""The stream of released set-points: r, what continues it, and the write-ahead record of each.

    release ... release   stop samples       adopt
    -----o---------o------o-----o-----|  rest  |  r from the spacecraft's report
         execute_at: + T each, from the first of a stream to the last sample of its stop

The stop after a set-point is computed once: the samples that were looked at before the release are those that
leave if it comes to a hold, and the set-point names them by a digest (`telemetry.agreed.chains`).

A record is durable before the packet that it speaks of may leave.  After a restart the last record says
where the arm is to rest, if it rests, and every record which epochs have been used.

Set-points are timed by the delay of the uplink: that of the settings, until clock or delay have stepped, as a
step in the stamps of reports does not say which, nor how much of it lies on the way up.  From then on a
resume measures it, by when the latch was gone.  Both ends are read on the clock as it is believed now, so
that an arrival is timed right whatever it was that stepped.  A wrong delay does no harm: what comes late, or
too far ahead, is refused on board.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import structs

from planner.gate.set_points.copies_and_keys import StateKey
from predictor.motion.stop import rest
from telemetry.agreed import chains
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.base import Count, Nanoseconds, Part
from telemetry.messages.command import Keep, Motion, SetPoint
from telemetry.messages.joint_state import JointState

LEAST_RECORD_BYTES = 32  # octets of the shortest record
KEPT_SET_POINTS = 256  # newest set-points of which it is known where they took the arm
RESUMES_KEPT = 64


class UnreadableLog(Protocol):
    """How much of the log cannot be read."""

    @property
    def octets(self) -> int:
        """Those that hold no whole record."""
        ...

    @property
    def at_end(self) -> bool:
        """True if there are such behind the last whole record."""
        ...


class Released(Part, frozen=True, kw_only=True):
    """What the release log keeps of a release: a set-point (seq from 1), or an epoch begun at r (seq 0)."""

    epoch: Count
    seq: Count
    state: JointState | None  # None: where the arm rests is known only from the next report
    execute_at_ns: Nanoseconds  # spacecraft clock; 0 in the record of an epoch


class Restart(NamedTuple):
    """What a gate that starts reads in the release log."""

    epoch: int  # above any ever used
    r: JointState | None  # the last record's, if it is at rest
    is_first: bool  # there was no gate before this one in the run


def read_log(released: Sequence[Released], unreadable: UnreadableLog) -> Restart:
    """Return where a new gate begins.

    Each record began one epoch at most, so that as many as may have been damaged are passed over.  Behind
    damage at the end it is not known what was released last, and r comes from the next report.
    """
    damaged = -(-unreadable.octets // LEAST_RECORD_BYTES)
    epoch = 1 + max((record.epoch for record in released), default=0) + damaged
    r = released[-1].state if released and not unreadable.at_end else None
    return Restart(epoch, r if r is not None and r.at_rest else None, is_first=not released and not damaged)


class StopSample(NamedTuple):
    """A sample of a stop, and the digest of those after it."""

    state: JointState
    stop: bytes


class _Undo(NamedTuple):
    r: JointState | None
    last: SetPoint | None
    runs: bool
    stop: tuple[StopSample, ...]
    newest: tuple[SetPoint, ...]


class ReleaseStream:
    """r, the stop that begins at r, and what has left."""

    def __init__(self, period_ns: int, r: JointState | None) -> None:
        """Start at `r`, at rest, or nowhere."""
        self._period_ns = period_ns
        self.r = r
        self.last: SetPoint | None = None  # the last that was released
        self.number = 0  # of the unbroken stream that `last` belongs to
        self._runs = False  # the next set-point continues `last`
        self._stop: tuple[StopSample, ...] = ()  # stop(r), as it was looked at when r was released
        self._stops = False  # its samples are to be released
        self._newest: tuple[SetPoint, ...] = ()  # that were released
        self._undo: _Undo | None = None

    @property
    def at_rest(self) -> bool:
        """True if r is known and at rest."""
        return self.r is not None and self.r.at_rest

    @property
    def is_stopping(self) -> bool:
        """True while samples of stop(r) are to be released."""
        return self._stops and bool(self._stop)

    def execute_at_ns(self, earliest_ns: int) -> int:
        """Return when the next set-point is executed: T after the stream's last, or else `earliest_ns`."""
        if self.last is None:
            return earliest_ns
        follows_ns = self.last.execute_at_ns + self._period_ns
        return follows_ns if self._runs else max(earliest_ns, follows_ns)

    def release(
        self, number: tuple[int, int], state: JointState, stop: Sequence[JointState], *, earliest_ns: int
    ) -> Motion:
        """Make `state`, with the stop after it, the new r, and return the packet that carries it."""
        digest, *after = chains.stop_digests(stop)
        self._undo = _Undo(self.r, self.last, self._runs, self._stop, self._newest)
        self._stop = tuple(map(StopSample, stop, after))
        return self._leave("motion", number, StopSample(state, digest), at_ns=self.execute_at_ns(earliest_ns))

    def release_sample(self, number: tuple[int, int]) -> Motion:
        """Make the next sample of stop(r) the new r, and return the packet that carries it."""
        sample, *rest_of_it = self._stop
        self._stop = tuple(rest_of_it)
        return self._leave("stop", number, sample, at_ns=self.execute_at_ns(0))

    def _leave(
        self, kind: Literal["motion", "stop"], number: tuple[int, int], sample: StopSample, *, at_ns: int
    ) -> Motion:
        (epoch, seq), (q, qd, qdd) = number, sample.state
        set_point = SetPoint(
            epoch=epoch, seq=seq, kind=kind, execute_at_ns=at_ns, q=q, qd=qd, qdd=qdd, stop=sample.stop
        )
        motion = Motion(set_point=set_point, repeat=self.last)
        self.number += not self._runs
        self.r, self.last, self._runs = sample.state, set_point, True
        self._newest = (*self._newest[1 - KEPT_SET_POINTS :], set_point)
        return motion

    def take_back(self) -> None:
        """Undo the last release of a set-point, whose packet was never sent."""
        if self._undo is not None:
            self.r, self.last, self._runs, self._stop, self._newest = self._undo
        self._undo = None

    def begin_stop(self) -> tuple[float, ...] | None:
        """Begin stop(r) and return where it ends (n,) [rad]; None if r is unknown."""
        if self.r is None:
            return None
        self._stops = True
        return self._stop[-1].state.q if self._stop else self.r.q

    def end(self) -> None:
        """End the stream: the next set-point begins a new one."""
        self._runs = self._stops = False
        self._stop = ()

    def forget(self) -> None:
        """Neither continue nor repeat what was released: refused by now, or timed by another clock."""
        self.end()
        self.last, self._newest = None, ()

    def adopt(self, q: tuple[float, ...]) -> None:
        """Let r be the pose that the spacecraft reports, at rest; what it has refused is not repeated."""
        self.forget()
        self.r = rest(q)

    def record(self, epoch: int) -> Released:
        """Return the log's record of a new epoch that begins at r."""
        return Released(epoch=epoch, seq=0, state=self.r, execute_at_ns=0)

    def underway(self, spacecraft_ns: int) -> tuple[tuple[float, ...], ...]:
        """Return where the moves that end later than an instant of the spacecraft's clock take the arm."""
        since_ns = spacecraft_ns - self._period_ns
        return tuple(point.q for point in self._newest if point.execute_at_ns > since_ns)

    @property
    def running(self) -> int | None:
        """Number of the stream that the next set-point continues; None: it begins one."""
        return self.number if self._runs else None

    def key(self, epoch: int, now_ns: int, clock: ClockCorrelation) -> StateKey:
        """Return r, the stop after it, and what is repeated, by its age."""
        last, at_ns = self.last, clock.to_spacecraft(now_ns) if clock.is_set else now_ns
        repeated = last and (
            structs.replace(last, epoch=0, execute_at_ns=0), last.epoch - epoch, last.execute_at_ns - at_ns
        )  # fmt: skip
        return (self.r, self._runs, self._stops, self._stop, repeated)

    def keep(self, epoch: int) -> Keep:
        """Return the packet of a tick without a set-point."""
        return Keep(epoch=epoch, repeat=self.last)


class UplinkDelay:
    """Expected, or measured since the last step."""

    def __init__(self, expected_ns: int, *, report_period_ns: int) -> None:
        """Begin with the delay of the settings; telemetry reports once in `report_period_ns`."""
        self.ns = expected_ns
        self._late_ns = report_period_ns // 2  # of the first report that can show an arrival, on average
        self._is_measured = False
        self._sent_ns: dict[int, int] = {}  # epoch of each resume that is on its way

    def begin_again(self) -> None:
        """Measure from now on: clock or delay have stepped."""
        self._is_measured = True
        self._sent_ns.clear()

    def on_resume_sent(self, epoch: int, now_ns: int) -> None:
        """Note that a resume leaves now."""
        self._sent_ns[epoch] = now_ns
        if len(self._sent_ns) > RESUMES_KEPT:
            del self._sent_ns[next(iter(self._sent_ns))]

    def on_resume_arrived(self, epoch: int, at_ns: int) -> None:
        """Note that the resume of an epoch had done its work by then, ground clock."""
        sent_ns = self._sent_ns.get(epoch)
        self._sent_ns.clear()
        if self._is_measured and sent_ns is not None:
            self.ns = at_ns - sent_ns - self._late_ns

    def key(self, epoch: int, now_ns: int) -> StateKey:
        """Return it, and the resumes that may still measure it."""
        sent = tuple((number - epoch, now_ns - sent_ns) for number, sent_ns in self._sent_ns.items())
        return (self.ns, sent if self._is_measured else None)
