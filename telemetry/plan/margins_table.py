"""The clearance budget as a table of a file, of a scenario and of a plan that is judged by itself."""

from typing import Annotated

import msgspec

from telemetry.agreed.run_settings import Margins
from telemetry.files.settings import Table

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
            told = f"warning_m must be at least what is required, the sum of the others: {required_m:.6g}"
            raise ValueError(told)

    def budget(self) -> Margins:
        """Return the budget as every role of a run takes it."""
        return Margins(
            geometry_m=self.geometry_m,
            tracking_m=self.tracking_m,
            model_m=self.model_m,
            base_m=self.base_m,
            warning_m=self.warning_m or 0.0,
        )
