"""Whether contacts are missed, or motions held without need, by Pinocchio.

Scenes and moves of seeds are judged, and looked at by that a hundred times finer; all cores work.  A run
that was ended goes on by --first-seed.  With --data, published problems are counted: free starts and goals.

--json  scenes{first_seed, next_seed, moves, near, missed[], far, needless}
        sets[{name, problems, starts, goals, published{starts, goals}, hit[], itself[]}]
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ground.command_list import DONE, FAILED
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.peers.asked import needed
from tests.benchmarks.problems.problem_sets import SETS, Counted, count
from tests.benchmarks.questions.recall import ORACLE, Tally, recall

SCENES, MOVES = 10_000, 100
MOST_NEEDLESS = 0.01  # of the moves that are clear by 5 mm more than is required


def truth(arguments: list[str]) -> int:
    """Look for missed contacts and needless holds; fail if there are any, or too many."""
    options = Options("truth", "Are contacts missed, or motions held without need? Asks Pinocchio.")
    options.add_argument("--scenes", type=int, default=SCENES, metavar="N", help="so many seeds")
    options.add_argument("--first-seed", type=int, default=1, metavar="N", help="begin with this one")
    options.add_argument("--moves", type=int, default=MOVES, metavar="N", help="in each scene")
    options.add_argument("--data", metavar="FOLDER", help="count the published problems there, too")
    options.add_json("the answer", is_needed=True)
    given = options.parse_args(arguments)
    check_place(given.json)
    needed(ORACLE)
    seeds = range(given.first_seed, given.first_seed + given.scenes)
    with Terminal() as terminal:
        tally = _recall(seeds, given.moves, terminal)
        sets = [_told_set(name, count(Path(given.data), name)) for name in SETS] if given.data else []
    found = {"scenes": _told(seeds, tally), "sets": sets}
    answer(found, as_text(found), given.json)
    return DONE if is_right(found) else FAILED


def _recall(seeds: range, moves: int, terminal: Terminal) -> Tally:
    tally = Tally()
    for seed, found in zip(seeds, _each(seeds, moves), strict=True):
        tally = tally.plus(found)
        terminal.show_progress(f"seed {seed}: {tally.moves} moves, {len(tally.missed)} missed", "recall")
    return tally


def _each(seeds: range, moves: int) -> Iterator[Tally]:
    cores = min(len(seeds), len(os.sched_getaffinity(0)))
    if cores <= 1:
        yield from (recall(seed, moves) for seed in seeds)
        return
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield from pool.map(recall, seeds, [moves] * len(seeds))


def is_right(found: dict[str, Any]) -> bool:
    """True if nothing was missed, little held without need, and the published counts are found again."""
    scenes = found["scenes"]
    agree = all(
        (each["starts"], each["goals"]) == (each["published"]["starts"], each["published"]["goals"])
        for each in found["sets"]
    )
    return not scenes["missed"] and scenes["needless"] <= MOST_NEEDLESS * scenes["far"] and agree


def _told(seeds: range, tally: Tally) -> dict[str, Any]:
    counts = tally._asdict() | {"missed": [*tally.missed]}
    return {"first_seed": seeds.start, "next_seed": seeds.stop, **counts}


def _told_set(name: str, counted: Counted) -> dict[str, Any]:
    published = {"starts": SETS[name].starts, "goals": SETS[name].goals}
    lists = {"hit": [*counted.hit], "itself": [*counted.itself]}
    return {"name": name, **counted._asdict(), "published": published, **lists}


def as_text(found: dict[str, Any]) -> str:
    """Return the counts in words."""
    scenes = found["scenes"]
    lines = [
        f"{scenes['moves']} moves of seeds {scenes['first_seed']} to {scenes['next_seed'] - 1}",
        f"nearer than is required  {scenes['near']}, of which missed {len(scenes['missed'])}",
        f"clear by 5 mm more       {scenes['far']}, of which held {scenes['needless']}",
        *(f"  MISSED {name}" for name in scenes["missed"]),
        f"to go on: --first-seed {scenes['next_seed']}",
    ]
    for each in found["sets"]:
        published = each["published"]
        lines.append(
            f"{each['name']}: of {each['problems']} starts free {each['starts']} (published:"
            f" {published['starts']}), goals {each['goals']} ({published['goals']});"
            f" {len(each['itself'])} touch themselves alone"
        )
    return "\n".join(lines)
