"""Judge a plan before it is flown, as fast as it can be: each leg by the very function of the verdict.

legs planned one after the other --> set-points --> certificate, or the first reason why not
                                        '--> of each move: peaks as shares of limits, least clearance, how
                                             near it comes to a singular pose
fixtures made from where the arm rests then --> tubes and the rest, or why not
legs and what stands between them --> contact windows: does each leg fit into one?
the whole plan again with each joint locked in turn where it starts --> does it survive that?
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.commands.fixture import plan_fixtures
from planner.commands.flown_legs import FlownLeg, PlanAsked, PlanPart, flown_legs
from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.moves.trajectory import Trajectory
from planner.motion.paths.path import Refusal
from planner.motion.rates import chain_of
from planner.motion.timing.flown_peaks import flown_peaks
from planner.plans.certify import certify
from planner.plans.make_plan import PlannedPath
from predictor.collision.method import CollisionWorld, build_world
from predictor.model.base.floating_base import base_after, carried
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot
from predictor.run_model import read_model
from telemetry.agreed.limits import QUIET_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.clock import monotonic_ns
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Certificate, PlanRefused
from telemetry.plan.judged import JudgedAgain, JudgedLeg, JudgedMove, PlanFixture, Verified, WindowFit

Array = NDArray[np.float64]

JUDGING_ROUNDS = 3  # of which the fastest counts as how long judging takes
NOT_CARRIED_OUT = ("contact",)  # steps that no spacecraft carries out yet
QUIET_S = QUIET_NS / NS_PER_S


def verify(asked: PlanAsked) -> Verified:
    """Plan and judge all legs of a plan.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no joint of a name that is locked.
    """
    model = read_model(asked.settings)
    method, version = asked.settings.collision_method, model.world_version
    world = build_world(method, model.robot, model.kept_clear, version=version)
    flown = [*flown_legs(asked)]
    legs = tuple(_judged(asked, world, leg) for leg in flown)
    fixtures = tuple(plan_fixtures(asked, flown))
    contact = windows_fit(asked.settings, asked.parts, {leg.step: leg.motion_s for leg in legs})
    motion_s, judged_s = sum(leg.motion_s for leg in legs), sum(leg.judged_s for leg in legs)
    refusal = _first_refusal(asked, legs, fixtures)
    if refusal is None and not contact.fits:
        refusal = Refusal(Reason.NO_WINDOW, contact.detail)
    return Verified(
        name=asked.name,
        robot=model.robot.name,
        ok=refusal is None,
        reason=refusal.reason if refusal else "",
        detail=refusal.detail if refusal else "",
        legs=legs,
        fixtures=fixtures,
        contact=contact,
        required_m=asked.settings.margins.required_m,
        motion_s=motion_s,
        judged_s=judged_s,
        times_real_time=motion_s / judged_s if judged_s else None,
    )


def _first_refusal(
    asked: PlanAsked, legs: Sequence[JudgedLeg], fixtures: Sequence[PlanFixture]
) -> Refusal | None:
    """Return the first reason why a plan cannot be flown."""
    for part in asked.parts:
        if part.kind in NOT_CARRIED_OUT:
            return Refusal(Reason.NOT_CARRIED_OUT, f"step {part.step}, {part.kind}")
    for leg in legs:
        if not leg.ok:
            return Refusal(Reason(leg.reason), f"step {leg.step}: {leg.detail}")
    for fixture in fixtures:
        if not fixture.ok:
            return Refusal(Reason(fixture.reason), f"fixture {fixture.name}: {fixture.detail}")
    return None


def _judged(asked: PlanAsked, world: CollisionWorld, leg: FlownLeg) -> JudgedLeg:
    planned = leg.planned
    if isinstance(planned, PlanRefused):
        return _judged_leg(leg, planned.plan_id, reason=planned.reason, detail=planned.detail)
    plan_id = planned.certificate.plan_id
    if not leg.is_as_asked:
        return _judged_leg(
            leg, plan_id, reason=leg.asked.refused, detail="had to be refused for this, and is not"
        )
    judged = _judged_leg(leg, plan_id)
    return msgspec.structs.replace(
        judged,
        moves=tuple(_moves(asked, world, planned, step=leg.asked.step)),
        certificate=planned.certificate,
        motion_s=planned.trajectory.duration_s,
        judged_s=_judging_s(asked, world, planned.trajectory),
    )


def _judged_leg(leg: FlownLeg, plan_id: str, *, reason: str = "", detail: str = "") -> JudgedLeg:
    return JudgedLeg(
        step=leg.asked.step,
        plan_id=plan_id,
        ok=leg.is_as_asked,
        reason=reason,
        detail=detail,
        losses=leg.losses,
    )


def _judging_s(asked: PlanAsked, world: CollisionWorld, trajectory: Trajectory) -> float:
    """Return how long it takes to judge a motion [s]."""
    taken, T_world_base = [], _base_at(asked, world, trajectory.start_q)
    for _ in range(JUDGING_ROUNDS):
        begun_ns = monotonic_ns()
        _certified(asked, world, trajectory, T_world_base=T_world_base)
        taken.append(monotonic_ns() - begun_ns)
    return min(taken) / NS_PER_S


def _base_at(asked: PlanAsked, world: CollisionWorld, q: tuple[float, ...]) -> Array:
    """Return where the base stands as a leg begins (4, 4), as the planner knows it."""
    if world.base is None:
        return np.eye(4)
    return carried(world.base, asked.start_q, q, T_world_base=np.eye(4))


def _certified(
    asked: PlanAsked, world: CollisionWorld, trajectory: Trajectory, *, T_world_base: Array
) -> Certificate | Refusal:
    """Judge a motion of the plan again, by itself."""
    return certify(
        world,
        trajectory,
        asked.name,
        configuration=asked.settings.configuration,
        required_m=asked.settings.margins.required_m,
        T_world_base=T_world_base,
    )


def _moves(
    asked: PlanAsked, world: CollisionWorld, planned: PlannedPath, *, step: int
) -> Iterator[JudgedMove]:
    """Yield what each move asks of the arm, and how near it comes; blended ones come near as one."""
    whole, nearest = planned.trajectory, _nearest_of_runs(asked, world, planned.trajectory)
    track = whole.track
    for number, (move, span) in enumerate(zip(planned.moves, whole.spans, strict=True)):
        robot = world.robot.with_tool(move.tool) if move.tool else world.robot
        states = track[span.first : span.last + 2]
        rates, found = flown_peaks(states, whole.period_s), nearest[number]
        yield JudgedMove(
            step=step + number,
            kind=move.kind,
            tool=move.tool,
            duration_s=(span.last - span.first + 1) * whole.period_s,
            shortest_s=span.figures.shortest_s if span.figures else None,
            speed=_share(robot, rates.speed, robot.limits.qd_max),
            acceleration=_share(robot, rates.acceleration, robot.limits.qdd_max),
            jerk=_share(robot, rates.jerk, robot.limits.qddd_max),
            clearance_m=found.clearance if isinstance(found, Certificate) else None,
            pair=found.pair if isinstance(found, Certificate) else ("", ""),
            around=planned.around[number],
            turned=span.turned,
            singular=_least_singular(robot, states),
        )


def _nearest_of_runs(
    asked: PlanAsked, world: CollisionWorld, whole: Trajectory
) -> list[Certificate | Refusal]:
    """Judge each run of moves from rest to rest by itself; return what was found, once for each move."""
    found: list[Certificate | Refusal] = []
    track, T_world_base = whole.track, _base_at(asked, world, whole.start_q)
    begins = [number for number, span in enumerate(whole.spans) if span.figures is not None]
    for begin, end in pairwise([*begins, len(whole.spans)]):
        spans = whole.spans[begin:end]
        first, last = spans[0].first, spans[-1].last
        start_q = track[first].q
        states = whole.states[first : last + 1]
        alone = Trajectory(start_q=start_q, states=states, spans=spans, period_s=whole.period_s)
        found += [_certified(asked, world, alone, T_world_base=T_world_base)] * len(spans)
        if world.base is not None:
            for state, following in pairwise(track[first : last + 2]):
                T_world_base = base_after(
                    world.base, state, following, T_world_base=T_world_base, period_s=whole.period_s
                )
    return found


def _share(robot: Robot, peaks: Sequence[float], limits: Sequence[float]) -> tuple[float, str]:
    """Return the greatest share of a limit, and the name of its joint."""
    shares = [peak / limit for peak, limit in zip(peaks, limits, strict=True)]
    joint = int(np.argmax(shares))
    return shares[joint], robot.commanded[joint].name


def _least_singular(robot: Robot, states: Sequence[JointState]) -> float | None:
    """Return the least singular value of the tool's Jacobian at the set-points; None: it has no six."""
    if len(robot.tool_columns) < POSE_ROWS:
        return None
    jacobians = np.array([tool_jacobian(robot, state.q) for state in states])
    return float(np.linalg.svd(jacobians, compute_uv=False)[:, POSE_ROWS - 1].min())


