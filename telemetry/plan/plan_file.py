"""A plan file: what a pass does, step by step, written before it and judged before it.

    name, summary                 what it is
    robot, scene, start, margins  for whom; what is not there is taken from the station that flies it
    [pass]                        the link and the contact windows that it has to fit into
    [[move]] or [[step]]          what is done (`telemetry.plan.plan_table`)

Only the file is read here; whether its joints, tools and poses are the robot's is checked with the robot.
The table of margins, the clearance budget, is a scenario's too.
"""

import itertools
from pathlib import Path
from typing import Annotated

import msgspec

from telemetry.agreed.run_settings import Margins
from telemetry.files.settings import FILE_NAME, PRINTABLE, Table, read_toml
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.teleop_table import Instant

ROUNDING_M = 1e-9  # of a sum of margins

Margin = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]  # [m]


class MarginsTable(Table, frozen=True, kw_only=True):
    """The clearance budget; safety limits have no defaults."""

    geometry_m: Margin  # of shapes and where they stand
    tracking_m: Margin  # by which the arm may be beside its command
    model_m: Margin  # of the arm's own geometry
    base_m: Margin = 0.0  # of where a base is that floats past a part of the scene; required there
    warning_m: Margin | None = None  # distance below which people are warned; None: what is required

    def __post_init__(self) -> None:
        """Refuse a warning that would come after the motion is ended."""
        required_m = self.geometry_m + self.tracking_m + self.model_m + self.base_m
        if self.warning_m is not None and self.warning_m < required_m - ROUNDING_M:
            problem = f"warning_m must be at least what is required, the sum of the others: {required_m:.6g}"
            raise ValueError(problem)

    def budget(self) -> Margins:
        """Return the budget as every role of a run takes it."""
        return Margins(
            geometry_m=self.geometry_m,
            tracking_m=self.tracking_m,
            model_m=self.model_m,
            base_m=self.base_m,
            warning_m=self.warning_m or 0.0,
        )


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
