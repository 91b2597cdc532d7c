"""What was released and can no longer be recalled, judged again in the world as it is now (R9).

It was judged with all joints moving, and with its base where it was then.
"""

from collections.abc import Sequence
from typing import NamedTuple

from predictor.arm_now.failed_joints import distance_text
from predictor.arm_now.locked_joints import Locked, with_locked
from predictor.collision.method import Clearance, CollisionWorld
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase, base_after
from predictor.verdict.judge import judge
from telemetry.messages.joint_state import JointState


class UnderWayJudgement(NamedTuple):
    """How many moves are under way, how many of them come too near, and how near."""

    moves: int
    too_near: int  # of them, by the requirement
    nearest: Clearance | None


class CarriedBase(NamedTuple):
    """A base that motion carries, and where it is."""

    base: FloatingBase
    T_world_base: Array  # (4, 4)


def judge_under_way(
    world: CollisionWorld,
    moves: Sequence[tuple[JointState, JointState]],
    locked: Locked,
    *,
    required_m: float,
    period_s: float,
    carried: CarriedBase | None = None,
) -> UnderWayJudgement:
    """Judge moves that cannot be recalled as they will be made, by joints that stand and a base (R9).

    Args:
        world: in which they are judged.
        moves: begin and end of each.
        locked: where joints stand.
        required_m: clearance [m].
        period_s: of each move [s].
        carried: the base as the first one begins; None: it is bolted, or nothing is apart from it.
    """
    judged, T = [], carried.T_world_base if carried else None
    for move in moves:
        before, end = (with_locked(locked, state) for state in move)
        judged.append(judge(world, before, end, required_m=required_m, period_s=period_s, T_world_base=T))
        if carried and T is not None:
            T = base_after(carried.base, before, end, T_world_base=T, period_s=period_s)
    near = min((Clearance(each.clearance, each.pair) for each in judged), default=None)
    return UnderWayJudgement(len(moves), sum(not each.ok for each in judged), near)


def under_way_text(coming: UnderWayJudgement, what: str = "cannot be stopped") -> str:
    """Say of how many what is so, and how near they come; nothing, if nothing is coming."""
    if coming.nearest is None:
        return ""
    bad = f", {coming.too_near} of them too near" if coming.too_near else ""
    return f"; {coming.moves} set-points {what}{bad}: {distance_text(coming.nearest)} at the least"
