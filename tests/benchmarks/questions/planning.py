"""Ways around obstacles on published problems: ours, and whoever else can be asked, on the same ones in turn.

What a search takes is told twice: until there is a way, and until it is shortened (and ours is rounded too).
All look at poses alone: ours at such that nothing moves farther than 20 mm between two.  What each makes
ready of arm and scene before it is asked is not counted.  A way of ours is looked up afterwards at a thousand
poses; where one is not free there, ours is asked again with looks half as far apart, and that counted too.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from planner.motion.search.free_route import RouteRequest, find_route
from telemetry.drive.factory import load
from telemetry.life.clock import processor_ns
from tests.benchmarks.problems.planning_sets import Outcome, Problem, is_valid, problems

PEER = "tests.benchmarks.peers.ompl:plan"
NS_PER_S, MS_PER_S = 1e9, 1e3
SPACINGS_M = 0.02, 0.01, 0.005  # of looks, one attempt after the other
BETWEEN = np.linspace(0.0, 1.0, 1001)  # parts of a way at which it is looked up


class Asked(NamedTuple):
    """Which problems, and whom."""

    folder: Path
    name: str  # of the set
    every: int = 1
    peer_every: int = 0  # of ours; 0: nobody else is asked
    most_s: float = 10.0  # for a peer's search


class Answered(NamedTuple):
    """A problem, and what came of it."""

    family: str
    is_valid: bool  # start and goal are free
    ours: Outcome | None
    peer: Outcome | None


def answers(asked: Asked) -> Iterator[Answered]:
    """Ask for a way in problem after problem."""
    peer = load(PEER) if asked.peer_every else None
    number = 0
    for problem in problems(asked.folder, asked.name, every=asked.every):
        if not is_valid(problem):
            yield Answered(problem.family, False, None, None)
            continue
        is_asked = peer is not None and number % asked.peer_every == 0
        number += 1
        ours = plan(problem)
        yield Answered(
            problem.family, True, ours, peer(problem, most_s=asked.most_s) if peer and is_asked else None
        )


def plan(problem: Problem) -> Outcome:
    """Return what our search comes to."""
    may_move, took_s = np.ones(problem.robot.n, dtype=np.bool_), np.zeros(2)
    asked = RouteRequest(problem.start, problem.goal, may_move, 0.0)
    find_route(problem.world, asked._replace(goal_q=problem.start))
    for spacing_m in SPACINGS_M:
        each = asked._replace(spacing_m=spacing_m)
        for column, shortenings in enumerate((0, asked.shortenings)):
            began_ns = processor_ns()
            found = find_route(problem.world, each._replace(shortenings=shortenings))
            took_s[column] += (processor_ns() - began_ns) / NS_PER_S
        if found.path is None:
            break
        way = np.array([found.path.at(s).q for s in BETWEEN])
        if not problem.world.hits(way).any():
            length = float(np.linalg.norm(np.diff(found.path.places, axis=0), axis=1).sum())
            return Outcome(True, float(took_s[0]), float(took_s[1]), length)
    return Outcome(False, float(took_s[0]), float(took_s[1]), 0.0)


def rows(name: str, answered: Sequence[Answered]) -> list[dict[str, Any]]:
    """Return one row for each family of scenes, and one for all of a set."""
    families = dict.fromkeys(each.family for each in answered)
    found = [_row(name, family, [each for each in answered if each.family == family]) for family in families]
    return [*found, _row(name, "all", answered)]


def _row(name: str, family: str, answered: Sequence[Answered]) -> dict[str, Any]:
    valid = [each.ours for each in answered if each.ours is not None]
    both = [(each.ours, each.peer) for each in answered if each.ours is not None and each.peer is not None]
    row: dict[str, Any] = {"set": name, "family": family, "left_out": len(answered) - len(valid)}
    row |= {"ours": _told(valid), "beside": None, "peer": None, "ratio": None}
    if both:
        ours, peers = ([pair[side] for pair in both] for side in (0, 1))
        row |= {"beside": _told(ours), "peer": _told(peers)}
        if row["beside"]["solved"] and row["peer"]["solved"]:
            keys = ("search_median_ms", "search_mean_ms", "whole_median_ms", "whole_mean_ms")
            row["ratio"] = {key: row["peer"][key] / row["beside"][key] for key in keys}
    return row


def _told(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return counts, and times of all of them [ms]: one that found nothing has taken its time too."""
    solved = [each for each in outcomes if each.is_found]
    told: dict[str, Any] = {"problems": len(outcomes), "solved": len(solved)}
    for key, column in (("search", 1), ("whole", 2)):
        took = [MS_PER_S * each[column] for each in outcomes]
        told |= {f"{key}_median_ms": _of(np.median, took), f"{key}_mean_ms": _of(np.mean, took)}
    return told | {"length_mean": _of(np.mean, [each.length for each in solved])}


def _of(figure: Callable[[list[float]], Any], values: list[float]) -> float | None:
    """Return a figure of values; None: there are none."""
    return float(figure(values)) if values else None
