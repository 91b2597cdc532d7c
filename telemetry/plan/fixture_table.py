"""A fixture as a table of a file: beside the strokes of a hand that it is to lead, or of a whole plan.

fixture = { end_m = [1.1, 0.4, 0.2], radius_m = 0.04 }        a tube from where the tool is
fixture = { kind = "plane", end_m = [...], along = [...] }    or one of the other kinds

[[fixture]]                                                   of a plan, as long as it goes on
name = "aside"
end_m = [1.1, 0.4, 0.2]
"""

from typing import Annotated

import msgspec

from telemetry.files.settings import FILE_NAME, Table
from telemetry.messages.base import LONGEST_NAME
from telemetry.messages.fixture import FixtureKind, FixtureMode, FixtureRequest
from telemetry.plan.move_table import Place, ToolName

Length = Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]  # [m]


class FixtureTable(Table, frozen=True, kw_only=True):
    """What the hand is to be led by; places as in `FixtureRequest`."""

    kind: FixtureKind = "tube"  # what leads the hand
    frame: ToolName = ""  # base (if empty), world, or a body of the scene
    start_m: Place | None = None  # of a tube; None: where the tool is
    end_m: Place  # where it leads, or stands
    stand_off_m: Length = 0.0  # it ends so far before that
    radius_m: Length = 0.05  # of a tube or sphere
    along: Place | None = None  # direction of a line, normal of a plane, half edges of a box
    mode: FixtureMode = "default"  # source: a tube by rays, as published

    def request(self, fixture_id: str, tool: str) -> FixtureRequest:
        """Return what the planner is asked for."""
        return FixtureRequest(
            fixture_id=fixture_id,
            kind=self.kind,
            frame=self.frame,
            start=self.start_m,
            end=self.end_m,
            stand_off=self.stand_off_m,
            radius=self.radius_m,
            along=self.along,
            tool=tool,
            mode=self.mode,
        )


class StandingFixtureTable(FixtureTable, frozen=True, kw_only=True):
    """One that stands from the begin of a plan to its end."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME // 2, pattern=FILE_NAME)]  # as screens tell it
    tool: ToolName = ""  # that the hand moves; empty: the arm's first
