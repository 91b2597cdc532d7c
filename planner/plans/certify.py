"""Judge a whole plan with the very function that gives the verdicts, and certify it.

Each set-point is judged as the predictor will judge it in the queue: the move to it, and the stop after it.
So a certified plan is not refused in mid-pass for anything but a change.  All moves and stops are made at
once, and a quick look at all of them (`predictor.verdict.quick_look`) settles those that are surely clear,
by the same requirement; only the others are judged one by one.  The clearance of a certificate is thus the
least at the poses that were looked at: begins and ends of all moves and of every period of their stops among
them.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import msgpack, structs
from numpy.typing import NDArray

from planner.motion.moves.trajectory import Trajectory
from planner.motion.paths.path import Refusal
from planner.plans.certificate import point_digests, seal
from predictor.collision.method import Clearance, CollisionWorld
from predictor.compiler.jit_cache import machine_code
from predictor.compiler.jit_target import target
from predictor.model.base.floating_base import base_after
from predictor.motion.motion import NO_LIMIT_BROKEN
from predictor.motion.motion_kernels import moves_and_stops
from predictor.motion.motion_rows import joint_rows
from predictor.verdict.judge import Judgement, judge, limits_of
from predictor.verdict.quick_look import quick_look
from telemetry.agreed import chains
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import Certificate, Evidence

Array = NDArray[np.float64]

MM_PER_M = 1000.0


class ClosestApproach(NamedTuple):
    """The least clearance of a plan in the move to a set-point and the stop after it."""

    clearance: Clearance
    set_point: int  # from 0


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
    known, doubts = _looked_at(world, trajectory, required_m=required_m)
    for index, judgement in _judged(world, trajectory, T_begin, required_m=required_m, indexes=doubts):
        if not judgement.ok:
            return _refusal(trajectory, index, judgement)
        known.append(ClosestApproach(Clearance(judgement.clearance, judgement.pair), index))
    return certificate_of(
        world, trajectory, plan_id, closest=min(known), configuration=configuration, required_m=required_m
    )


def certificate_of(
    world: CollisionWorld,
    trajectory: Trajectory,
    plan_id: str,
    *,
    closest: ClosestApproach,
    configuration: bytes,
    required_m: float,
) -> Certificate:
    """Return the certificate of a plan whose set-points were all judged, and came nearest there."""
    certificate = Certificate(
        plan_id=plan_id,
        configuration=configuration,
        world=world.version,
        start_q=trajectory.start_q,
        points=point_digests(trajectory.states),
        digest=b"",
        clearance=float(closest.clearance.distance),
        pair=closest.clearance.pair,
        evidence=_evidence(world, trajectory, closest.set_point, required_m=required_m),
    )
    return seal(certificate)


def with_file_digests(certificate: Certificate, *, robot: bytes, scene: bytes, method: str) -> Certificate:
    """Return a certificate that names the content of the files, and the method, that it was earned with."""
    if certificate.evidence is None:
        return certificate
    evidence = structs.replace(certificate.evidence, robot=robot, scene=scene, method=method)
    return seal(structs.replace(certificate, evidence=evidence))


def _evidence(
    world: CollisionWorld, trajectory: Trajectory, set_point: int, *, required_m: float
) -> Evidence:
    return Evidence(
        robot=b"",
        scene=b"",
        limits=chains.digest(msgpack.encode(world.robot.limits)),
        method="",
        required=required_m,
        set_point=set_point,
        at=(set_point + 1) * trajectory.period_s,
        machine_code=machine_code(),
        target=target(),
    )


def _looked_at(
    world: CollisionWorld, trajectory: Trajectory, *, required_m: float
) -> tuple[list[ClosestApproach], Sequence[int]]:
    """Return how near the set-points come that a quick look finds clear, and which are left to be judged."""
    states = trajectory.states
    if world.base:
        return [], range(len(states))
    track, period_s = joint_rows(trajectory.track, world.robot.n), trajectory.period_s
    first, moves, fault = moves_and_stops(track, limits_of(world.robot), period_s)
    count = len(states) if fault.quantity == NO_LIMIT_BROKEN else fault.set_point
    faulty = [*range(count, len(states))][:1]
    if count == 0:
        return [], faulty
    first = first[: count + 1]
    seen = quick_look(world, moves[: first[-1]], required_m=required_m, period_s=period_s)
    is_clear = np.logical_and.reduceat(seen.is_clear, first[:-1])
    doubts = np.nonzero(~is_clear)[0].tolist() + faulty
    if not is_clear.any():
        return [], doubts
    distance = np.where(np.repeat(is_clear, np.diff(first)), seen.distance, np.inf)
    nearest = int(distance.argmin())
    clearance = Clearance(float(distance[nearest]), world.pair_names[seen.pair[nearest]])
    return [ClosestApproach(clearance, int(np.searchsorted(first, nearest, side="right")) - 1)], doubts


def _judged(
    world: CollisionWorld,
    trajectory: Trajectory,
    T_world_base: Array,
    *,
    required_m: float,
    indexes: Sequence[int],
) -> Iterator[tuple[int, Judgement]]:
    """Judge set-points one after the other, where the base floats all of them: each leaves it elsewhere."""
    track, period_s = trajectory.track, trajectory.period_s
    for index in indexes:
        previous, state = track[index], track[index + 1]
        verdict = judge(
            world, previous, state, required_m=required_m, period_s=period_s, T_world_base=T_world_base
        )
        yield index, verdict
        if world.base:
            T_world_base = base_after(
                world.base, previous, state, T_world_base=T_world_base, period_s=period_s
            )


def _refusal(trajectory: Trajectory, index: int, judgement: Judgement) -> Refusal:
    """Return which set-point of which move is refused, and for what."""
    number = next(k for k, span in enumerate(trajectory.spans, start=1) if index <= span.last)
    where = f"move {number}, set-point {index} ({(index + 1) * trajectory.period_s:.2f} s)"
    if judgement.reason == "limit":
        return Refusal(Reason.LIMIT, f"{where}: {judgement.detail}", number)
    have, need = judgement.clearance * MM_PER_M, judgement.required * MM_PER_M
    pair = " and ".join(judgement.pair)
    detail = f"{where}: {pair} {have:.0f} mm apart, {need:.0f} mm needed"
    return Refusal(Reason.PLAN_COLLISION, detail, number, judgement.pair)
