"""The way out of an arm that stands nearer than is required (R10): what may move, and what is remembered.

    quiet, nearer than required ----> each such pair, with its distance then: nothing renews it
    quiet, all as far as required --> all forgotten
    escape from there: every other pair keeps what is required; each of these falls by 1 mm at most, and does
                       not begin to penetrate, or go deeper; the fastest point goes 10 mm/s, move and stop

Such a judgement permits a motion that was armed as a retreat, and none else.  Speeds are against the base.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from predictor.arm_now.uncertainty import shape_levers
from predictor.collision.method import Clearances, CollisionWorld, Sweep, WorldError
from predictor.geometry.shapes import Scene
from predictor.inputs.arrays import Array
from predictor.model.robot import Robot
from predictor.motion.motion import NO_LIMIT_BROKEN, bounds
from predictor.motion.motion_kernels import moves_and_stops
from predictor.motion.motion_rows import joint_rows
from predictor.verdict.judge import EscapeMeasure, Judgement, fault_text, limit_judgement, limits_of
from telemetry.messages.joint_state import JointState

Pair = tuple[str, str]
BuildWorld = Callable[[Robot, Scene], CollisionWorld]

ROUNDING_M = 1e-5  # by which a pair that penetrates may be measured deeper while nothing moves
MOST_PAIRS = 16  # nearer than required; an arm with more of them is not led out by this rule
WORLDS_KEPT = 64
MM_PER_M = 1000.0


class EscapeRule(NamedTuple):
    """The limits of a motion that leads out."""

    required_m: float  # by every pair that is not nearer already
    falls_m: float  # by which no other comes nearer, since it first was
    fastest_m_s: float  # of any point of the arm


class PairWorlds:
    """The worlds of one arm and scene in which only some of their pairs have to keep apart."""

    def __init__(self, build: BuildWorld, robot: Robot, scene: Scene) -> None:
        """Build the world of all pairs; each other one is built when it is first asked for."""
        self._build, self.robot, self._scene = build, robot, scene
        self.whole = build(robot, scene)
        names = robot.capsules.names
        self._own = {(names[i], names[j]): (i, j) for i, j in robot.self_pairs.tolist()}
        self._own |= {(second, first): own for (first, second), own in self._own.items()}
        self.without = lru_cache(WORLDS_KEPT)(self._without)
        self.of_pair = lru_cache(WORLDS_KEPT)(self._of_pair)
        self.levers = shape_levers(robot)

    def _without(self, pairs: frozenset[Pair]) -> CollisionWorld | None:
        """Return the world without some pairs; None: no other is left."""
        if not pairs:
            return self.whole
        left_out = {self._own[pair] for pair in pairs if pair in self._own}
        own = [row for row in self.robot.self_pairs.tolist() if tuple(row) not in left_out]
        mounts = {*self._scene.mounts, *(pair for pair in pairs if pair not in self._own)}
        return self._with(own, mounts)

    def _of_pair(self, pair: Pair) -> CollisionWorld | None:
        """Return the world of one pair; None: the method knows none of that name."""
        names, shapes = self.robot.capsules.names, [shape.name for shape in self._scene.volumes]
        own = [list(self._own[pair])] if pair in self._own else []
        return self._with(own, {(name, shape) for name in names for shape in shapes} - {pair})

    def kept_apart(self, broken: Mapping[Pair, float]) -> Iterator[tuple[CollisionWorld, float | None]]:
        """Yield the world of all other pairs, without a distance; then of each of these, with its own."""
        others = self.without(frozenset(broken))
        if others:
            yield others, None
        for pair, first_m in broken.items():
            alone = self.of_pair(pair)
            if alone is None:
                raise ValueError(f"no such pair: {pair}")
            yield alone, first_m

    def _with(self, own: list[list[int]], mounts: Iterable[Pair]) -> CollisionWorld | None:
        self_pairs = np.array(own, dtype=np.int64).reshape(-1, 2)
        scene = replace(self._scene, mounts=tuple(sorted(mounts)))
        try:
            return self._build(replace(self.robot, self_pairs=self_pairs), scene)
        except WorldError:
            return None


class EscapeJudge:
    """The pairs that are nearer than required, each with its distance when it first was found so, at rest."""

    def __init__(self, worlds: PairWorlds, rule: EscapeRule, known: Mapping[Pair, float]) -> None:
        """Start with the pairs that are known to be too near."""
        self._worlds, self._rule = worlds, rule
        self.pairs = dict(known)

    @property
    def rows(self) -> tuple[tuple[Pair, float], ...]:
        """The pairs, and how far apart each was."""
        return tuple(self.pairs.items())

    def judge(
        self, move: tuple[JointState, JointState], *, period_s: float, T_world_base: Array | None
    ) -> Judgement:
        """Judge a move and the stop after it (`judge_escape`)."""
        return judge_escape(
            self._worlds, self.pairs, move, rule=self._rule, period_s=period_s, T_world_base=T_world_base
        )

    def on_worlds(self, worlds: PairWorlds) -> None:
        """Take the worlds after an update; pairs that there still are keep their first distance."""
        self._worlds = worlds
        self.pairs = {pair: first_m for pair, first_m in self.pairs.items() if worlds.of_pair(pair)}

    def on_rest(self, q: tuple[float, ...], T_world_base: Array | None) -> bool:
        """Take the joints (n,) at which the arm is confirmed to rest; True if the pairs are others now."""
        before = dict(self.pairs)
        found = self._near_pairs(q, T_world_base)
        self.pairs = {**found, **before} if found else {}
        return self.pairs != before

    def _near_pairs(self, q: tuple[float, ...], T: Array | None) -> dict[Pair, float]:
        """Return the pairs nearer than required, the nearest first."""
        found: dict[Pair, float] = {}
        for _ in range(MOST_PAIRS):
            world = self._worlds.without(frozenset(found))
            near = world.clearance(q, T) if world else None
            if near is None or near.distance >= self._rule.required_m or near.pair in found:
                break
            found[near.pair] = near.distance
        return found


def judge_escape(
    worlds: PairWorlds,
    broken: Mapping[Pair, float],
    move: tuple[JointState, JointState],
    *,
    rule: EscapeRule,
    period_s: float,
    T_world_base: Array | None = None,
) -> Judgement:
    """Judge a move, and the stop after it, of an arm that stands nearer than required.

    Args:
        worlds: of its pairs.
        broken: the pairs nearer than required, with their distance when they first were [m].
        move: its begin and its end.
        rule: what it keeps.
        period_s: of the move [s].
        T_world_base: (4, 4) where the base is as it begins.
    """
    robot = worlds.robot
    _, motion, fault = moves_and_stops(joint_rows(move, robot.n), limits_of(robot), period_s)
    if fault.quantity != NO_LIMIT_BROKEN:
        near = worlds.whole.clearances(move[0].q, T_world_base)
        return limit_judgement(worlds.whole, near, rule.required_m, detail=fault_text(robot, move[1], fault))
    swept, fallen = _swept(worlds, broken, motion, rule=rule, period_s=period_s, T_world_base=T_world_base)
    way_out = EscapeMeasure(fallen, fastest_point(worlds.levers, motion, period_s))
    bad = next((each for each in swept if each.below_s is not None), None)
    least = bad or min(swept, key=lambda each: each.clearance)
    (reason, detail), allowed_m = _objection(bad, way_out, rule), worlds.whole.allowance(least.pair)
    return Judgement(
        ok=not reason,
        reason=reason,
        detail=detail,
        clearance=least.clearance + allowed_m,
        required=rule.required_m + allowed_m,
        pair=least.pair,
        time_to_contact_s=None if bad is None else bad.below_s,
        each=_each(swept),
        escape=way_out,
    )


def _swept(
    worlds: PairWorlds,
    broken: Mapping[Pair, float],
    motion: Array,
    *,
    rule: EscapeRule,
    period_s: float,
    T_world_base: Array | None,
) -> tuple[list[Sweep], float]:
    """Return how near each world of pairs comes, and the greatest fall of those that are too near [m]."""
    swept, fallen = [], 0.0
    for world, first_m in worlds.kept_apart(broken):
        floor_m = rule.required_m if first_m is None else kept_distance(first_m, rule)
        found = world.sweep(motion, required_m=floor_m, period_s=period_s, T_world_base=T_world_base)
        swept.append(found)
        fallen = max(fallen, 0.0 if first_m is None else first_m - found.clearance)
    return swept, fallen


def _objection(
    bad: Sweep | None, way_out: EscapeMeasure, rule: EscapeRule
) -> tuple[Literal["", "too_close", "retreat_too_fast"], str]:
    """Return why a motion is no way out, as a code and for people; empty: it is one."""
    if bad is not None:
        return "too_close", f"{bad.pair[0]} and {bad.pair[1]} {bad.clearance * MM_PER_M:.1f} mm apart"
    if way_out.speed <= rule.fastest_m_s:
        return "", ""
    allowed = f"{rule.fastest_m_s * MM_PER_M:.0f} mm/s allowed"
    return "retreat_too_fast", f"a retreat at up to {way_out.speed * MM_PER_M:.1f} mm/s, {allowed}"


def _each(swept: Sequence[Sweep]) -> Clearances:
    """Return the least clearance to the scene, and between parts of the arm."""
    scene = [each.each.scene for each in swept if each.each.scene]
    itself = [each.each.itself for each in swept if each.each.itself]
    return Clearances(min(scene, default=None), min(itself, default=None))


def kept_distance(first_m: float, rule: EscapeRule) -> float:
    """Return what a pair keeps that was so far apart when it first was nearer than required [m]."""
    return first_m - ROUNDING_M if first_m <= 0.0 else max(first_m - rule.falls_m, 0.0)


def fastest_point(levers: Array, motion: Array, period_s: float) -> float:
    """Bound the speed of the fastest point of the arm over moves (k, n, 6) [m/s]; NaN in, NaN out.

    `levers` (s, n): how far a point of each part goes at most for each joint.
    """
    peak = [[max(map(abs, bounds(joint, 1, period_s))) for joint in move] for move in motion.tolist()]
    return float(np.max(np.array(peak) @ levers.T, initial=0.0))
