"""What the hand shall feel: the reasons, added up in handle axes for the loop beside the device.

    known arm, engagement --> delay, contact, ... --> LocalModel --> loop --> hand
                                    '---------------> HandForce --> screens, recorder

Only a hand that is bilateral feels anything, and only while it leads the arm with the dead-man pressed.
Whatever is missing or old is no news: the loop lets the force fade then, by itself.

An engagement is how the hand leads the arm since it was armed, by the first entry of an epoch: the
handle's place in the sample that this entry was made from is where the hand asks for nothing.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from haptics.devices.device import HandleReading
from haptics.forces.force_loop import Felt
from haptics.forces.force_loop import wall_force as push_of
from haptics.forces.push import Barrier, ForceReason, Push, ToolState
from haptics.forces.wrench import NO_WRENCH as NO_FORCE
from haptics.forces.wrench import ZERO, plus, times
from haptics.known_arm import KnownArm
from predictor.model.hand_axes import frame_axes, handle_in_frame
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.authority import State
from telemetry.agreed.force_stability import Hand, passive_gain, stability_border
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.base import Message, Vector
from telemetry.messages.force import MOST_WALLS, ForceShare, HandForce, LocalModel, Wall
from telemetry.messages.handle import Steering
from telemetry.messages.queue import Entry, Queued, TeleopSource

Array = NDArray[np.float64]

KEPT_SAMPLES = 64  # of the handle: more than a second of them
LEADING_STATES = (State.FILLING, State.TELEOP, State.RETREAT)  # the hand leads the arm


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Engagement:
    """What holds from one arming of the hand to the next."""

    epoch: int
    steering: Steering
    robot: Robot  # with the tool that the hand moves
    carrier: Robot  # with the tool in whose axes it does, in a frame that is carried
    p_origin: Vector  # of the handle, where it asks for nothing [m]

    def handle_axes(self, q: Sequence[float], hand: HandSettings) -> Array:
        """Return the handle's axes (3, 3) in those of the arm base, with the arm at q (n,) [rad or m]."""
        steering, T_base_tool = self.steering, tool_pose(self.carrier, q)
        R_base_frame = frame_axes(steering.frame, steering.quat_axes, T_base_tool[:3, :3])
        R_base_handle: Array = R_base_frame @ handle_in_frame(steering.frame, hand.quat_base_handle)
        return R_base_handle


class Engagements:
    """The newest engagement of the hand."""

    def __init__(self, robot: Robot) -> None:
        """Begin without one."""
        self.newest: Engagement | None = None
        self._robot = robot
        self._samples = OrderedDict[int, Vector]()

    def on_sample(self, number: int, p_handle: Vector) -> None:
        """Remember where the handle was in a sample."""
        self._samples[number] = p_handle
        if len(self._samples) > KEPT_SAMPLES:
            self._samples.popitem(last=False)

    def on_entry(self, entry: Entry) -> None:
        """Take an entry of the queue; the first one of the hand in an epoch begins an engagement."""
        source = entry.source
        if not isinstance(source, TeleopSource):
            self.newest = None
        elif self.newest is None or self.newest.epoch != entry.epoch:
            robot = self._robot.with_tool(source.tool) if source.tool else self._robot
            self.newest = Engagement(
                epoch=entry.epoch,
                steering=source.steering,
                robot=robot,
                carrier=self._robot if source.steering.frame == "camera" else robot,
                p_origin=self._samples.get(source.sample, (0.0, 0.0, 0.0)),
            )


