"""A plan file: what a pass does, step by step, written before it and judged before it.

    name, summary                 what it is
    robot, scene, start, margins  for whom; what is not there is taken from the station that flies it
    [pass]                        the link and the contact windows that it has to fit into
    [[move]] or [[step]]          what is done (`telemetry.plan.plan_table`)

Only the file is read here; whether its joints, tools and poses are the robot's is checked with the robot.
"""

import itertools
from pathlib import Path
from typing import Annotated

import msgspec

from telemetry.files.settings import FILE_NAME, PRINTABLE, Table, read_toml
from telemetry.plan.hand_table import Instant
from telemetry.plan.margins_table import MarginsTable
from telemetry.plan.plan_table import StepsTable

Delay = Annotated[float, msgspec.Meta(ge=0.0, le=60.0)]  # [s]
Window = tuple[Instant, Annotated[float, msgspec.Meta(gt=0.0, le=1e6)]]  # opens, closes [s]
Windows = Annotated[tuple[Window, ...], msgspec.Meta(min_length=1, max_length=100)]


class PassTable(Table, frozen=True, kw_only=True):
    """The link, and the windows that the plan has to fit into, in seconds from its first arming."""

    up_s: Delay = 3.5  # delay to the spacecraft
    down_s: Delay = 3.5  # delay back
    windows_s: Windows | None = None  # None: nothing is said of windows

    def __post_init__(self) -> None:
        """Refuse windows that overlap or never open."""
        edges = [edge for window in self.windows_s or () for edge in window]
        if any(a >= b for a, b in itertools.pairwise(edges)):
            raise ValueError("windows_s must be [opens, closes] pairs in ascending order")


class PlanFile(StepsTable, frozen=True, kw_only=True):
    """One plan file."""

    name: Annotated[str, msgspec.Meta(max_length=80, pattern=FILE_NAME)]  # as it is told
    summary: Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTABLE)]  # one line
    robot: str = ""  # a shipped one, or a file beside this one; empty: the station's
    scene: str = ""  # given with robot, or not at all
    period_s: Annotated[float, msgspec.Meta(ge=0.05, le=2.0)] = 0.25  # of set-points, if no station says
    margins: MarginsTable | None = None  # what clearance is required
    contact: PassTable = msgspec.field(name="pass", default=PassTable())  # that it has to fit into

    def __post_init__(self) -> None:
        """Refuse an arm without its scene."""
        StepsTable.__post_init__(self)
        if bool(self.robot) != bool(self.scene):
            raise ValueError("give robot and scene, or neither of them")


def read_plan(path: Path | str) -> PlanFile:
    """Read a plan file.

    Raises:
        FileError: it cannot be used: file, key, what is allowed, the nearest valid key.
    """
    return read_toml(path, PlanFile)
