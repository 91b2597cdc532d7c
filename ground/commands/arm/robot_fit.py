"""`farhand robot fit FILE`: volumes around each part of an arm, by each method, and how well they fill.

--json  the keys of `FitFacts`

Volumes in m^3; `fill` is the true volume over that of the fit; `margin` is how far inside the outermost
corner is [m].  `best` takes for each part the method that holds least; `flown` are the capsules of one
method, those of one frame made as few as is worth it; `trees`: how long trees of bounds over them take to
build.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.arm.robot_import import ImportedFacts, check_out, write_files
from ground.commands.arm.robot_import import facts as written_facts
from ground.commands.output import answer, check_place
from ground.report.facts.words import count_text
from ground.report.fit_facts import BestOfAll, FittedPart, FlownVolumes, MethodTotal, PartFit, TreeTimes
from ground.report.listing import table
from ground.report.terminal import Terminal
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import robot_file
from predictor.geometry.fit.methods import DEFAULT_METHOD, FLYABLE_METHODS, METHODS, fit
from predictor.geometry.fit.solid import Fitted
from predictor.geometry.fit.tree import BOUNDS, tree_over
from predictor.model.files.fitted_capsules import (
    FlownCapsule,
    PartToFit,
    capsule_rows,
    flown_capsules,
    part_to_fit,
    parts_to_fit,
    total_volume,
)
from predictor.model.files.imported import imported_robot
from predictor.model.files.robot_file import describe_robot, missing_text
from predictor.model.files.robot_table import CapsuleRow
from predictor.model.robot import Part
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns

BUILDS = 3  # of each tree, of which the quickest counts
LITRES = 1e3  # in a cubic metre
NO_SHAPE = "there is none, and nothing else to fit volumes around: name what the arm looks like"


class _Timed(NamedTuple):
    """A fit of one part by one method."""

    method: str
    fitted: Fitted
    seconds: float


class _Row(NamedTuple):
    """One part and its fits."""

    wrapped: PartToFit
    fits: list[_Timed]


class FitFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How well volumes fill an arm."""

    name: str
    methods: dict[str, str]  # METHOD -> what it is
    parts: list[FittedPart]
    totals: list[MethodTotal]
    best: BestOfAll
    flown: FlownVolumes | None = None  # not there by a method that an arm is not flown with
    trees: TreeTimes | None = None
    out: ImportedFacts | None = None  # not there where no file is written


def fit_robot(arguments: list[str]) -> int:
    """Fit volumes around the parts of an arm and show how well they fill."""
    given = _options().parse_args(arguments)
    check_place(given.json)
    if given.out:
        _check_out(given.out, given.method)
    robot = describe_robot(given.file).robot
    parts = list(parts_to_fit(robot))
    if not parts:
        raise FileError(given.file, "mesh", NO_SHAPE)
    rows = _fitted(parts, [given.method] if given.method else [*METHODS])
    facts = _facts(robot.name, rows)
    if given.out and facts.flown:
        made = _written(Path(given.file), Path(given.out), facts.flown.capsules)
        facts = msgspec.structs.replace(facts, out=made)
    answer(facts, as_text(facts), given.json)
    return DONE


def _options() -> Arguments:
    options = Arguments("robot fit", "Fit volumes around each part of an arm, and tell how well they fill.")
    options.add_argument(
        "file",
        type=robot_file,
        metavar="FILE",
        help="a shipped arm, a robot file or URDF with meshes or solids",
    )
    options.add_argument("--method", choices=METHODS, help="this one alone; without it: all")
    options.add_json("the answer", is_needed=True)
    options.add_argument(
        "--out", metavar="FILE.toml", help="write a robot file with the capsules to be flown"
    )
    return options


def _check_out(out: str, method: str | None) -> None:
    if method and method not in FLYABLE_METHODS:
        problem = f"an arm is not flown with {method!r}, only with {', '.join(FLYABLE_METHODS)}"
        raise UsageError(f"robot fit: {problem}; leave --method or --out out")
    check_out(Path(out))


def _written(source: Path, out: Path, capsules: Sequence[CapsuleRow]) -> ImportedFacts:
    """Write the robot file, and return its facts."""
    made = imported_robot(source, out, capsules=tuple(capsules))
    write_files(made)
    return written_facts(made, out)


def _fitted(parts: list[Part], methods: list[str]) -> list[_Row]:
    rows = []
    with Terminal() as terminal:
        for part in parts:
            terminal.show_progress(f"fitting {part.name}")
            body = part_to_fit(part)
            rows.append(_Row(body, [_timed(body, method) for method in methods]))
    return rows


def _timed(body: PartToFit, method: str) -> _Timed:
    begun = monotonic_ns()
    fitted = fit(body.solid, method)
    return _Timed(method, fitted, (monotonic_ns() - begun) / NS_PER_S)


