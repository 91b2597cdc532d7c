"""What the form asks the planner for, as it stands: the act and a few words, or why it cannot be asked.

joint values     place     line     arc     pose stow     jog about z +1.0°     jog J3 +1.0°     tube
"""

import math
from typing import NamedTuple

from ground.console.motion.motion_draft import ANGLES, DURATION, MotionDraft, vector_of
from ground.console.motion.typed_numbers import ANGLE
from ground.console.texts import formats
from ground.operator.person.motion_acts import AskFixture, AskJog, AskJointJog, AskMotion, MotionAct
from predictor.model.joint_text import shown_unit, shown_value
from telemetry.messages.fixture import FixtureRequest
from telemetry.plan.move_table import ArcTable, MoveTable

FIXTURE_ID = "tube-asked"
TAKE_AWAY = AskFixture(FixtureRequest(fixture_id=FIXTURE_ID, kind="none"))
NOT_SEEN = "where the arm is has not been heard yet: wait for the gate"
JOG_BY_KEY = "a jog is asked for by its own key: an arrow of the pad, one step each"
SAME_PLACES = "A and B are one place: pick or type two"
ALL_LOCKED = "every joint is locked: nothing moves this arm"
NO_RADIUS = "radius: it must be above 0 mm"
LEAST_APART = 1e-3  # ends of a tube [m]


class AskedMotion(NamedTuple):
    """What the form asks for."""

    text: str  # in a few words
    act: MotionAct | None = None
    why_not: str = ""  # why it cannot be asked, with the way out; empty: it can


def asked_motion(draft: MotionDraft) -> AskedMotion:
    """Return what is asked for as the form stands."""
    text = _text(draft)
    why = why_not(draft)
    if why:
        return AskedMotion(text, why_not=why)
    if draft.kind == "tube":
        return AskedMotion(text, AskFixture(_tube(draft)))
    return AskedMotion(text, AskMotion((_move(draft),), draft.kind))


def why_not(draft: MotionDraft) -> str:
    """Return why nothing can be asked for as the form stands, and what to do; empty: it can."""
    if draft.kind == "jog":
        return JOG_BY_KEY
    if draft.arm is None:
        return NOT_SEEN
    if draft.kind in ("joints", "pose") and len(draft.locked) == len(draft.joint_rows):
        return ALL_LOCKED
    names = [*(row.name for row in draft.rows), *([DURATION] if draft.kind != "tube" else [])]
    wrong = next((draft.wrong[name] for name in names if name in draft.wrong), "")
    return wrong or (_tube_why(draft) if draft.kind == "tube" else "")


def jog(draft: MotionDraft, axis: int, *, sign: float, turns: bool) -> AskedMotion:
    """Return one step of the tool along or about an axis of the frame."""
    name = "turn" if turns else "step"
    if draft.wrong.get(name):
        return AskedMotion("jog", why_not=draft.wrong[name])
    step = sign * draft.values[name]
    if step == 0.0:
        return AskedMotion("jog", why_not=f"{name}: it is 0")
    x, y, z = (1.0 if k == axis else 0.0 for k in range(3))
    size = formats.degrees(step) if turns else f"{step * 1e3:+.1f} mm"
    about = f"{'about ' if turns else ''}{'xyz'[axis]}"
    return AskedMotion(f"jog {about} {size}", AskJog((x, y, z), step, turns, draft.axes, draft.tool))


def joint_jog(draft: MotionDraft, number: int, *, sign: float) -> AskedMotion:
    """Return one step of a joint, by its number from 0: that of the tool's step, or of its turn."""
    row = draft.joint_rows[number]
    name = "turn" if row.quantity is ANGLE else "step"
    if draft.wrong.get(name):
        return AskedMotion("jog", why_not=draft.wrong[name])
    if row.name in draft.locked:
        return AskedMotion("jog", why_not=f"{row.caption} is locked: it stays where it is")
    step = sign * draft.values[name]
    size = formats.degrees(step) if name == "turn" else f"{step * 1e3:+.1f} mm"
    return AskedMotion(f"jog {row.caption} {size}", AskJointJog(row.name, step))


def _move(draft: MotionDraft) -> MoveTable:
    """Return the one move, as a plan file has it."""
    if draft.kind in ("joints", "pose"):
        return MoveTable(to=_joint_table(draft), duration_s=draft.duration)
    yaw, pitch, roll = (math.degrees(draft.values[name]) for name in ANGLES)
    goal = draft.vector("goal")
    return MoveTable(
        place_m=goal if draft.kind == "place" else None,
        to_m=goal if draft.kind == "line" else None,
        arc=ArcTable(through_m=draft.vector("via"), to_m=goal) if draft.kind == "arc" else None,
        euler_zyx_deg=(yaw, pitch, roll),
        frame=draft.frame,
        tool=draft.tool,
        duration_s=draft.duration,
    )


def _joint_table(draft: MotionDraft) -> dict[str, float]:
    """Return the goal of each joint that moves, as files name it."""
    joints = draft.robot.commanded
    typed = tuple(draft.values[row.name] for row in draft.joint_rows)
    q = draft.robot.poses[draft.pose_name] if draft.kind == "pose" else typed
    return {
        f"{joint.name}_{shown_unit(joint)}": shown_value(joint, value)
        for joint, value in zip(joints, q, strict=True)
        if joint.name not in draft.locked
    }


def _tube(draft: MotionDraft) -> FixtureRequest:
    """Return the tube between both points, in the base: that of a carried frame would not be one."""
    begin, end = (vector_of(draft.place(name)) for name in ("A", "B"))
    return FixtureRequest(
        fixture_id=FIXTURE_ID, start=begin, end=end, radius=draft.values["radius"], tool=draft.tool
    )


def _tube_why(draft: MotionDraft) -> str:
    if draft.values["radius"] <= 0.0:
        return NO_RADIUS
    return SAME_PLACES if math.dist(draft.vector("A"), draft.vector("B")) < LEAST_APART else ""


def _without(draft: MotionDraft) -> str:
    """Return which joints stay, since they are locked; empty: none."""
    stay = [row.caption for row in draft.joint_rows if row.name in draft.locked]
    return f" but {', '.join(stay)}" if stay else ""


def _text(draft: MotionDraft) -> str:
    match draft.kind:
        case "joints":
            return f"joint values{_without(draft)}"
        case "pose":
            return f"pose {formats.words(draft.pose_name)}{_without(draft)}"
        case "tube":
            return "tube"
        case _:
            return draft.kind
