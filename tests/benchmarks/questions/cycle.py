"""One cycle of collision detection, update and query, along a hand line: the methods beside published ways.

    near   the training arm comes down on a laboratory, straight, by the S-curve law, at 0.1 m/s at most
    far    the same motion with the station 3 m lower

Everybody is asked the same at each pose: is anything of 13 leaves and 7 modules within 0.1 m?  Once by a call
for each pose, as a cycle asks, and once several poses in a call, which tells what the way costs without the
call.  Calls are timed one by one, in turns: what counts in a cycle is also how long the slowest takes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ground.comparison.measure import Effort, without_garbage
from ground.scenario.scenario_files import data_folder
from planner.motion.paths.tool_path import ToolPath
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.life.clock import processor_ns
from tests.benchmarks.peers.rival_bodies import packed
from tests.benchmarks.peers.rivals import BOXES, TREES, Rival
from tests.benchmarks.telling.cores import pinned
from tests.benchmarks.telling.rows import Row
from tests.straight_lines import line

Array = NDArray[np.float64]
Asked = Callable[[Array], bool | NDArray[np.bool_]]

LINE = "F17"
ARM, STATION = "robots/underwater_trainer.toml", "scenes/trainer_station.toml"
DOWN_M, DURATION_S, RATE_HZ = 0.432, 8.1, 100.0  # greatest speed 15/8 of the mean: 0.100 m/s
WITHIN_M, LOWER_M = 0.1, 3.0
TOGETHER = 15  # poses in a call; with more, a method may look at them side by side
READS = 1000  # of the clock
CALLS = {"a call each": 1, f"{TOGETHER} in a call": TOGETHER}
METHODS = ("capsule_tree", "capsules")
PUBLISHED = "capsule tree"  # the way that claims it; told for itself
RIVALS = {"box pairs": BOXES, "capsule pairs": 0, "box tree": BOXES | TREES, PUBLISHED: TREES}
LESS = 0.45  # of the time of each
BUDGET_US = 500.0
WORDS = f"update and query: {LESS:.0%} less time than each, far below {BUDGET_US:g} us"


class Cycle(NamedTuple):
    """How long one way takes for a cycle [us]."""

    case: str
    name: str
    median: float
    slow: float  # 99 % are faster
    longest: float
    hits: int  # of the poses, how many it says are near

    def told(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**self._asdict(), "is_ours": self.name in METHODS}


class Problem(NamedTuple):
    """A motion in one place of the scene."""

    case: str
    robot: Robot  # whose parts are not kept apart from one another
    scene: Scene
    poses: Array  # (k, n)


def cycles(effort: Effort, *, case: str = "", quick: bool = False) -> Iterator[Cycle]:
    """Measure every way in every case that begins so."""
    for problem in problems(RATE_HZ / (20.0 if quick else 1.0)):
        for words, together in CALLS.items():
            if f"{problem.case}, {words}".startswith(case):
                yield from _measured(problem, effort, together=together, words=words)


def rows(found: Sequence[Cycle]) -> list[Row]:
    """Return the rows of the bench: each method beside each other way."""
    by_name = {(each.case, each.name): each for each in found}
    return [
        _row(by_name[case, method], by_name[case, rival])
        for case in dict.fromkeys(each.case for each in found)
        for method in METHODS
        for rival in RIVALS
    ]


def problems(rate_hz: float = RATE_HZ) -> list[Problem]:
    """Return the motion near the station, and far from it."""
    robot, scene = read_robot(data_folder() / ARM), read_scene(data_folder() / STATION)
    alone = replace(robot, self_pairs=np.empty((0, 2), np.int64))
    poses = hand_line(robot, rate_hz)
    return [Problem("near", alone, scene, poses), Problem("far", alone, lowered(scene), poses)]


def hand_line(robot: Robot, rate_hz: float) -> Array:
    """Return poses (k, n) all along a straight line down from home, by the quintic from rest to rest."""
    down = tool_pose(robot, robot.home_q)[:3, 3] - [0.0, 0.0, DOWN_M]
    drawn = cast(ToolPath, line(robot, robot.home_q, tuple(down.tolist()), quat_base_tool=None))
    x = np.linspace(0.0, 1.0, 1 + round(DURATION_S * rate_hz))
    return np.array([drawn.at(s).q for s in x**3 * (10.0 + x * (6.0 * x - 15.0))])


def lowered(scene: Scene) -> Scene:
    """Return the same capsules farther down."""
    away = np.array([0.0, 0.0, -LOWER_M])
    moved = tuple(replace(rod, p0=rod.p0 + away, p1=rod.p1 + away) for rod in scene.capsules)
    return replace(scene, capsules=moved)


def ways(problem: Problem, together: int) -> dict[str, Asked]:
    """Return who answers, by name: of one pose, or of several."""
    robot, scene = problem.robot, problem.scene
    bodies = packed(robot, scene)
    worlds = {name: build_world(name, robot, scene) for name in METHODS}
    rivals = {name: Rival(robot, bodies, way=way, within_m=WITHIN_M) for name, way in RIVALS.items()}
    if together == 1:
        ours: dict[str, Asked] = {name: partial(w.is_hit, within_m=WITHIN_M) for name, w in worlds.items()}
        return ours | {name: rival.is_hit for name, rival in rivals.items()}
    ours = {name: partial(w.hits, within_m=WITHIN_M) for name, w in worlds.items()}
    return ours | {name: rival.hits for name, rival in rivals.items()}


def _measured(problem: Problem, effort: Effort, *, together: int, words: str) -> Iterator[Cycle]:
    asked = ways(problem, together)
    whole = problem.poses[: len(problem.poses) // together * together]
    queries = [*whole] if together == 1 else [*whole.reshape(-1, together, whole.shape[1])]
    hits = {name: int(sum(np.sum(ask(q)) for q in queries)) for name, ask in asked.items()}
    took: dict[str, list[Array]] = {name: [] for name in asked}
    with pinned(1), without_garbage():
        for _ in range(effort.rounds * together):  # as many calls, however many poses they take
            for name, ask in asked.items():
                took[name].append(_timed(ask, queries) / together)
    for name, times in took.items():
        median, slow, longest = np.quantile(np.concatenate(times), [0.5, 0.99, 1.0]).tolist()
        yield Cycle(f"{problem.case}, {words}", name, median, slow, longest, hits[name])


def _timed(ask: Asked, queries: list[Array]) -> Array:
    """Return how long each call takes [us], without what the clock itself does."""
    stamps = np.empty((len(queries), 2), np.int64)
    for k, q in enumerate(queries):
        stamps[k, 0] = processor_ns()
        ask(q)
        stamps[k, 1] = processor_ns()
    took: Array = (stamps[:, 1] - stamps[:, 0] - clock_ns()) / 1e3
    return took


def clock_ns() -> int:
    """Return what two reads of the clock are apart, at the least [ns]."""
    reads = [processor_ns() for _ in range(READS)]
    return min(later - earlier for earlier, later in pairwise(reads))


def _row(ours: Cycle, other: Cycle) -> Row:
    ratio = other.median / ours.median
    wanted = None if other.name == PUBLISHED else 1.0 / (1.0 - LESS)
    unlike = other.hits - ours.hits
    is_wrong = unlike < 0 or (unlike > 0 and not RIVALS[other.name] & BOXES)  # boxes are larger
    notes = (
        f"99 % {ours.slow:.3g} / {other.slow:.3g} us, longest {ours.longest:.3g} / {other.longest:.3g} us",
        f"{abs(1.0 - 1.0 / ratio):.0%} {'less' if ratio >= 1.0 else 'more'} time",
        f"says near {unlike:+d} times" if unlike else "",
    )
    return {
        "id": LINE,
        "case": f"{ours.case}, {ours.name}",
        "ours": ours.name,
        "ours_us": _digits(ours.median),
        "peer": other.name,
        "peer_us": _digits(other.median),
        "ratio": _digits(ratio),
        "target": {"words": WORDS, "us": BUDGET_US, "ratio": wanted and _digits(wanted)},
        "ok": False if is_wrong else wanted and ratio >= wanted and ours.median < BUDGET_US,
        "note": "; ".join(filter(None, notes)),
    }


def _digits(value: float) -> float:
    return float(f"{value:.4g}")
