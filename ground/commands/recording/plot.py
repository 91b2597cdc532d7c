"""The command `farhand plot`: any recorded figure over time, as a picture or a table; without a name, a list.

    farhand plot FILE                                  every figure on record: samples, least, most, limits
    farhand plot FILE Telemetry.q[3] --out q3.png      --out FILE.png or FILE.svg: drawn, with its limits
    farhand plot FILE Telemetry.q --out q.csv          all joints; every sample: t [s], figure, value

--json  as `PlotAnswer` tells
"""

import csv
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import PICTURES, answer, check_place, write_figure, write_text
from ground.export.opened_recording import OpenedRecording
from ground.report.listing import listing
from ground.run.kept.usage_error import UsageError
from ground.series.figure_course import FigureCourse, FigureError
from telemetry.files.settings import FileError

TABLE = ".csv"


class PlottedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of a recording."""

    name: str
    unit: str
    limits: list[float]
    samples: int
    from_s: float | None  # None: there are no samples
    until_s: float | None
    least: float | None  # None: no value was ever known
    most: float | None


class PlotAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The figures that were asked for, or all."""

    recording: str
    out: str | None
    figures: list[PlottedRow]
    damage: str | None  # of the recording


class _Found(NamedTuple):
    courses: list[FigureCourse]
    damage: str


def plot(arguments: list[str]) -> int:
    """Draw figures of a recording, write their samples, or list what there is."""
    options = Arguments("plot", "Draw any recorded figure over time, or write its samples; or list all.")
    options.add_argument("file", metavar="FILE", help="a recording, whole or damaged")
    options.add_argument(
        "names", nargs="*", metavar="NAME", help="of a figure; without its joint or axis all; none: a list"
    )
    options.add_argument("--out", metavar="OUT", help="FILE.png, FILE.svg or FILE.csv; left out: only told")
    options.add_json("the figures", is_needed=True)
    given = options.parse_args(arguments)
    check_place(given.json)
    recording = Path(given.file)
    if given.out and not given.names:
        raise UsageError(f"plot: say what {given.out} is to show; `farhand plot {recording}` lists the names")
    _check_out(given.out)
    courses, damage = _found(recording, given.names)
    if given.out:
        _write(recording, courses, given.out)
    rows = [*map(_row, courses)]
    result = PlotAnswer(recording=given.file, out=given.out, figures=rows, damage=damage or None)
    answer(result, _text(result), given.json)
    return DONE


def _found(recording: Path, names: list[str]) -> _Found:
    """Return the figures of these names, each once; without names all."""
    opened = OpenedRecording(recording)
    try:
        return _Found(opened.figures(*names), opened.damage)
    except FigureError as error:
        raise UsageError(f"plot: {error} (`farhand plot {recording}` lists all)") from None


def _check_out(out: str | None) -> None:
    """Refuse what could not be written, before a recording is read."""
    if out is None:
        return
    if Path(out).suffix.lower() not in (*PICTURES, TABLE):
        raise FileError(out, "", f"its name must end in {', '.join((*PICTURES, TABLE))}")
    check_place(out)


def _write(recording: Path, courses: list[FigureCourse], out: str) -> None:
    if Path(out).suffix.lower() == TABLE:
        _write_table(courses, Path(out))
        return
    from ground.report.figures.course_figure import course_figure  # matplotlib

    write_figure(course_figure(recording.name, courses), out)


def _write_table(courses: list[FigureCourse], out: Path) -> None:
    """Write every sample; FileError: the file cannot be written."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("t [s]", "figure", "value"))
    for course in courses:
        writer.writerows(
            (at_s, course.header, value)
            for at_s, value in zip(course.t.tolist(), course.values.tolist(), strict=True)
            if isfinite(value)
        )
    write_text(str(out), text.getvalue())


def _row(course: FigureCourse) -> PlottedRow:
    known = course.values[np.isfinite(course.values)]
    return PlottedRow(
        name=course.name,
        unit=course.unit,
        limits=[*course.limits],
        samples=len(course.t),
        from_s=float(course.t[0]) if len(course.t) else None,
        until_s=float(course.t[-1]) if len(course.t) else None,
        least=float(known.min()) if len(known) else None,
        most=float(known.max()) if len(known) else None,
    )


def _text(result: PlotAnswer) -> str:
    rows = [(f"{row.name} [{row.unit}]" if row.unit else row.name, _range(row)) for row in result.figures]
    lines = [listing(rows), *([result.out] if result.out else [])]
    return "\n".join([*lines, *([f"damage     {result.damage}"] if result.damage else [])])


def _range(row: PlottedRow) -> str:
    limits = f", limits {', '.join(f'{each:.4g}' for each in row.limits)}" if row.limits else ""
    if row.least is None or row.most is None:
        return f"{row.samples} samples, no value known{limits}"
    return f"{row.samples} samples, {row.least:.4g} to {row.most:.4g}{limits}"
