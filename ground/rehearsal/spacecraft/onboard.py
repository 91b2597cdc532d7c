"""The on-board contract: what the spacecraft does with commands, without physics and without a link.

                  RESUME                 move begins
    latched ----------------> ready ------------------> moving
       ^                      |   ^                     |    |
       |   HOLD, silence, gap |   | move ended, at rest |    | at a boundary: HOLD, silence > 4 T,
       +----------------------+   +---------------------+    | or in motion without a successor
       |                                                     v
       +------------- end of stop() --------------------- stopping

A move to a set-point begins at its `execute_at` and ends one period later: that end is the boundary at which
everything is decided.  In between, the motion law of `predictor.motion.stop` is the commanded state.  Every
hold flushes the buffer and latches when it begins; only a resume of a newer epoch, at the commanded pose and
at rest, leads out.  Times are the spacecraft's clock.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ground.rehearsal.spacecraft.equipment import Equipment
from ground.rehearsal.spacecraft.onboard_report import CommandFates, Mode, Report, SetPointNumber
from ground.rehearsal.spacecraft.setpoint_buffer import (
    Planned,
    SetPointBuffer,
    is_pose,
    number_of,
    objection,
    standing,
    standing_joints,
)
from predictor.motion.stop import JointLimits, Quintic, moves, rest, state_within, stop
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import SILENT_PERIODS
from telemetry.messages.command import HoldCommand, Keep, Motion, ResumeCommand, SetPoint, Telecommand
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import OperationCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    """One period of motion, to a set-point or to a sample of a stop."""

    begin_ns: int
    end: JointState
    law: tuple[Quintic, ...]


class OnBoard:
    """The on-board software; starts latched, at rest."""

    def __init__(
        self, limits: JointLimits, start_q: tuple[float, ...], *, period_ns: int, lead_ns: int, now_ns: int
    ) -> None:
        """Stand at `start_q` (n,) [rad], latched since power-up; `lead_ns`: the longest lead."""
        self.mode = Mode.LATCHED
        self.ignored = 0  # packets whose number was not newer
        self._limits = limits
        self._period_ns, self._lead_ns = period_ns, lead_ns
        self._buffer = SetPointBuffer(period_ns)
        self._commanded = rest(start_q)  # at the last boundary
        self._move: _Move | None = None
        self._stop: deque[JointState] = deque()
        self._pending: Reason | None = None  # a hold that waits for the next boundary
        self._latch: Reason | None = Reason.POWER_UP
        self._heard_ns = now_ns
        self._begun = standing(start_q, (0, 0), now_ns)  # the newest set-point whose move has begun
        self.fates, self.equipment = CommandFates(), Equipment(len(limits.q_min))
        self._floor: SetPointNumber = (0, 0)  # nothing up to this number is taken
        self._seen_epoch = self._resume_epoch = 0

    def receive(self, message: Telecommand, now_ns: int) -> None:
        """Take one telecommand that has arrived now."""
        self.advance(now_ns)
        self._note_silence(now_ns)
        self._heard_ns = now_ns
        match message:
            case Motion():
                self._on_set_point(message.repeat, now_ns)
                self._on_set_point(message.set_point, now_ns)
            case Keep():
                self._on_set_point(message.repeat, now_ns)
            case ResumeCommand():
                self._resume(message, now_ns)
            case OperationCommand():
                self.equipment.on_command(message, self._closed_to(message), self.fates, now_ns=now_ns)
            case HoldCommand():
                self._on_hold(message, now_ns)
            case _:
                assert_never(message)

    def hold(self, reason: Reason, now_ns: int) -> None:
        """Stop at the next boundary and latch; at rest, latch at once."""
        self.advance(now_ns)
        if self.mode is Mode.MOVING:
            self._pending = self._pending or reason
        elif self.mode is Mode.READY:
            self._hold(reason, now_ns)

    def step_clock(self, by_ns: int, now_ns: int) -> None:
        """Set the clock, which shows `now_ns`, by so much; what the old one has timed is flushed."""
        self.hold(Reason.TIME_STEPPED, now_ns)
        if self._move is not None:
            self._move = replace(self._move, begin_ns=self._move.begin_ns + by_ns)

    def follow_standing_joints(self, q: Sequence[float], qd: Sequence[float]) -> None:
        """While latched, command each joint at rest where it stands, if that is not as commanded."""
        stands = standing_joints(self._commanded.q, q, qd)
        if self.mode is Mode.LATCHED and stands != self._commanded.q:
            self._commanded = rest(stands)
            self._begun = self._begun._replace(state=self._commanded)

    def advance(self, now_ns: int) -> None:
        """Do everything that was due up to now, each at its own instant."""
        while True:
            if self._move is not None:
                due_ns = self._move.begin_ns + self._period_ns
                if due_ns > now_ns:
                    return
                self._at_boundary(self._move, due_ns)
            elif not self._leave_rest(now_ns):
                return

    def reference(self, now_ns: int) -> JointState:
        """Return the commanded state now, for the servos."""
        if self._move is None:
            return self._commanded
        return state_within(self._move.law, min(now_ns - self._move.begin_ns, self._period_ns) * 1e-9)

    def report(self, now_ns: int) -> Report:
        """Return the contract's part of telemetry."""
        fates = self.fates
        return Report(
            mode=self.mode.value,
            buffer=len(self._buffer),
            epoch=fates.accepted[0],
            accepted=fates.accepted[1],
            accepted_at_ns=fates.accepted_at_ns,
            executed_epoch=fates.executed[0],
            executed=fates.executed[1],
            refused_epoch=fates.refused[0],
            refused=fates.refused[1],
            refusal=fates.refusal or "",
            latched=self._latch is not None,
            latch_reason=self._latch or "",
            hold_q=self.reference(now_ns).q,
        )

    def _on_set_point(self, set_point: SetPoint | None, now_ns: int) -> None:
        """Accept a set-point, ignore what is not newer, or refuse it by name."""
        if set_point is None:
            return
        own = number_of(set_point)
        if own <= self._floor or own in self._buffer:
            self.ignored += 1
            return
        before = self._buffer.state_before(set_point, self._begun)
        reason = self._refusal_of(set_point, before, now_ns)
        if reason is not None:
            self.fates.on_refused(set_point.kind, own, reason, stage="accepted", now_ns=now_ns)
            self._seen_epoch = max(self._seen_epoch, min(own[0], self.fates.accepted[0] + 1))
            return
        self._seen_epoch = max(self._seen_epoch, own[0])
        self._buffer.add(Planned(own, set_point.execute_at_ns, set_point.state, before, set_point.kind))
        self.fates.on_accepted(set_point.kind, own, now_ns)

    def _refusal_of(self, set_point: SetPoint, before: JointState | None, now_ns: int) -> Reason | None:
        known = self.fates.refusal_of(number_of(set_point))
        if known is not None or self._latch is not None:
            return known or Reason.LATCHED
        if set_point.epoch < self._resume_epoch:
            return Reason.OLD_NUMBER
        if set_point.seq < 1:
            return Reason.OUT_OF_SEQUENCE
        if set_point.execute_at_ns <= now_ns:
            return Reason.LATE
        if set_point.execute_at_ns > now_ns + self._lead_ns:
            return Reason.TOO_FAR_AHEAD
        if self._buffer.is_full:
            return Reason.QUEUE_FULL
        return objection(before, set_point.state, self._limits, period_s=self._period_ns * 1e-9)

    def _closed_to(self, command: OperationCommand) -> Reason | None:
        """Return why a command without motion is not done now."""
        if self._latch is not None:
            return Reason.LATCHED
        if command.epoch < self._resume_epoch:
            return Reason.OLD_NUMBER
        return None if self.mode is Mode.READY and not len(self._buffer) else Reason.STILL_MOVING

    def _on_hold(self, message: HoldCommand, now_ns: int) -> None:
        """Stop and latch; a press while the arm stops or stands latched is done with it."""
        self.fates.on_press(message, now_ns)
        self.hold(Reason.HOLD_COMMANDED, now_ns)
        self.fates.on_mode(self.mode, now_ns)

    def _resume(self, message: ResumeCommand, now_ns: int) -> None:
        """Leave the latch, if this is a new resume at the pose of the arm."""
        if self._latch is None and message.epoch == self._resume_epoch:
            return  # a repeat of the one that was done
        reason = self.fates.refusal_of((message.epoch, 0)) or self._resume_refusal(message)
        if reason is not None:
            self.fates.on_refused("resume", (message.epoch, 0), reason, stage="accepted", now_ns=now_ns)
            return
        self._latch = None
        self._seen_epoch = self._resume_epoch = message.epoch
        self.fates.on_resumed(message.epoch, now_ns)
        self.mode = Mode.READY

    def _resume_refusal(self, message: ResumeCommand) -> Reason | None:
        if message.epoch <= self._seen_epoch:
            return Reason.OLD_NUMBER
        if self.mode is not Mode.LATCHED:
            return Reason.STILL_MOVING
        return None if is_pose(message.q, self._commanded.q) else Reason.POSE_MISMATCH

    def _note_silence(self, now_ns: int) -> None:
        """In motion, remember that the ground was silent too long; the boundary acts on it."""
        if self.mode is Mode.MOVING and now_ns > self._silent_ns:
            self._pending = self._pending or Reason.GROUND_SILENT

    @property
    def _silent_ns(self) -> int:
        return self._heard_ns + SILENT_PERIODS * self._period_ns

    def _at_boundary(self, move: _Move, now_ns: int) -> None:
        """End a move and decide what follows it."""
        self._move = None
        self._commanded = move.end
        self._note_silence(now_ns)
        if self.mode is Mode.STOPPING:
            self._continue_stop(now_ns)
            return
        self.fates.on_executed(self._begun.kind, self._begun.number, now_ns)
        successor = self._buffer.successor(self._begun.number, now_ns)
        if self._pending is not None:
            self._hold(self._pending, now_ns)
        elif successor is not None:
            self._begin(successor, now_ns)
        elif not self._commanded.at_rest:
            self._hold(Reason.SETPOINT_MISSING, now_ns)
        else:
            self.mode = Mode.READY

    def _leave_rest(self, now_ns: int) -> bool:
        """At rest and ready, do the first thing that was due up to now; False if nothing follows it."""
        if self.mode is not Mode.READY:
            return False
        first = self._buffer.earliest()
        if first is not None and first.execute_at_ns <= min(now_ns, self._silent_ns):
            epoch, seq = first.number
            if seq == 1 or self.fates.executed == (epoch, seq - 1):
                self._begin(first, first.execute_at_ns)
            else:
                self._hold(Reason.SETPOINT_MISSING, first.execute_at_ns)
            return True
        if now_ns > self._silent_ns:
            self._hold(Reason.GROUND_SILENT, self._silent_ns)
        return False

    def _begin(self, planned: Planned, now_ns: int) -> None:
        """Begin the move to a set-point, judging it if it was judged from elsewhere or not at all."""
        self._buffer.remove(planned)
        self._floor = planned.number
        if planned.judged_from != self._commanded:
            reason = objection(self._commanded, planned.state, self._limits, period_s=self._period_ns * 1e-9)
            if reason is not None:
                self.fates.on_refused(planned.kind, planned.number, reason, stage="started", now_ns=now_ns)
                self._hold(Reason.SETPOINT_MISSING, now_ns)
                return
        self.mode = Mode.MOVING
        self._begun = planned
        self.fates.on_started(planned.kind, planned.number, now_ns)
        self._begin_move(planned.state, now_ns)

    def _begin_move(self, end: JointState, now_ns: int) -> None:
        law = moves(self._commanded, end, self._period_ns * 1e-9)
        self._move = _Move(begin_ns=now_ns, end=end, law=law)

    def _hold(self, reason: Reason, now_ns: int) -> None:
        """Flush, latch, and begin the stop from the commanded state."""
        for flushed in self._buffer.flush():
            self.fates.on_refused(flushed.kind, flushed.number, reason, stage="started", now_ns=now_ns)
            self._floor = max(self._floor, flushed.number)
        self._pending = None
        self._latch = reason
        self._stop = deque(stop(self._commanded, self._limits, self._period_ns * 1e-9))
        self.mode = Mode.STOPPING
        self.fates.on_mode(self.mode, now_ns)
        self._continue_stop(now_ns)

    def _continue_stop(self, now_ns: int) -> None:
        """Begin the next sample of the stop, or stand latched at its end."""
        if self._stop:
            self._begin_move(self._stop.popleft(), now_ns)
            return
        self.mode = Mode.LATCHED
        self.fates.on_mode(self.mode, now_ns)
        self._begun = standing(self._commanded.q, self.fates.executed, now_ns)
