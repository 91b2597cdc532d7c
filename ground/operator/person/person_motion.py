"""The motions that a person asks for at a screen: jogs become moves, and answers become what is shown.

    AskJog        the tool goes by a stated step: a line in the tool's own frame, as that stands at rest
    AskJointJog   a joint goes by a stated step: a joint move of it alone

What is asked is planned, certified and armed as every plan is (`person_plans`).
"""

import math
from typing import assert_never

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ground.operator.client import OperatorClient, Steps
from ground.operator.person.motion_acts import AskJog, AskJointJog, AskMotion
from ground.operator.person.motion_answer import MotionAnswer, MotionState, NamedPose, joint_peaks
from ground.operator.person.person_plans import NOT_ASKED, PersonPlan, PersonPlans
from predictor.model.joint_text import shown_unit, shown_value
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import quaternion_from_rotation, rotation_from_vector
from telemetry.agreed.reasons import Reason, line
from telemetry.files.settings import nearest
from telemetry.messages.plan import PartState, PlanReady, PlanRefused
from telemetry.plan.move_table import BASE, TOOL, WORLD, MoveTable
from telemetry.plan.plan_table import StepsTable

Array = NDArray[np.float64]
Asked = AskMotion | AskJog | AskJointJog

JOG_FRAMES = (BASE, WORLD, TOOL)
NO_SHORTER = "nothing was refused for its duration"


class MotionError(ValueError):
    """What cannot be asked for, and why."""


class PersonMotion:
    """The motion that is asked for, and its answer."""

    def __init__(self, client: OperatorClient, plans: PersonPlans, robot: Robot) -> None:
        """Begin with nothing asked for."""
        self._client, self._plans, self._robot = client, plans, robot
        self._asked = AskMotion(())
        self.poses = tuple(NamedPose(name, q) for name, q in robot.poses.items())

    @property
    def moves(self) -> tuple[MoveTable, ...]:
        """The moves that were asked for last."""
        return self._asked.moves

    def ask(self, act: Asked) -> Steps[str]:
        """Have a motion planned; returns why there is none, or empty."""
        try:
            asked = self._motion(act)
        except MotionError as error:
            return str(error)
        why = yield from self._plans.ask(asked.moves, asked.name)
        if self._plans.asked is not None and self._plans.asked.offer.plan.moves is asked.moves:
            self._asked = asked
        return self._refused_for(why)

    def ask_shortest(self) -> Steps[str]:
        """Have the same planned in its shortest time, after it was refused for the one that was asked."""
        plan = self._plans.asked
        answer = plan.flier.answer if plan else None
        if not isinstance(answer, PlanRefused) or answer.reason != Reason.DURATION_TOO_SHORT:
            return NO_SHORTER if plan else NOT_ASKED
        moves = tuple(replace(move, duration_s=None) for move in self._asked.moves)
        return (yield from self.ask(AskMotion(moves, self._asked.name)))

    @property
    def shown(self) -> MotionAnswer | None:
        """What a screen shows; None: nothing was asked for yet."""
        plan = self._plans.asked
        if plan is None:
            return None
        row, answer = plan.shown.rows[0], plan.flier.answer
        ready = answer if isinstance(answer, PlanReady) else None
        refused = answer if isinstance(answer, PlanRefused) else None
        stale = plan.flier.stale
        return MotionAnswer(
            name=plan.offer.name,
            moves=plan.offer.plan.moves,
            state=_state(plan, row.state),
            detail=row.detail,
            asked_ns=plan.flier.asked_ns,
            key=plan.shown.key,
            ready=ready,
            refused=refused,
            peaks=joint_peaks(answer.peaks if answer else None, self._robot),
            stale=line(stale) if stale else "",
        )

    def _refused_for(self, why: str) -> str:
        """Return why there is no plan, as its row tells it."""
        plan = self._plans.asked
        row = plan.next_row if plan else None
        return row.detail if why and row and row.state == "failed" else why

    def _motion(self, act: Asked) -> AskMotion:
        match act:
            case AskMotion(moves=moves):
                _check(moves)
                return act
            case AskJog():
                return AskMotion((self._jog(act),), "jog")
            case AskJointJog():
                return AskMotion((self._joint_jog(act),), f"jog {act.joint}")
            case _:
                assert_never(act)

    def _rest_q(self) -> tuple[float, ...]:
        """Return where the arm rests (n,) [rad or m]."""
        status = self._client.status
        if status is None or not status.last.at_rest:
            raise MotionError(line(Reason.NO_START_POSE if status is None else Reason.STILL_MOVING))
        return status.last.q

    def _joint_jog(self, act: AskJointJog) -> MoveTable:
        names = [joint.name for joint in self._robot.commanded]
        if act.joint not in names:
            raise MotionError(f"the arm has no joint {act.joint!r}{nearest(act.joint, names)}")
        k = names.index(act.joint)
        joint, goal = self._robot.commanded[k], self._rest_q()[k] + act.step
        return MoveTable(to={f"{act.joint}_{shown_unit(joint)}": shown_value(joint, goal)})

    def _jog(self, act: AskJog) -> MoveTable:
        step = act.step * (self._tool_axes(act).T @ np.array(act.axis))
        if not act.turns:
            return MoveTable(frame=TOOL, tool=act.tool, to_m=_triple(step))
        w, x, y, z = quaternion_from_rotation(rotation_from_vector(step)).tolist()
        return MoveTable(frame=TOOL, tool=act.tool, to_m=(0.0, 0.0, 0.0), attitude_wxyz=(w, x, y, z))

    def _tool_axes(self, act: AskJog) -> Array:
        """Return the axes of the tool (3, 3) in those of the frame of a jog."""
        length = math.hypot(*act.axis)
        if act.frame not in ("", *JOG_FRAMES) or not abs(length - 1.0) < 1e-6:
            raise MotionError(f"a jog goes along an axis of length one of {', '.join(JOG_FRAMES)}")
        if act.frame == TOOL:
            return np.eye(3)
        try:
            robot = self._robot.with_tool(act.tool) if act.tool else self._robot
        except ValueError as error:
            raise MotionError(str(error)) from None
        R_base_tool = tool_pose(robot, self._rest_q())[:3, :3]
        if act.frame != WORLD:
            return R_base_tool
        report = self._client.report
        if report is None:
            raise MotionError(line(Reason.TELEMETRY_STALE))
        return rotation_from_quaternion(np.array(report[1].quat_world_base)) @ R_base_tool


def _check(moves: tuple[MoveTable, ...]) -> None:
    """Refuse moves that no plan file could hold.

    Raises:
        MotionError: which figure of which move is beyond what may be asked for.
    """
    try:
        msgspec.convert(msgspec.to_builtins(StepsTable(moves=moves)), StepsTable)
    except (msgspec.ValidationError, ValueError) as error:
        raise MotionError(str(error)) from None


def _state(plan: PersonPlan, state: PartState) -> MotionState:
    match state:
        case "ready":
            return "ready"
        case "failed":
            return "refused"
        case "interrupted":
            return "interrupted"
        case "done":
            return "flown"
    return "flying" if plan.is_flown else "left" if state == "to do" else "asked"


def _triple(v: Array) -> tuple[float, float, float]:
    x, y, z = v.tolist()
    return x, y, z
