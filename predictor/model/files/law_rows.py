"""How a joint follows another one, as a robot table says it: polynomial, table or four-bar linkage.

Angles are in radians in polynomials and tables, as their coefficients have no unit of their own.
"""

import math
from collections.abc import Mapping, Sequence

from predictor.inputs.rigid import Blame
from predictor.model.dependence import Law, LawError, polynomial, table
from predictor.model.files.robot_table import FollowsRow, FourBarRow, JointRow
from predictor.model.files.rows import only_one
from predictor.model.four_bar import FourBar, four_bar
from predictor.motion.stop import JointLimits
from telemetry.files.settings import nearest

LAWS = ("polynomial", "table", "four_bar")
Ends = tuple[float, float]  # limits of a commanded joint [rad or m]


def ends_by_name(rows: Sequence[JointRow], limits: JointLimits) -> dict[str, Ends]:
    """Return the limits of the commanded joints."""
    commanded = [row.name for row in rows if row.follows is None]
    return dict(zip(commanded, zip(limits.q_min, limits.q_max, strict=True), strict=True))


def law_from(row: FollowsRow | None, ends: Mapping[str, Ends], *, where: str, blame: Blame) -> Law | None:
    """Return the law of a joint; None: it is commanded."""
    if row is None:
        return None
    if row.joint not in ends:
        raise blame(f"{where}.joint", f"no commanded joint {row.joint!r}{nearest(row.joint, [*ends])}")
    key = only_one(row, LAWS, where=where, blame=blame)
    try:
        return _law(row, ends[row.joint])
    except LawError as error:
        raise blame(f"{where}.{key}", str(error)) from None


def _law(row: FollowsRow, ends: Ends) -> Law:
    if row.polynomial is not None:
        return polynomial(row.joint, row.polynomial, ends)
    if row.four_bar is not None:
        return four_bar(row.joint, _bars(row.four_bar), ends)
    return table(row.joint, row.table or ())


def _bars(row: FourBarRow) -> FourBar:
    return FourBar(
        ground=row.ground,
        input=row.input,
        coupler=row.coupler,
        output=row.output,
        assembly=row.assembly,
        input_zero=math.radians(row.input_zero_deg),
        output_zero=math.radians(row.output_zero_deg),
    )