def windows_fit(settings: RunSettings, parts: Sequence[PlanPart], motion_s: Mapping[int, float]) -> WindowFit:
    """Lay the parts into the contact windows one after the other; motion_s: of each leg, by its first step.

    Each leg leaves within one window, and its end is confirmed in it too:

        window |-----------------------------------------------|          |---------------
                 quiet  fill  motion          buffer, round trip
                 |-----|-----|---------------|------------------|  leg     |-----|-----|--
    """

    def is_open(begin_s: float, end_s: float) -> bool:
        return any(opens <= begin_s and end_s <= closes for opens, closes in settings.link.windows_s)

    now_s = 0.0
    for part in parts:
        if not part.moves:
            now_s += part.lasts_s or 0.0
            continue
        needs_s = leg_s(settings, motion_s.get(part.step, 0.0))
        begins = [max(now_s, opens) for opens, closes in settings.link.windows_s if closes >= needs_s + now_s]
        begin_s = next((begin for begin in begins if is_open(begin, begin + needs_s)), None)
        if begin_s is None:
            text = f"the moves from step {part.step} need {needs_s:.1f} s in one window from {now_s:.1f} s on"
            return WindowFit(fits=False, needs_s=now_s + needs_s, detail=f"{text}, and there is none")
        now_s = begin_s + needs_s
    return WindowFit(fits=True, needs_s=now_s, detail="")