def _facts(name: str, rows: list[_Row]) -> FitFacts:
    true = sum(row.wrapped.true.volume for row in rows)
    methods = [timed.method for timed in rows[0].fits]
    best = sum(min(timed.fitted.volume.volume for timed in row.fits) for row in rows)
    flying = [method for method in methods if method in FLYABLE_METHODS]
    found = _flown(rows, DEFAULT_METHOD if DEFAULT_METHOD in flying else flying[0]) if flying else None
    return FitFacts(
        name=name,
        methods={method: METHODS[method].what for method in methods},
        parts=[_part(row) for row in rows],
        totals=[_total(rows, index, true) for index in range(len(methods))],
        best=BestOfAll(volume=best, fill=true / best),
        flown=found and found[0],
        trees=found and found[1],
    )


def _part(row: _Row) -> FittedPart:
    part, true = row.wrapped.part, row.wrapped.true
    fits = [
        PartFit(
            method=timed.method,
            volume=timed.fitted.volume.volume,
            fill=true.volume / timed.fitted.volume.volume,
            margin=timed.fitted.margin,
            seconds=timed.seconds,
        )
        for timed in row.fits
    ]
    return FittedPart(
        name=part.name,
        frame=part.frame,
        faces=len(part.mesh.faces),
        true_volume=true.volume,
        true_of=true.source,
        fits=fits,
        best=min(row.fits, key=lambda timed: timed.fitted.volume.volume).method,
    )


def _total(rows: list[_Row], index: int, true: float) -> MethodTotal:
    fits = [row.fits[index] for row in rows]
    volume = sum(timed.fitted.volume.volume for timed in fits)
    seconds = sum(timed.seconds for timed in fits)
    return MethodTotal(method=fits[0].method, volume=volume, fill=true / volume, seconds=seconds)


def _flown(rows: list[_Row], method: str) -> tuple[FlownVolumes, TreeTimes]:
    fits = [(row.wrapped.part, timed.fitted) for row in rows for timed in row.fits if timed.method == method]
    found = flown_capsules(fits)
    capsules = [*capsule_rows(found)]
    return FlownVolumes(method=method, volume=total_volume(found), capsules=capsules), _trees(found)


def _trees(found: list[FlownCapsule]) -> TreeTimes:
    built = {f"{kind}_s": min(_build_s(found, kind) for _ in range(BUILDS)) for kind in BOUNDS}
    return TreeTimes(leaves=len(found), **built)


def _build_s(found: list[FlownCapsule], kind: str) -> float:
    begun = monotonic_ns()
    tree_over([leaf.named.corners for leaf in found], kind)
    return (monotonic_ns() - begun) / NS_PER_S


def as_text(facts: FitFacts) -> str:
    """Return a table of fill ratios with sums below it, and what would be flown."""
    heads = [method.upper() for method in facts.methods]
    rows = [["PART", "LITRES", *heads], *(_cells(part) for part in facts.parts)]
    totals = facts.totals
    true = sum(part.true_volume for part in facts.parts)
    rows += [
        ["all: fill", _litres(true), *(_percent(total.fill) for total in totals)],
        ["litres", "", *(_litres(total.volume) for total in totals)],
        ["seconds", "", *(f"{total.seconds:.2f}" for total in totals)],
    ]
    best = facts.best
    blocks = [
        f"{facts.name}: how much of its volume each fit fills [%]; * is the least volume of a part,"
        " ~ a part that is open, so that its hull counts",
        "\n".join(table(rows, right=range(1, len(rows[0])))),
        f"the best of each part: {_litres(best.volume)} litres, {_percent(best.fill)} %",
    ]
    return "\n\n".join([*blocks, *_flown_text(facts), *_out_text(facts)])


def _cells(part: FittedPart) -> list[str]:
    mark = "" if part.true_of == "mesh" else "~"
    fills = [_percent(fit.fill) + ("*" if fit.method == part.best else " ") for fit in part.fits]
    return [part.name, mark + _litres(part.true_volume), *fills]


def _flown_text(facts: FitFacts) -> list[str]:
    flown, trees = facts.flown, facts.trees
    if flown is None or trees is None:
        return ["boxes and tapered volumes are only told: an arm is flown with capsules and spheres"]
    took = (trees.aabb_s, trees.obb_s, trees.searched_s, trees.hull_s)
    times = [f"{seconds * 1e3:.3g} ms" for seconds in took]
    return [
        f"to be flown: {count_text(len(flown.capsules), 'capsule')} by {flown.method!r},"
        f" {_litres(flown.volume)} litres",
        "a tree of boxes over them takes {} along the axes, {} turned, {} turned and small;"
        " one of hulls {}".format(*times),
    ]


def _out_text(facts: FitFacts) -> list[str]:
    out = facts.out
    if out is None:
        return []
    still = f"fill in {missing_text(tuple(out.missing))}" if out.missing else "it can be flown"
    return [f"{out.file}: {count_text(out.capsules, 'capsule')}; {still}"]


def _percent(share: float) -> str:
    return f"{share * 100:.1f}"


def _litres(volume: float) -> str:
    return f"{volume * LITRES:.4g}"
