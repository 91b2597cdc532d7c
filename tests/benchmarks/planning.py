"""Ways around obstacles on published problems, beside OMPL (F14).

--data        the folder with the published arms and problems
--set         this one alone: panda or ur5
--every       every so-manieth problem
--peers       ask OMPL's RRT-Connect with Pinocchio too, if both are installed
--peer-every  every so-manieth of ours, as it takes much longer
--most-s      for each of its searches
--strict      exit code 1 if a target is missed
--json        head{...}, rows[{id, set, family, left_out, ours{problems, solved, search_median_ms,
              search_mean_ms, whole_median_ms, whole_mean_ms, length_mean}, beside{} (ours where the peer was
              asked), peer{}, ratio{search_median_ms, ...}, target, ok}]; null for what was not measured
"""

from pathlib import Path
from typing import Any

from ground.command_list import DONE, FAILED
from ground.commands.output import answer, check_place
from ground.report.listing import table
from ground.report.terminal import Terminal
from tests.benchmarks.options import Options
from tests.benchmarks.peers.asked import needed
from tests.benchmarks.problems.problem_sets import SETS
from tests.benchmarks.questions.planning import PEER, Asked, answers, rows
from tests.benchmarks.telling.head import head
from tests.benchmarks.telling.told import heading

ID = "F14"
TARGETS = {"ur5": 40.0, "panda": 80.0}  # times as fast in the median, until there is a way
PEER_EVERY, MOST_S = 10, 10.0
HEADS = (
    "SET",
    "SCENES",
    "SOLVED",
    "SEARCH",
    "SHORTENED",
    "LENGTH",
    "OMPL",
    "SEARCH",
    "SHORTENED",
    "LENGTH",
    "RATIO",
    "",
)


def planning(arguments: list[str]) -> int:
    """Search for ways in published problems; a target counts only where it is asked for."""
    given = _options().parse_args(arguments)
    check_place(given.json)
    if given.peers:
        needed(PEER)
    told: list[dict[str, Any]] = []
    with Terminal() as terminal:
        for name in [given.set] if given.set else SETS:
            asked = Asked(
                Path(given.data), name, given.every, given.peer_every if given.peers else 0, given.most_s
            )
            answered = []
            for each in answers(asked):
                answered.append(each)
                terminal.show_progress(f"{name}: {len(answered)} problems", name)
            told += [_aimed(row) for row in rows(name, answered)]
    found = {"head": head(), "rows": told}
    answer(found, as_text(found), given.json)
    return FAILED if given.strict and any(row["ok"] is False for row in told) else DONE


def _options() -> Options:
    options = Options("planning", "Ways around obstacles on published problems, beside OMPL.")
    options.add_argument("--data", required=True, metavar="FOLDER", help="published arms and problems")
    options.add_argument("--set", choices=[*SETS], help="this set alone")
    options.add_argument("--every", type=int, default=1, metavar="N", help="every Nth problem")
    options.add_argument("--peers", action="store_true", help="ask OMPL with Pinocchio too")
    options.add_argument("--peer-every", type=int, default=PEER_EVERY, metavar="N", help="every Nth of ours")
    options.add_argument("--most-s", type=float, default=MOST_S, metavar="S", help="for each of its searches")
    options.add_argument("--strict", action="store_true", help="fail if a target is missed")
    options.add_json("head and rows")
    return options


def _aimed(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its line and target; that is for all of a set."""
    target = TARGETS[row["set"]] if row["family"] == "all" else None
    is_known = target is not None and row["ratio"] is not None
    ok = row["ratio"]["search_median_ms"] >= target if is_known else None
    return {"id": ID, **row, "target": target, "ok": ok}


def as_text(found: dict[str, Any]) -> str:
    """Return the rows as a table, times as median / mean."""
    lines = table([HEADS, *map(_cells, found["rows"])], right=tuple(range(2, len(HEADS) - 1)))
    notes = (
        "LENGTH: mean of the root of squares [rad]; RATIO: of the medians until there is a way, on what both",
        "were asked.  Ours looks at poses between which nothing moves farther than 20 mm, and is looked up",
        "at a thousand poses before it counts as solved; OMPL looks at poses a hundredth of the space apart.",
    )
    head = heading(found["head"], "times in milliseconds of all problems, median / mean")
    return "\n\n".join([head, "\n".join(lines), "\n".join(notes)])


def _cells(row: dict[str, Any]) -> list[str]:
    ratio = f"{row['ratio']['search_median_ms']:.3g}x" if row["ratio"] else ""
    verdict = {True: "ok", False: "MISSED", None: ""}[row["ok"]]
    return [row["set"], row["family"], *_told(row["ours"]), *_told(row["peer"]), ratio, verdict]


def _told(side: dict[str, Any] | None) -> list[str]:
    if side is None:
        return ["", "", "", ""]
    took = [
        f"{_figure(side[f'{key}_median_ms'])} / {_figure(side[f'{key}_mean_ms'])}"
        for key in ("search", "whole")
    ]
    return [f"{side['solved']} of {side['problems']}", *took, _figure(side["length_mean"])]


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"