class Feeling:
    """What one hand feels of one arm."""

    def __init__(self, settings: RunSettings, robot: Robot, reasons: Sequence[ForceReason]) -> None:
        """Know nothing of the arm yet; `reasons` are added up in their order."""
        self._hand, self._reasons = settings.hand, reasons
        self._arm, self._engagements = KnownArm(settings, robot), Engagements(robot)
        self._model = LocalModel()
        self._asked: tuple[ForceShare, ...] = ()
        self._tool: ToolState | None = None
        self._was_felt = False

    def on_message(self, message: Message, now_ns: int) -> None:
        """Take a message about the arm, and about how the hand leads it."""
        if isinstance(message, Queued):
            self._engagements.on_entry(message.entry)
        self._arm.on_message(message, now_ns)

    @property
    def is_bilateral(self) -> bool:
        """True if the hand was armed to feel, last."""
        engagement = self._engagements.newest
        return engagement is not None and engagement.steering.control == "bilateral"

    def on_sample(self, number: int, p_handle: Vector) -> None:
        """Remember where the handle was in a sample."""
        self._engagements.on_sample(number, p_handle)

    def model(self, reading: HandleReading, now_ns: int) -> LocalModel | None:
        """Return what is to be felt from now on; None: nothing new is known, or nothing is to be felt."""
        engagement = self._leading()
        tool = self._arm.tool(engagement.robot, now_ns) if engagement and reading.dead_man else None
        if engagement is None or tool is None:
            return None
        R_base_handle = engagement.handle_axes(tool.q, self._hand)
        force, torque, asked = np.zeros(3), np.zeros(3), list[ForceShare]()
        walls = list[Wall]()
        for reason in self._reasons:
            push = reason.push(tool)
            if push is not None:
                own = self._barrier_walls(push.barriers, engagement, R_base_handle)
                asked.append(_share(reason.why, push, own, p=reading.p_handle, R_base_handle=R_base_handle))
                force, torque, walls = force + push.force, torque + push.torque, walls + own
        if self._hand.force.centring:
            back = times(plus(engagement.p_origin, reading.p_handle, -1.0), self._hand.force.centring)
            asked.append(ForceShare(why="centring", force=back))
        self._tool, self._asked = tool, tuple(asked)
        self._model = LocalModel(
            at_ns=self._arm.known_ns,
            force=_vector(R_base_handle.T @ force),
            torque=_vector(R_base_handle.T @ torque),
            p_anchor=engagement.p_origin,
            stiffness=self._hand.force.centring,
            walls=tuple(walls[:MOST_WALLS]),
            is_limited=self._hand.force.passivity,
        )
        return self._model

    def take_report(self, felt: Felt, now_ns: int) -> HandForce | None:
        """Return the report for the screens; None: no hand is bilateral, and that was reported."""
        is_felt = self._leading() is not None or felt.wrench != NO_FORCE
        was_felt, self._was_felt = self._was_felt, is_felt
        if self._tool is None or not (is_felt or was_felt):
            return None
        delay_s, law, hand = self._arm.delay_s(), self._hand.force, self._hand.human
        border = stability_border(Hand(hand.mass, hand.damping, hand.stiffness), delay_s)
        return HandForce(
            at_ns=now_ns,
            force=felt.wrench.force,
            torque=felt.wrench.torque,
            asked=self._asked if self._leading() else (),
            missing=tuple(reason.why for reason in self._reasons if not reason.is_ready),
            limit=felt.limit,
            passed=felt.passed,
            p_sent=_vector(self._tool.T_base_sent[:3, 3]),
            p_received=_vector(self._tool.T_base_received[:3, 3]),
            delay=delay_s,
            gain=law.gain,
            passive_gain=passive_gain(law.device_damping, delay_s) if delay_s > 0.0 else None,
            stable_gain=None if border is None else border.gain,
            energy=felt.energy,
            model=self._model,
        )

    def _leading(self) -> Engagement | None:
        """Return the engagement of a bilateral hand that leads the arm; None: none does."""
        gate, engagement = self._arm.gate, self._engagements.newest
        if (
            gate is None
            or engagement is None
            or gate.state not in LEADING_STATES
            or gate.epoch != engagement.epoch
        ):
            return None
        return engagement if self.is_bilateral else None

    def _barrier_walls(
        self, leads: Sequence[Barrier], engagement: Engagement, R_base_handle: Array
    ) -> list[Wall]:
        """Return a wall for each lead, where the hand was taken: it comes to rest inside the dead zone."""
        if engagement.steering.mode == "attitude":
            return []
        normals = [_vector(R_base_handle.T @ lead.direction) for lead in leads]
        return [
            Wall(
                p_wall=engagement.p_origin,
                normal=normal,
                stiffness=lead.share * self._hand.force.contact_stiffness,
                damping=lead.share * self._hand.force.contact_damping,
            )
            for lead, normal in zip(leads, normals, strict=True)
        ]


def _share(why: str, push: Push, walls: Sequence[Wall], *, p: Vector, R_base_handle: Array) -> ForceShare:
    """Return what a reason asks for at a place of the handle."""
    force = _vector(R_base_handle.T @ push.force)
    for wall in walls:
        force = plus(force, push_of(wall, p, ZERO))
    return ForceShare(why=why, force=force, torque=_vector(R_base_handle.T @ push.torque))


def _vector(v: Array) -> Vector:
    x, y, z = v.tolist()
    return x, y, z
