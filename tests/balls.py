"""A collision method of its own kind, in one file and a row: all is balls, and every pair is measured.

A capsule is a row of balls that hold it, a box a lattice of them.  Nothing is compiled but the look of
searches, which is that of capsules: a ball is one without length.
"""

from dataclasses import dataclass, replace
from itertools import product
from unittest import mock

import numpy as np

from predictor.collision.capsules.arm_and_scene.packing import pack
from predictor.collision.capsules.arm_and_scene.tables import CapsuleTables
from predictor.collision.capsules.capsules_method import greatest_levers
from predictor.collision.capsules.few_poses.capsule_query import capsule_query
from predictor.collision.convex.convex_method import pair_rates
from predictor.collision.measured_kernels import EACH, FOUND, NO_PAIR, NORMAL, POINTS, RATES
from predictor.collision.method import METHODS, build_world
from predictor.collision.pairs import PairNames, ordered_pairs
from predictor.collision.world import ANY_DISTANCE, AT_FIRST, NOT_ASKED, World, base_that_counts
from predictor.geometry.shapes import Box, Capsule
from predictor.model.base.base_path_kernels import base_at
from predictor.model.kinematics import link_poses
from predictor.model.robot import Capsules, Robot
from predictor.motion.motion import bounds

ROW = {"balls": f"{__name__}:build"}
ALONG = 3  # balls along a capsule, and along the longest edge of a box
CELLS, COARSE = 512, 16  # of a period; from one look to the next once it is known that something is too near


def build_any(method, *model, **how):
    """A world of a method in the list, or of this one."""
    with mock.patch.dict(METHODS, ROW):
        return build_world(method, *model, **how)


