"""What the hand can know of the arm: where its tool is sent, and where it is seen.

    Queued, Motion ------> where the tool is sent
    PredictedArm --------> where telemetry shows it, and the base that floats
    GateStatus, World ---> whether it rests, how long the link takes, which joints stand for good

Where it is sent, on the ground's clock:

    commanded   the newest set-point is reached as it enters the queue; from there the arm goes on at its
                rates until the next one comes, so x(t) comes back after the operator's whole loop
    released    a move begins when it left for orbit and the time on board is over, so x(t) comes back after
                the link's round trip alone

     |--move k-1--|--move k--|~~~~ goes on, one period at most
                        now -^

What is known is fresh as long as reports come: one that is lost is bridged, as any link loses one.  It ages
from when the second one in a row is late, and is no news any more when a force of that age is gone.

    report      (lost)      (late)
    |-----------|-----------|~~~~~~~~~~~|          two periods, then 100 ms: nothing is felt
                            known_ns -->  ages
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from haptics.forces.force_loop import FORCE_GONE_NS
from haptics.forces.push import ToolState
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from predictor.motion.stop import moves, rest, state_within, stop
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S, Commanding, RunSettings
from telemetry.messages.base import Message
from telemetry.messages.command import Motion
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import BasePose, PredictedArm, World
from telemetry.messages.queue import GateStatus, HoldNotice, Queued, RollBack

KEPT_MOVES = 64  # moves: more than any buffer holds back
Array = NDArray[np.float64]
RESTING_STATES = (State.REST, State.HELD)
BRIDGED_PERIODS = 2  # periods of telemetry from one report to the next: one between them may be lost


class SentMotion:
    """The moves that were sent, each with its begin."""

    def __init__(self, period_ns: int, lead_ns: int) -> None:
        """Know nothing; a move begins `lead_ns` after it was received; negative: it is over by then."""
        self._period_ns, self._lead_ns = period_ns, lead_ns
        self._moves = deque[tuple[int, JointState, JointState]](maxlen=KEPT_MOVES)
        self._newest: JointState | None = None

    def rest_at(self, q: tuple[float, ...]) -> None:
        """Let the arm rest there, sent nowhere (n,) [rad or m]."""
        if self._newest is None or self._newest.q != q or not self._newest.at_rest:
            self._moves.clear()
            self._newest = rest(q)

    def add(self, end: JointState, now_ns: int) -> None:
        """Add a state that the arm is sent to."""
        begin = end if self._newest is None else self._newest
        self._moves.append((now_ns + self._lead_ns, begin, end))
        self._newest = end

    def q(self, now_ns: int) -> tuple[float, ...] | None:
        """Return where the arm is sent to be now (n,) [rad or m]; None: not known."""
        begun = next((move for move in reversed(self._moves) if move[0] <= now_ns), None)
        if begun is None:
            before = self._moves[0][1] if self._moves else self._newest
            return None if before is None else before.q
        begin_ns, begin, end = begun
        elapsed_ns = now_ns - begin_ns
        if elapsed_ns < self._period_ns:
            return state_within(moves(begin, end, self._period_ns / NS_PER_S), elapsed_ns / NS_PER_S).q
        return continued(end, min(elapsed_ns - self._period_ns, self._period_ns) / NS_PER_S)


def continued(state: JointState, t_s: float) -> tuple[float, ...]:
    """Return where joints (n,) are that go on as they do for t_s."""
    rows = zip(*state, strict=True)
    return tuple(q + t_s * (qd + 0.5 * t_s * qdd) for q, qd, qdd in rows)


def commanded_motion(commanding: Commanding) -> SentMotion:
    """Return a record of what the hand asks for."""
    return SentMotion(commanding.period_ns, -commanding.period_ns)


def released_motion(commanding: Commanding) -> SentMotion:
    """Return a record of what leaves for orbit."""
    return SentMotion(commanding.period_ns, commanding.buffer_ns)


class KnownArm:
    """The newest that is known of one arm."""

    def __init__(self, settings: RunSettings, robot: Robot) -> None:
        """Know nothing."""
        self._settings, self._limits = settings, robot.limits
        self._by_release = settings.hand.force.sent == "released"
        self._sent = (
            released_motion(settings.commanding)
            if self._by_release
            else commanded_motion(settings.commanding)
        )
        self._rest_q: tuple[float, ...] | None = None  # of the commanded arm, if nothing more is commanded
        self._seen: PredictedArm | None = None
        self._base: BasePose | None = None
        self._is_moving = np.ones(len(robot.home_q), dtype=bool)
        self.gate: GateStatus | None = None
        self.known_ns = -NS_PER_S  # from when on ages what is known of where the arm is

    def on_message(self, message: Message, now_ns: int) -> None:
        """Take a message about the arm."""
        match message:
            case PredictedArm():
                self._seen, self.known_ns = message, now_ns - self._late_ns(message)
                self._base = message.base_commanded or self._base
            case GateStatus(state=state, last=last):
                self.gate = message
                if last.at_rest and state in RESTING_STATES:
                    self._rest_at(last.q)
            case RollBack(rest_q=q) | HoldNotice(rest_q=tuple() as q):
                self._rest_at(q, is_released=False)
            case Queued(entry=entry):
                self._add_sent(entry.state, now_ns, is_released=False)
                self._rest_q = self._end_of_stop(entry.state)
            case Motion(set_point=point):
                self._add_sent(point.state, now_ns, is_released=True)
            case World(locked=locked):
                self._is_moving[:] = True
                self._is_moving[[each.joint for each in locked]] = False

    def delay_s(self) -> float:
        """Return T between the tool as sent and as received [s]: as measured, or until then as planned."""
        trip = self.gate.round_trip if self.gate else None
        link_s = self._settings.link.round_trip_ns / NS_PER_S if trip is None else trip
        return link_s if self._by_release else link_s + self._settings.commanding.loop_beyond_link_s

    def tool(self, robot: Robot, now_ns: int) -> ToolState | None:
        """Return where the tool is now; None: it is not known, or telemetry is too old to be felt."""
        seen, sent_q = self._seen, self._sent.q(now_ns)
        if seen is None or sent_q is None or now_ns - self.known_ns > FORCE_GONE_NS:
            return None
        rest_q = sent_q if self._rest_q is None else self._rest_q
        return ToolState(
            robot=robot,
            is_moving=self._is_moving,
            q=rest_q,
            T_base_tool=tool_pose(robot, rest_q),
            T_base_sent=tool_pose(robot, sent_q),
            T_base_received=tool_pose(robot, seen.q_seen),
            T_world_base=_pose(self._base),
        )

    def _late_ns(self, seen: PredictedArm) -> int:
        """Return by how much a report is late beyond what is bridged [ns]."""
        link = self._settings.link
        down = self.gate.down if self.gate else None
        down_ns = link.down_ns if down is None else down * NS_PER_S
        expected_ns = down_ns + BRIDGED_PERIODS * link.telemetry_period_ns
        return max(0, round(seen.seen_age * NS_PER_S - expected_ns))

    def _add_sent(self, state: JointState, now_ns: int, *, is_released: bool) -> None:
        if is_released == self._by_release:
            self._sent.add(state, now_ns)

    def _rest_at(self, q: tuple[float, ...], *, is_released: bool | None = None) -> None:
        self._rest_q = q
        if is_released is None or is_released == self._by_release:
            self._sent.rest_at(q)

    def _end_of_stop(self, state: JointState) -> tuple[float, ...]:
        try:
            samples = stop(state, self._limits, self._settings.commanding.period_s)
        except ValueError:  # beyond a limit: the verdict says so
            return state.q
        return samples[-1].q if samples else state.q


def _pose(base: BasePose | None) -> Array | None:
    if base is None:
        return None
    return pose(rotation_from_quaternion(np.array(base.quat_world_base)), np.array(base.p_world_base))
