"""How time grows with bodies, leaves and triangles, and by which power.

    time ~ size^p        p from a fit of log time over log size, of the larger half of the sizes

All pairs would give 1; where a tree leaves out what is far, it is less.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.comparison.measure import Effort, times_in_turns
from predictor.collision.method import CollisionWorld, build_world
from predictor.inputs.arrays import read_only
from predictor.model.robot import Capsules, Robot
from predictor.rays.caster import Caster
from predictor.rays.scene_shapes import frame_poses, seen_shapes
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.motions import fan
from tests.benchmarks.problems.problems import EMPTY, STATION, clear_wave, problem
from tests.benchmarks.problems.scenes import SMALL, Sizes, crowd, modules
from tests.benchmarks.telling.cores import pinned
from tests.benchmarks.telling.rows import Row

Array = NDArray[np.float64]
Pass = Callable[[], object]
Asked = dict[str, tuple[Pass, int]]  # by question, a pass and how many answers it gives

BODIES = (10, 30, 100, 300, 1_000, 3_000, 10_000)
LEAVES = (10, 30, 100, 300, 1_000)
TRIANGLES = (1_000, 10_000, 100_000, 1_000_000)
QUICK = 3  # sizes of a quick run
POSES, RAYS, MESHES = 30, 500, 5
SUB_LINEAR = 0.9  # an exponent that is surely below that of all pairs
TRIANGLES_BY = "mesh"  # the method that looks at triangles one by one
LEAF_M = 0.02  # radius of the many leaves
WORDS = f"time grows by a power of the size below {SUB_LINEAR:g}"


class Curve(NamedTuple):
    """How one thing grows."""

    what: str  # bodies, leaves or triangles
    ask: str  # the question
    sizes: tuple[int, ...]
    us: tuple[float, ...]  # an answer

    @property
    def exponent(self) -> float:
        """The power of the size by which time grows, of the larger half."""
        half = (len(self.sizes) - 1) // 2
        slope, _ = np.polyfit(np.log(self.sizes[half:]), np.log(self.us[half:]), 1)
        return float(slope)

    def told(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**self._asdict(), "sizes": [*self.sizes], "us": [*self.us], "exponent": self.exponent}

    def row(self) -> Row:
        """Return it as a row of the bench."""
        return {
            "id": "F19",
            "case": f"{self.ask}, {self.sizes[-1]} {self.what}",
            "ours": self.ask,
            "ours_us": self.us[-1],
            "peer": None,
            "peer_us": None,
            "ratio": None,
            "target": {"words": WORDS, "us": None, "ratio": None},
            "ok": self.exponent <= SUB_LINEAR,
            "note": f"by the power {self.exponent:.2f} of the {self.what}",
        }


def curves(effort: Effort, *, quick: bool = False) -> Iterator[Curve]:
    """Measure every growth; a quick run only the smallest sizes."""
    count = QUICK if quick else None
    yield from _curves("bodies", BODIES[:count], among_bodies, effort=effort)
    yield from _curves("leaves", LEAVES[:count], with_leaves, effort=effort)
    yield from _curves("triangles", TRIANGLES[: 2 if quick else None], among_triangles, effort=effort)


def among_bodies(count: int) -> Asked:
    """Return what is asked of an arm among so many bodies, which are the smaller the more there are."""
    robot = arms()[THIRTEEN]
    poses = clear_wave(robot, EMPTY).trajectory()
    share = (count / 200) ** (-1.0 / 3.0)
    sizes = Sizes(SMALL.least * share, SMALL.most * share, SMALL.away)
    world = build_world("capsules", robot, crowd("bodies", robot, poses, count=count, sizes=sizes))
    return _asked(world, poses)


def with_leaves(count: int) -> Asked:
    """Return what is asked of an arm of so many leaves, which are not kept apart, in the scene `station`."""
    found = problem(STATION)
    robot = of_leaves(found.robot, count)
    return _asked(build_world("capsules", robot, replace(found.scene, mounts=())), found.trajectory)


def among_triangles(count: int) -> Asked:
    """Return what is asked of an arm among modules that have so many triangles together."""
    robot = arms()[THIRTEEN]
    poses = clear_wave(robot, EMPTY).trajectory()
    scene = modules("triangles", robot, poses, faces=count // MESHES, count=MESHES)
    caster, rays = Caster(seen_shapes(robot, scene)), fan(robot, RAYS)
    T = frame_poses(robot, np.array(robot.home_q))
    asked: Asked = {"ray": (lambda: caster.first_hits(rays.origins[0], rays.directions, T=T), RAYS)}
    return asked | _asked(build_world(TRIANGLES_BY, robot, scene), poses)


def of_leaves(robot: Robot, count: int) -> Robot:
    """Return an arm whose shape is so many balls along the axes of its own leaves."""
    rng, own = np.random.default_rng(1), robot.capsules
    row = np.arange(count) % len(own.names)
    share = rng.uniform(0.0, 1.0, (count, 1))
    centre = own.p0[row] + share * (own.p1[row] - own.p0[row])
    balls = Capsules(
        names=tuple(f"leaf_{number}" for number in range(count)),
        frame=np.ascontiguousarray(own.frame[row]),
        p0=read_only(centre),
        p1=read_only(centre),
        radius=read_only(np.full(count, LEAF_M)),
    )
    return replace(robot, capsules=balls, self_pairs=np.empty((0, 2), np.int64))


def _asked(world: CollisionWorld, trajectory: Array) -> Asked:
    poses = [*np.ascontiguousarray(trajectory[:: len(trajectory) // POSES])]
    return {
        "distance": (lambda: [world.witness(q) for q in poses], len(poses)),
        "hit": (lambda: [world.is_hit(q) for q in poses], len(poses)),
    }


def _curves(
    what: str, sizes: tuple[int, ...], problem_of: Callable[[int], Asked], *, effort: Effort
) -> Iterator[Curve]:
    took: dict[str, list[float]] = {}
    for size in sizes:
        asked = problem_of(size)
        with pinned(1):
            found = np.median(times_in_turns([run for run, _ in asked.values()], effort), axis=0)
        for (ask, (_, answers)), us in zip(asked.items(), found, strict=True):
            took.setdefault(ask, []).append(float(us) / answers)
    for ask, us in took.items():
        yield Curve(what, ask, sizes, tuple(us))
