"""What is aimed at: how much faster than a peer, or how fast, by line of the targets and kind of problem.

Ratios are measured side by side in one run and hold on every arm; a time [us per answer] was set on another
machine, for the arm of thirteen leaves, and tells of the order of magnitude.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tests.benchmarks.peers.way import Question

PINOCCHIO_ALL = "pinocchio computeDistances"
PINOCCHIO_HITS = ("pinocchio computeCollisions", "pinocchio broadphase tree")
PINOCCHIO_BATCH = "pinocchio parallel tree"
MUJOCO_HITS, MUJOCO_DISTANCE = "mujoco mj_collision", "mujoco mj_geomDistance"
COAL_BROADPHASE, COAL_TREE = "coal broadphase", "coal BVH"


class Target(NamedTuple):
    """What a line asks of one kind of problem."""

    words: str
    us: float | None = None  # for an answer, at most
    ratios: Mapping[str, float] = {}  # by how a peer's way begins: that many times as fast, at least
    modes: tuple[str, ...] = ()  # how ways begin of which the quickest counts alone

    def ratio(self, way: str) -> float | None:
        """Return how many times as fast as this way is asked for, if anything is."""
        return next((ratio for begin, ratio in self.ratios.items() if way.startswith(begin)), None)

    def on_any_arm(self) -> "Target":
        """Return what holds on arms that the times were not set for."""
        return self._replace(us=None)


TARGETS: dict[tuple[str, str], Target] = {
    ("F1", "station"): Target(
        "minimum distance, kernel: >= 11x Pinocchio computeDistances, <= 0.75 us", 0.75, {PINOCCHIO_ALL: 11}
    ),
    ("F1", "dense"): Target(
        "minimum distance, kernel: >= 70x Pinocchio computeDistances, <= 1.5 us", 1.5, {PINOCCHIO_ALL: 70}
    ),
    ("F2", "station"): Target(
        "distance, pair and points, public call: >= 4x Pinocchio, >= 50x coal's broadphase, <= 2 us",
        2.0,
        {PINOCCHIO_ALL: 4, COAL_BROADPHASE: 50},
    ),
    ("F2", "dense"): Target(
        "distance, pair and points, public call: >= 40x Pinocchio, >= 50x coal's broadphase, <= 3 us",
        3.0,
        {PINOCCHIO_ALL: 40, COAL_BROADPHASE: 50},
    ),
    ("F3", "station"): Target(
        "hit or free: >= 9x MuJoCo mj_collision, >= 10x the better Pinocchio mode",
        ratios={MUJOCO_HITS: 9, **dict.fromkeys(PINOCCHIO_HITS, 10)},
        modes=PINOCCHIO_HITS,
    ),
    ("F3", "dense"): Target(
        "hit or free: >= 9x MuJoCo mj_collision, >= 40x the better Pinocchio mode",
        ratios={MUJOCO_HITS: 9, **dict.fromkeys(PINOCCHIO_HITS, 40)},
        modes=PINOCCHIO_HITS,
    ),
    ("F6", "mesh"): Target(
        "convex modules of 2,000 triangles: >= 12x MuJoCo and Pinocchio, >= 250x coal's BVH, <= 4.5 us",
        4.5,
        {MUJOCO_DISTANCE: 12, PINOCCHIO_ALL: 12, COAL_TREE: 250},
    ),
    ("F6", "mesh_10k"): Target(
        "convex modules of 10,000 triangles: >= 8x MuJoCo and Pinocchio, >= 250x coal's BVH, <= 7 us",
        7.0,
        {MUJOCO_DISTANCE: 8, PINOCCHIO_ALL: 8, COAL_TREE: 250},
    ),
    ("F4", "station"): Target(
        "distance along a trajectory: 6000 in <= 0.45 ms on one core, >= 60x Pinocchio's parallel tree",
        450 / 6000,
        {PINOCCHIO_BATCH: 60},
    ),
    ("F4", "dense"): Target(
        "distance along a trajectory: 6000 in <= 0.65 ms on one core, >= 280x Pinocchio's parallel tree",
        650 / 6000,
        {PINOCCHIO_BATCH: 280},
    ),
    ("F4", "station, two cores"): Target(
        "distance along a trajectory: 6000 in <= 0.25 ms on two cores, >= 60x Pinocchio's parallel tree",
        250 / 6000,
        {PINOCCHIO_BATCH: 60},
    ),
    ("F4", "dense, two cores"): Target(
        "distance along a trajectory: 6000 in <= 0.35 ms on two cores, >= 280x Pinocchio's parallel tree",
        350 / 6000,
        {PINOCCHIO_BATCH: 280},
    ),
    ("F13", "station"): Target("a trajectory of 60 s: >= 60,000x real time", 60e6 / 60_000),
    ("F13", "dense"): Target("a trajectory of 60 s: >= 50,000x real time", 60e6 / 50_000),
    ("F13", "station, certified between samples"): Target(
        "a trajectory of 60 s: at most twice the time of samples", 2 * 60e6 / 60_000
    ),
    ("F13", "dense, certified between samples"): Target(
        "a trajectory of 60 s: at most twice the time of samples", 2 * 60e6 / 50_000
    ),
    **{
        ("F13", f"{problem}, from a Cartesian line"): Target(
            "a trajectory of 60 s from a Cartesian line: >= 15,000x real time", 60e6 / 15_000
        )
        for problem in ("station", "dense")
    },
    **{
        ("F21", problem): Target(
            f"a verdict through the public call: <= {us:g} us, >= 5x Pinocchio's tree at 25 samples",
            us,
            {PINOCCHIO_HITS[1]: 5},
        )
        for problem, us in (("reference", 25.0), ("station", 40.0), ("dense", 200.0))
    },
    ("F7", "six joints"): Target("pose and Jacobian: >= 1.5x Pinocchio", ratios={"pinocchio": 1.5}),
    ("F8", "six joints"): Target(
        "all branches in closed form: >= 4x eaik, >= 3x jaik per call", ratios={"eaik": 4, "jaik": 3}
    ),
    ("F8", "six joints, batch"): Target(
        "all branches in closed form, in batch: >= 18x eaik", ratios={"eaik": 18}
    ),
    ("F9", "warm, six joints"): Target("a search from nearby: <= 1 us", 1.0),
    ("F9", "along a path, six joints"): Target("a search along a path: <= 1 us a knot", 1.0),
    ("F9", "cold"): Target(
        "a search from anywhere: >= 100x Trac-IK at success >= 0.999", ratios={"tracik": 100}
    ),
    ("F12", "six joints"): Target(
        "a Cartesian line with IK: <= 0.5 us a point, >= 22x eaik and numpy", 0.5, {"eaik": 22}
    ),
    ("F10", "six joints"): Target("a motion from rest to rest: >= 4x ruckig per call", ratios={"ruckig": 4}),
    ("F10", "six joints, batch"): Target(
        "motions from rest to rest, in batch: >= 17x ruckig", ratios={"ruckig": 17}
    ),
    ("F11", "six joints"): Target(
        "fastest timing of a path without jerk, N = 500: >= 50x toppra, within 0.5 %", ratios={"toppra": 50}
    ),
    **{("F15", name): Target("rays at primitives: <= 20 ns", 0.02) for name in ("station", "dense")},
    **{
        ("F15", name): Target(
            "rays at meshes: >= 2x mj_multiRay, not slower than Embree",
            ratios={"mujoco mj_multiRay": 2, "embree": 1},
        )
        for name in ("mesh", "mesh_10k")
    },
    ("F22", "1,000 boxes"): Target("everything before a release, among 1,000 boxes: <= 2 ms a tick", 2000.0),
    ("F5", "station"): Target("10^6 random configurations: <= 0.15 s on one core", 0.15),
    ("F5", "dense"): Target("10^6 random configurations: <= 0.5 s on one core", 0.5),
}


# Scenes that the times were not set for, which ask for the same ratios.
LIKE = {"reference": "station", "station without boxes": "station", "dense without boxes": "dense"}


def aim(question: Question) -> Target | None:
    """Return what is asked of a question; None: nothing, it is told for itself.

    A case is called by its kind of problem; what stands after a comma tells where the times do not hold.
    """
    exact = TARGETS.get((question.id, question.case))
    if exact is not None:
        return exact
    problem, _, _ = question.case.partition(", ")
    found = TARGETS.get((question.id, LIKE.get(problem, problem)))
    return found.on_any_arm() if found else None