def leg_s(settings: RunSettings, motion_s: float) -> float:
    """Return how long a leg takes from when it may be armed until its end is confirmed [s]."""
    commanding = settings.commanding
    fill_s = (commanding.depth + 1) * commanding.period_s
    link_s = settings.link.round_trip_ns / NS_PER_S
    return QUIET_S + fill_s + motion_s + commanding.buffer_s + link_s


def judged_again(asked: PlanAsked) -> tuple[JudgedAgain, ...]:
    """Judge a plan with each joint that carries the tool locked in turn.

    Raises:
        FileError: the robot or scene file cannot be used.
    """
    robot = read_model(asked.settings).robot
    rows = zip(robot.commanded, chain_of(robot).carries, strict=True)
    return tuple(_judged_with(asked, joint.name) for joint, carries in rows if carries)


def _judged_with(asked: PlanAsked, joint: str) -> JudgedAgain:
    legs = list(flown_legs(msgspec.structs.replace(asked, locked=(joint,))))
    refused = next((leg.planned for leg in legs if not leg.is_as_asked), None)
    reason = refused.detail or refused.reason if isinstance(refused, PlanRefused) else ""
    losses = tuple(f"step {leg.asked.step}, {loss}" for leg in legs for loss in leg.losses)
    return JudgedAgain(plan=asked.name, joint=joint, ok=refused is None, reason=reason, losses=losses)
