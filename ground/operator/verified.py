"""The step `verify`: a figure of telemetry lies in a range, for as long as is asked.

report   in   in   out   in   in   in  ->  verified once all reports of `for_s` lay within
                     '--- begins again
"""

import math

from ground.operator.client import OperatorClient
from ground.operator.part_words import quantity_text, range_text
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.spacecraft import Telemetry
from telemetry.plan.step_table import VerifyTable

FIGURE_DIGITS = 6  # after the point: a figure that is 0 but for noise is told as 0
IN_DEGREES = ("angle_deg", "speed_deg_s", "base_rate_deg_s")
TELEMETRY_FIELDS = {
    "angle_deg": "q",
    "place_m": "q",
    "speed_deg_s": "qd",
    "speed_m_s": "qd",
    "current_a": "currents",
    "temperature_k": "temperatures",
}


class Verification:
    """What is to be verified, and for how long it has held."""

    def __init__(self, table: VerifyTable) -> None:
        """Start without a report."""
        self._table = table
        self._figure: float | None = None  # the newest, in the table's unit
        self._at_ns = 0  # of the newest report
        self._since_ns: int | None = None  # of the first one of those that all lie within

    def holds(self, client: OperatorClient) -> bool:
        """Look at the newest report, and tell whether it is verified."""
        report = client.report
        if report is None:
            self._since_ns = None
            return False
        at_ns, telemetry = report
        if at_ns != self._at_ns:
            self._on_figure(figure(self._table, telemetry, client), at_ns)
        return self._since_ns is not None and at_ns - self._since_ns >= self._table.for_s * NS_PER_S

    def _on_figure(self, told: float | None, at_ns: int) -> None:
        low, high = self._table.within
        self._figure, self._at_ns = told, at_ns
        if told is None or not low <= told <= high:
            self._since_ns = None
        elif self._since_ns is None:
            self._since_ns = at_ns

    def __str__(self) -> str:
        """Tell the newest figure beside what is asked."""
        told = "not told" if self._figure is None else f"{round(self._figure, FIGURE_DIGITS) + 0.0:.6g}"
        return f"{quantity_text(self._table)} {told}, asked {range_text(self._table)}"


def figure(table: VerifyTable, telemetry: Telemetry, client: OperatorClient) -> float | None:
    """Return the verified quantity in its unit; None: it is not told."""
    match table.quantity:
        case "clearance_m":
            return client.clearance
        case "gripper_m":
            return telemetry.gripper
        case "base_rate_deg_s":
            return math.degrees(math.hypot(*telemetry.rate_base))
    values: tuple[float, ...] = getattr(telemetry, TELEMETRY_FIELDS[table.quantity])
    if table.joint not in client.joints or len(values) != len(client.joints):
        return None
    value = values[client.joints.index(table.joint)]
    return math.degrees(value) if table.quantity in IN_DEGREES else value
