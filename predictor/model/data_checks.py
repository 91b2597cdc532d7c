"""The rows of a robot file or of a station's that say what telemetry is checked against: `[[check]]`.

    [[check]]
    quantity = "temperature_k"      its unit is its ending
    joints = ["elbow"]              absent: every joint that has the quantity
    soft = [253.15, 343.15]         beyond it is a caution,
    hard = [233.15, 353.15]         beyond this an alarm
    jump = 2.0                      greatest change from one report to the next
    rate = 5.0                      greatest change in a second
    stale_s = 3.0                   longest time without a report, in contact
    inhibits = true                 beyond hard, or stale, no motion passes

What is not given is not checked.  Rows of both files hold together, and the narrower limit counts: a station
can be stricter than its robot, never laxer.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta

from predictor.inputs.rigid import Blame, Name
from predictor.model.joint_tree import Joint
from telemetry.files.settings import FileError, Table, nearest

JointQuantity = Literal["angle_deg", "place_m", "speed_deg_s", "speed_m_s", "current_a", "temperature_k"]
BaseQuantity = Literal["base_rate_deg_s", "base_turn_deg", "base_place_m"]
LinkQuantity = Literal["round_trip_s", "clock_s"]

Limit = Annotated[float, Meta(ge=-1e6, le=1e6)]  # which no NaN and no infinity is
Change = Annotated[float, Meta(gt=0.0, le=1e6)]
Range = tuple[Limit, Limit]

OF_JOINTS: tuple[str, ...] = get_args(JointQuantity)
KIND_OF = {  # the joints that have a quantity; all others every joint has
    "angle_deg": "revolute",
    "speed_deg_s": "revolute",
    "place_m": "prismatic",
    "speed_m_s": "prismatic",
}
OTHER_UNIT = {
    "angle_deg": "place_m",
    "place_m": "angle_deg",
    "speed_deg_s": "speed_m_s",
    "speed_m_s": "speed_deg_s",
}


class CheckRow(Table, frozen=True, kw_only=True):
    """What one quantity of telemetry is checked against; what is not given is not checked."""

    quantity: JointQuantity | BaseQuantity | LinkQuantity  # in the unit that it ends in
    joints: tuple[Name, ...] = ()  # by name, of a joint's quantity; none: all that have it
    soft: Range | None = None  # lowest, highest: beyond is a caution
    hard: Range | None = None  # lowest, highest: beyond is an alarm
    jump: Change | None = None  # greatest change from one report to the next
    rate: Change | None = None  # greatest change in a second
    stale_s: Annotated[float, Meta(ge=0.1, le=3600.0)] | None = None  # longest without one, in contact
    inhibits: bool = False  # whether no motion passes while it is beyond `hard`, or stale

    def __post_init__(self) -> None:
        """Refuse a row that checks nothing, and limits that no value can keep."""
        for key in ("soft", "hard"):
            limits = getattr(self, key)
            if limits and not limits[0] < limits[1]:
                raise ValueError(f"{key} must be [lowest, highest], the lower one first")
            if limits and self.quantity == "temperature_k" and limits[0] < 0.0:
                raise ValueError(f"{key} must be in kelvin, of which there are none below 0")
        if self.soft and self.hard and not self.hard[0] <= self.soft[0] < self.soft[1] <= self.hard[1]:
            raise ValueError("soft must lie within hard")
        if not any((self.soft, self.hard, self.jump, self.rate, self.stale_s)):
            raise ValueError("give soft, hard, jump, rate or stale_s, or nothing is checked")
        if self.inhibits and not (self.hard or self.stale_s):
            raise ValueError("inhibits needs hard or stale_s: nothing else holds motion")
        if self.joints and self.quantity not in OF_JOINTS:
            raise ValueError(f"joints belong to {', '.join(OF_JOINTS)}")
        if len(set(self.joints)) < len(self.joints):
            raise ValueError("joints must name each joint once")


CheckRows = Annotated[tuple[CheckRow, ...], Meta(max_length=128)]


class Checked(NamedTuple):
    """A row, and one value that it checks."""

    row: CheckRow
    joint: int | None  # from 0, of the commanded joints; None: no joint's


def checked_values(rows: Sequence[CheckRow], joints: Sequence[Joint], path: Path | str) -> list[Checked]:
    """Return each value that the rows of a file check, of an arm with these commanded joints.

    Raises:
        FileError: a joint that there is not, or that has no such quantity; a value that two rows check.
    """
    found: dict[tuple[str, int | None], int] = {}
    for index, row in enumerate(rows):
        for joint in _joints(row, joints, where=f"check[{index}]", blame=partial(FileError, path)):
            first = found.setdefault((row.quantity, joint), index)
            if first != index:
                of = "" if joint is None else f" of {joints[joint].name!r}"
                problem = f"{row.quantity}{of} is checked by check[{first}] already: one row for each value"
                raise FileError(path, f"check[{index}]", problem)
    return [Checked(rows[index], joint) for (_, joint), index in found.items()]


def _joints(row: CheckRow, joints: Sequence[Joint], *, where: str, blame: Blame) -> list[int | None]:
    """Return the joints that a row is about; None: it is about none."""
    if row.quantity not in OF_JOINTS:
        return [None]
    names = [joint.name for joint in joints]
    having = [joint.name for joint in joints if joint.kind == KIND_OF.get(row.quantity, joint.kind)]
    other = OTHER_UNIT.get(row.quantity, "")
    if not having:
        raise blame(f"{where}.quantity", f"no joint of this arm has {row.quantity}: write {other}")
    for name in row.joints:
        if name not in names:
            raise blame(f"{where}.joints", f"no commanded joint {name!r}{nearest(name, names)}")
        if name not in having:
            raise blame(f"{where}.quantity", f"{name!r} has no {row.quantity}: write {other} for it")
    return [names.index(name) for name in row.joints or having]
