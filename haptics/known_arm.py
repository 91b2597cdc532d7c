"""What the hand can know of the arm: where its tool is sent, and where it is seen.

Queued, Motion -----> where the tool is sent (`haptics.sent_motion`)
PredictedArm -------> where telemetry shows it, and the base that floats
GateStatus, World --> whether it rests, how long the link takes, which joints stand for good

What is known is fresh as long as reports come: one that is lost is bridged, as any link loses one.  It ages
from when the second one in a row is late, and is no news any more when a force of that age is gone.

    report      (lost)      (late)
    |-----------|-----------|~~~~~~~~~~~|          two periods, then 100 ms: nothing is felt
                            known_ns -->  ages
"""

import numpy as np
from numpy.typing import NDArray

from haptics.forces.fading import FORCE_GONE_NS
from haptics.forces.push import ToolState
from haptics.sent_motion import commanded_motion, released_motion
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from predictor.motion.stop import stop
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.base import Message
from telemetry.messages.command import Motion
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import BasePose, PredictedArm, World
from telemetry.messages.queue import GateStatus, HoldNotice, Queued, RollBack

Array = NDArray[np.float64]

RESTING_STATES = (State.REST, State.HELD)
BRIDGED_PERIODS = 2  # periods of telemetry from one report to the next: one between them may be lost


class KnownArm:
    """The newest that was told of one arm."""

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
        """Take what tells of the arm."""
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


def _pose(told: BasePose | None) -> Array | None:
    if told is None:
        return None
    return pose(rotation_from_quaternion(np.array(told.quat_world_base)), np.array(told.p_world_base))