@dataclass(frozen=True, kw_only=True, eq=False)
class Balls:
    """What a method supplies (`world.CollisionMethod`); m balls of the arm, b around it."""

    arm: Robot  # whose capsules are balls
    middles: np.ndarray  # (b, 3)
    radii: np.ndarray  # (b,)
    floats: np.ndarray  # (b,) whether each stands in space
    pairs: np.ndarray  # (s, 2) balls of the arm
    tables: CapsuleTables

    def measure(self, poses, T_world_base, *, within=ANY_DISTANCE, out=NOT_ASKED, cores=1):
        """The least of all pairs, pose by pose."""
        found, rows = (within, NO_PAIR), np.atleast_2d(poses)
        for q, told in zip(rows, out.reshape(len(rows), out.size // max(1, len(rows))), strict=True):
            sides = self.sides(self.distances(q, T_world_base))
            least = min(sides)
            found = (least[0], NO_PAIR) if least[0] > within else least
            told[:FOUND] = found[: len(told)]
            if len(told) == EACH:
                told[:] = np.ravel(sides)
            elif len(told) >= RATES and found[0] == found[0]:
                self.tell_where(q, T_world_base, *found, told)
        return found

    def follow(self, moves, base, *, required_m, period_s):
        """Look where the levers leave a doubt; once something is too near, at that pair alone."""
        met, only, below_s, levers = [(np.inf, NO_PAIR)] * 2, None, -1.0, greatest_levers(self.tables)
        for k, move in enumerate([*moves, at_rest(moves[-1], period_s)]):
            speeds = [max(map(abs, bounds(joint, 1, period_s))) for joint in move]
            travel, cell = levers @ speeds * period_s / CELLS, 0
            while cell < CELLS:
                t_s, T = cell * period_s / CELLS, AT_FIRST.copy()
                if base is not None:
                    base_at(base.craft, move, (t_s, period_s), base.T[k], T)
                q = np.einsum("ij,j", move, t_s ** np.arange(6.0))
                distances = self.distances(q, T)
                if not np.isfinite(travel + distances.min()):
                    return np.nan, NO_PAIR, -1.0, np.nan, NO_PAIR, np.nan, NO_PAIR
                if only is not None:
                    distances[np.arange(len(distances)) != only] = np.inf
                sides = self.sides(distances)
                least, key = min(sides)
                met = [min(each) for each in zip(met, sides, strict=True)]
                if only is None and not least - required_m >= travel:
                    only, below_s = key, (k * CELLS + cell) * period_s / CELLS
                    met = [now if now[1] == key else before for now, before in zip(sides, met, strict=True)]
                proven = CELLS if travel == 0.0 else max(1, int((least - required_m) / travel))
                cell += proven if only is None else COARSE
        decides = min(met) if only is None else next(each for each in met if each[1] == only)
        return *decides, below_s, *met[0], *met[1]

    def proximity_query(self, T_world_base):
        """That of capsules."""
        return capsule_query(self.arm, self.tables, T_world_base if self.floats.any() else None)

    def distances(self, q, T_world_base):
        """Distance of every pair at q (n,), by its key; endless where both are joined."""
        own, at = self.arm.capsules, self.placed(q)
        first, second = self.pairs.T
        scene = lengths(at - self.seen(T_world_base)[:, None]) - own.radius - self.radii[:, None]
        itself = lengths(at[first] - at[second]) - own.radius[first] - own.radius[second]
        distances = np.concatenate([scene.ravel(), itself])
        distances[self.tables.mounted] = np.inf
        return distances

    def placed(self, q):
        """Middles (m, 3) of the arm's balls at q (n,)."""
        T = link_poses(self.arm, q)[self.arm.capsules.frame]
        return np.einsum("mij,mj->mi", T[:, :3, :3], self.arm.capsules.p0) + T[:, :3, 3]

    def seen(self, T_world_base):
        """Middles (b, 3) of the others from a base that stands there."""
        away = (self.middles - T_world_base[:3, 3]) @ T_world_base[:3, :3]
        return np.where(self.floats[:, None], away, self.middles)

    def sides(self, distances):
        """The least distance and its key, of the scene and of the arm itself."""
        count = len(distances) - len(self.pairs)
        return nearest(distances[:count], 0), nearest(distances[count:], count)

    def tell_where(self, q, T_world_base, distance, key, told):
        """Nearest points, normal and, if there is room, rates of a pair."""
        own, at, (number, i) = self.arm.capsules, self.placed(q), divmod(key, len(self.arm.capsules.names))
        if number < len(self.radii):
            other, frame = self.seen(T_world_base)[number], 0
        else:
            i, j = self.pairs[key - at.shape[0] * len(self.radii)]
            other, frame = at[j], own.frame[j]
        normal = (at[i] - other) / np.linalg.norm(at[i] - other)
        point = at[i] - own.radius[i] * normal
        told[POINTS:NORMAL], told[NORMAL:RATES] = [*point, *(point - distance * normal)], normal
        if len(told) > RATES:
            points, frames = told[POINTS:NORMAL].reshape(2, 3), (int(own.frame[i]), int(frame))
            told[RATES:] = pair_rates(self.arm, q, frames=frames, points=points, normal=normal)


def lengths(vectors):
    """Lengths (...,) of vectors (..., 3)."""
    return np.sqrt(np.einsum("...i,...i", vectors, vectors))


def nearest(distances, first):
    """The least of some distances and its key, of which theirs begin with the first."""
    place = int(distances.argmin()) if len(distances) else None
    is_none = place is None or distances[place] == np.inf
    return (np.inf, NO_PAIR) if is_none else (float(distances[place]), first + place)


def at_rest(move, period_s):
    """A move (n, 6) that stays where one ends."""
    rest = np.zeros_like(move)
    rest[:, 0] = np.einsum("ij,j", move, period_s ** np.arange(6.0))
    return rest


def in_capsule(p0, p1, radius):
    """Middles and radius of balls that hold a capsule."""
    shares = (np.arange(ALONG) + 0.5) / ALONG if (p0 != p1).any() else np.zeros(1)
    half = np.linalg.norm(p1 - p0) / (2.0 * len(shares))
    return [p0 + share * (p1 - p0) for share in shares], radius + half


def in_box(box):
    """Middles and radius of balls that hold a box."""
    counts = np.ceil(ALONG * box.half / box.half.max() - 1e-9).astype(int)
    lattice = [(2.0 * (np.array(cell) + 0.5) / counts - 1.0) * box.half for cell in np.ndindex(*counts)]
    middles = [box.T_base_box[:3, :3] @ cell + box.T_base_box[:3, 3] for cell in lattice]
    return middles, float(np.linalg.norm(box.half / counts))


def owner(name):
    """Of which body a ball is."""
    return name.rpartition("/")[0]


def arm_of_balls(robot):
    """The arm with balls in the place of its capsules; of two that are kept apart all balls are."""
    own = robot.capsules
    bodies = [in_capsule(*each) for each in zip(own.p0, own.p1, own.radius, strict=True)]
    of, middles = zip(*((i, middle) for i, body in enumerate(bodies) for middle in body[0]), strict=True)
    balls = Capsules(
        names=tuple(f"{own.names[i]}/{k}" for k, i in enumerate(of)),
        frame=own.frame[[*of]],
        p0=np.array(middles),
        p1=np.array(middles),
        radius=np.array([bodies[i][1] for i in of]),
    )
    kept = {tuple(pair) for pair in robot.self_pairs.tolist()}
    pairs = [pair for pair in product(range(len(of)), repeat=2) if (of[pair[0]], of[pair[1]]) in kept]
    return replace(robot, capsules=balls, self_pairs=np.array(pairs, np.int64).reshape(-1, 2))


def scene_of_balls(scene, arm):
    """The scene with balls in the place of its shapes."""
    balls = []
    for shape in scene.volumes:
        is_box = isinstance(shape, Box)
        middles, radius = in_box(shape) if is_box else in_capsule(shape.p0, shape.p1, shape.radius)
        for k, p in enumerate(middles):
            balls.append(Capsule(name=f"{shape.name}/{k}", body=shape.body, p0=p, p1=p, radius=radius))
    both = product(arm.capsules.names, (ball.name for ball in balls))
    mounts = tuple(pair for pair in both if (owner(pair[0]), owner(pair[1])) in scene.mounts)
    return replace(scene, boxes=(), capsules=tuple(balls), mounts=mounts)


def build(robot, scene, *, version):
    """Put balls in the place of all bodies."""
    arm = arm_of_balls(robot)
    around = scene_of_balls(scene, arm)
    base = base_that_counts(robot, around)
    tables = pack(arm, around, base)
    names = tuple(map(owner, arm.capsules.names))
    renamed = tuple(replace(ball, name=owner(ball.name)) for ball in around.capsules)
    told = replace(arm, capsules=replace(arm.capsules, names=names)), replace(around, capsules=renamed)
    return World(
        robot=robot,
        version=version,
        pair_names=PairNames(*told, tables.mounted),
        base=base,
        levers=greatest_levers(tables),
        method=Balls(
            arm=arm,
            middles=np.array([ball.p0 for ball in renamed]).reshape(-1, 3),
            radii=np.array([ball.radius for ball in renamed]),
            floats=np.array([base is not None and scene.stands_in_space(ball.body) for ball in renamed]),
            pairs=np.array(ordered_pairs(arm), np.int64).reshape(-1, 2),
            tables=tables,
        ),
    )
