"""The figures of messages by name, with their units and limits.

    Telemetry.q[3]            joints count from 1, as on the screens
    Telemetry.rate_base.x
    ImageStatus[global].age   of messages about one of several cameras
    GateStatus.has_window     a flag is 0 or 1

Stamps are no figures, and texts are none.  The limit of a joint is that of the robot's file; that of a
distance is the clearance that every verdict asks for; that of the residual the tolerance at rest.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ground.series.columns import Column, columns_of
from telemetry.agreed.limits import QUIET_RAD
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.base import Message, wire_name
from telemetry.wire.routes import ROUTES

CARRIED = (  # packets and messages of others
    "ImagePacket",
    "ImageShard",
    "PastPart",
    "Uplink",
    "Downlink",
    "Tapped",
    "Replayed",
)
OF_THE_SCREEN = ("ReplayStatus",)  # and not of the run
STAMP = "ns"
_JOINT = re.compile(r"\[(\d+)\]$")
_DISTANCES = ("distance", "at_least", "clearance")


class FigureRow(NamedTuple):
    """A figure of the catalogue."""

    name: str
    unit: str  # empty: a count or a flag
    limits: tuple[float, ...]  # in its unit: lowest and highest, or the only one; empty: none is known

    @property
    def header(self) -> str:
        """Its name with its unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def catalogue(
    run: RunSettings, *, cameras: Sequence[str] = (), sliding: Collection[int] = ()
) -> tuple[FigureRow, ...]:
    """Return all figures that the screens of a run may receive, of what goes on all the time first.

    Args:
        run: whose joints they are of.
        cameras: names of its cameras.
        sliding: joints, from 0, whose values are lengths.
    """
    found: list[FigureRow] = []
    by_nature = sorted(
        filter(is_shown, ROUTES), key=lambda kind: (ROUTES[kind].nature != "state", wire_name(kind))
    )
    for kind in by_nature:
        for camera in cameras if "camera" in kind.__struct_fields__ else [""]:
            found += _figure_rows(kind, run, (camera, sliding))
    return tuple(found)


def is_shown(kind: type[Message]) -> bool:
    """True if figures of a kind of message are kept for the screens."""
    route = ROUTES.get(kind)
    is_for_screens = route is not None and CONSOLE in route.receivers
    return is_for_screens and wire_name(kind) not in (*CARRIED, *OF_THE_SCREEN)


def _figure_rows(
    kind: type[Message], run: RunSettings, about: tuple[str, Collection[int]]
) -> Iterator[FigureRow]:
    """Yield the figures of a kind of message; `about`: a camera, or empty, and joints that slide."""
    camera, sliding = about
    for column in figure_columns(kind, len(run.reach)):
        yield figure_row(stream_name(kind, camera), column, run, sliding=sliding)


def figure_row(stream: str, column: Column, run: RunSettings, *, sliding: Collection[int]) -> FigureRow:
    """Return the figure in a column of a stream of messages, of a run in which these joints slide."""
    joint, unit = _JOINT.search(column.name), column.unit
    if joint and int(joint[1]) - 1 in sliding:
        unit = unit.replace("rad", "m")
    return FigureRow(f"{stream}.{column.name}", unit, limits_of(column, run))


def stream_name(kind: type[Message], of: str) -> str:
    """Return what stands before the names of the figures of a kind of message; `of`: what these are of."""
    return f"{wire_name(kind)}[{of}]" if of else wire_name(kind)


@cache
def figure_columns(kind: type[Message], joints: int) -> tuple[Column, ...]:
    """Return the columns of a kind of message that are figures; of what no screen receives none."""
    return recorded_columns(kind, joints) if is_shown(kind) else ()


@cache
def recorded_columns(kind: type[Message], joints: int) -> tuple[Column, ...]:
    """Return the same also of what no screen receives, as a recording has it."""
    if kind not in ROUTES or wire_name(kind) in (*CARRIED, *OF_THE_SCREEN):
        return ()
    numbers = [f"[{i}]" for i in range(1, joints + 1)]
    return tuple(
        column for column in columns_of(kind, numbers) if column.kind != "text" and column.unit != STAMP
    )


def limits_of(column: Column, run: RunSettings) -> tuple[float, ...]:
    """Return the limits of a figure; of a sign that does not matter both."""
    leaf = column.name.rpartition(".")[2]
    joint = _JOINT.search(leaf)
    if joint:
        return _joint_limits(column.unit, int(joint[1]) - 1, run)
    if leaf == "residual":
        return (QUIET_RAD,)
    return (run.margins.required_m,) if leaf in _DISTANCES and column.unit == "m" else ()


def _joint_limits(unit: str, joint: int, run: RunSettings) -> tuple[float, ...]:
    if unit == "rad":
        return run.reach[joint]
    if unit == "rad/s" and joint < len(run.rates):
        return (-run.rates[joint], run.rates[joint])
    return ()
