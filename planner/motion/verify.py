"""Judge a whole plan with the very function that gives the verdicts, and certify it.

Each set-point is judged as the predictor will judge it in the queue: the move to it, and the stop after it.
So a certified plan is not refused in mid-pass for anything but a change.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from planner.certificate import plan_digest, point_digests
from planner.motion.limits import Refusal
from planner.motion.trajectory import Trajectory
from predictor.collision.method import CollisionWorld
from predictor.lookahead import Judgement, judge
from predictor.model.base.floating_base import base_after
from predictor.stop import rest
from telemetry.messages.plan import Certificate
from telemetry.reasons import Reason

Array = NDArray[np.float64]

MM_PER_M = 1000.0


def certify(
    world: CollisionWorld,
    trajectory: Trajectory,
    plan_id: str,
    *,
    configuration: bytes,
    required_m: float,
    T_world_base: Array | None = None,
) -> Certificate | Refusal:
    """Judge every set-point of a plan, and return its certificate.

    Args:
        world, trajectory, plan_id: what the plan must keep clear of, the plan and its name.
        configuration: hash of all that planner, predictor and gate must agree on.
        required_m: clearance that must be kept everywhere, stops included [m].
        T_world_base: (4, 4) where the base stands as the plan begins; None: where it stood as the run began.

    Returns:
        The certificate, or a refusal (plan_collision, limit) that names set-point, pair and millimetres.
    """
    T_begin = np.eye(4) if T_world_base is None else T_world_base
    judgements = []
    for index, judgement in enumerate(_judged(world, trajectory, T_begin, required_m=required_m)):
        if not judgement.ok:
            return _refusal(trajectory, index, judgement)
        judgements.append(judgement)
    closest = min(judgements, key=lambda judgement: judgement.clearance)
    points = point_digests(trajectory.states)
    return Certificate(
        plan_id=plan_id,
        configuration=configuration,
        world=world.version,
        start_q=trajectory.start_q,
        points=points,
        digest=plan_digest(
            plan_id, points, configuration=configuration, world=world.version, start_q=trajectory.start_q
        ),
        clearance=float(closest.clearance),
        pair=closest.pair,
    )


def _judged(
    world: CollisionWorld, trajectory: Trajectory, T_world_base: Array, *, required_m: float
) -> Iterator[Judgement]:
    """Judge one set-point after the other, each from where the one before has left the base."""
    previous, period_s = rest(trajectory.start_q), trajectory.period_s
    for state in trajectory.states:
        yield judge(
            world,
            previous,
            state,
            required_m=required_m,
            period_s=period_s,
            T_world_base=T_world_base,
        )
        if world.base:
            T_world_base = base_after(
                world.base, previous, state, T_world_base=T_world_base, period_s=period_s
            )
        previous = state


def _refusal(trajectory: Trajectory, index: int, judgement: Judgement) -> Refusal:
    """Say which set-point of which move is refused, and for what."""
    number = next(k for k, span in enumerate(trajectory.spans, start=1) if index <= span.last)
    where = f"move {number}, set-point {index} ({(index + 1) * trajectory.period_s:.2f} s)"
    if judgement.reason == "limit":
        return Refusal(Reason.LIMIT, f"{where}: {judgement.detail}")
    have, need = judgement.clearance * MM_PER_M, judgement.required * MM_PER_M
    pair = " and ".join(judgement.pair)
    return Refusal(Reason.PLAN_COLLISION, f"{where}: {pair} {have:.0f} mm apart, {need:.0f} mm needed")
