"""Joints: commanded against telemetered, with their limits; rates against theirs; currents of the motors.

     currents: no limit known                               rate °/s      A
2   -96.0°   -95.2°   [----------|=====o-------------]     [   |+2.1#  ]  +0.41
    2 LOCKED at -123.8° since 00:31.4: plans and hand leave it there

The robot file tells limits of angles and rates, and in its data checks those of currents; none is invented.
A value beyond a limit of its data checks is amber, beyond a hard one red, and is told below.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel

from ground.console.facts.arm_facts import ArmFacts
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.figure_drag import drag_figure
from ground.console.widgets.joint_bars import LimitBar, RateBar
from ground.series.violation_words import violation_text
from predictor.model.robot import Robot
from telemetry.messages.data import DataViolation
from telemetry.messages.prediction import LockedJoint

NO_CURRENT_LIMIT = "currents: no limit known"
SPACING = 2
MOST_BROKEN = 3  # limits that are told here; all stand in the messages
FIGURES = ("PredictedArm.q_commanded[{}]", "Telemetry.q[{}]", "Telemetry.qd[{}]", "Telemetry.currents[{}]")
VALUE_PX, LENGTH_PX, CURRENT_PX = 62, 98, 54  # of an angle, of a length of metres, of a current


class JointLine(NamedTuple):
    """What is shown of one joint."""

    commanded: Value
    seen: Value
    bar: LimitBar
    rate: RateBar
    current: Value
    number: QLabel  # of the joint, from 1: its name, no figure that could be out of date


class JointsPanel(Panel):
    """One line for each joint."""

    def __init__(self, robot: Robot) -> None:
        """Show the joints of an arm within their limits."""
        super().__init__("JOINTS   | commanded   o telemetered")
        self._units = [joint.unit for joint in robot.commanded]
        ends = zip(robot.limits.q_min, robot.limits.q_max, robot.limits.qd_max, strict=True)
        wide = LENGTH_PX if "m" in self._units else VALUE_PX
        self.lines = [_line(*end, width=wide) for end in ends]
        grid = QGridLayout()
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(SPACING)
        grid.setColumnStretch(3, 1)
        has_limit = any(row.quantity == "current_a" for row in robot.checks)
        grid.addWidget(_dim("" if has_limit else NO_CURRENT_LIMIT), 0, 1, 1, 3)
        for column, text in ((4, f"rate {_rate_unit(self._units)}"), (5, "A")):
            grid.addWidget(_dim(text), 0, column, Qt.AlignmentFlag.AlignHCenter)
        for i, line in enumerate(self.lines, start=1):
            line.number.setText(f"{i}")
            for column, widget in enumerate((line.number, *line[:-1])):
                grid.addWidget(widget, i, column)
            for widget, name in zip(
                (line.commanded, line.seen, line.rate, line.current), FIGURES, strict=True
            ):
                drag_figure(widget, name.format(i))
        self.rows.addLayout(grid)
        self.failed = Value(12)
        self.failed.setWordWrap(True)
        self.failed.hide()
        self.rows.addWidget(self.failed)
        self.broken = Value(12)
        self.broken.setWordWrap(True)
        self.broken.hide()
        self.rows.addWidget(self.broken)
        self.residual = Value(12, bold=False)
        self.residual.setWordWrap(True)
        self.rows.addWidget(self.residual)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest values."""
        arm, telemetry, world = snapshot.arm.predicted, snapshot.arm.telemetry, snapshot.arm.world
        arm_stale = arm is not None and arm.is_stale(now_ns)
        seen_stale = telemetry is not None and telemetry.is_stale(now_ns)
        broken = snapshot.arm.checks.value.standing if snapshot.arm.checks else ()
        for i, (line, unit) in enumerate(zip(self.lines, self._units, strict=True)):
            commanded = arm.value.q_commanded[i] if arm else None
            seen = telemetry.value.q[i] if telemetry else None
            line.commanded.show_text(
                _value(commanded, unit), is_stale=arm_stale, colour=theme.COMMANDED, symbol=""
            )
            line.seen.show_text(_value(seen, unit), is_stale=seen_stale, colour=theme.SEEN, symbol="")
            line.bar.show_values(commanded, seen, stale=(arm_stale, seen_stale))
            if telemetry is not None:
                rate = telemetry.value.qd[i]
                line.rate.show_rate(rate, formats.joint_rate(rate, unit), is_stale=seen_stale)
                current = formats.current(telemetry.value.currents[i])
                colour = gravest_colour(broken, f"Telemetry.currents[{i + 1}]")
                symbol = "" if colour == theme.TEXT else None
                line.current.show_text(current, is_stale=seen_stale, colour=colour, symbol=symbol)
        self._draw_broken(broken)
        self._draw_failed(world.locked if world else ())
        self._draw_residual(snapshot.arm, now_ns)

    def _draw_failed(self, failed: Sequence[LockedJoint]) -> None:
        """Mark the joints that stand for good, and say where and since when."""
        for each in failed:
            self.lines[each.joint].number.setStyleSheet(_colour(theme.BAD))
        self.failed.setVisible(bool(failed))
        if failed:
            texts = [f"{_failed(each, self._units[each.joint])}" for each in failed]
            self.failed.show_text(f"{'; '.join(texts)}: plans and hand leave it there", colour=theme.BAD)

    def _draw_broken(self, broken: Sequence[DataViolation]) -> None:
        """Tell the values that are beyond a limit of their data checks, the gravest first."""
        more = [f"and {len(broken) - MOST_BROKEN} more"] if len(broken) > MOST_BROKEN else []
        text = "; ".join([*map(violation_text, broken[:MOST_BROKEN]), *more])
        self.broken.show_or_hide(text, colour=gravest_colour(broken))

    def _draw_residual(self, facts: ArmFacts, now_ns: int) -> None:
        arm, telemetry = facts.predicted, facts.telemetry
        if arm is None or telemetry is None:
            self.residual.show_text(f"off the model of its time: {formats.NO_DATA}", colour=theme.DIM)
            return
        text = f"≤ {formats.angle(abs(arm.value.residual))} off the model of its time"
        ages = f"model {formats.seconds(arm.age_s(now_ns))}, telemetry {formats.age(telemetry.age_s(now_ns))}"
        is_stale = arm.is_stale(now_ns) or telemetry.is_stale(now_ns)
        self.residual.show_text(f"{text}; {ages}", is_stale=is_stale, colour=theme.DIM)


def gravest_colour(broken: Sequence[DataViolation], parameter: str = "") -> str:
    """Return red if a hard limit is broken, amber if any other: of one parameter, or of all."""
    rules = {each.rule for each in broken if parameter in ("", each.parameter)}
    if not rules:
        return theme.TEXT
    return theme.BAD if "hard" in rules else theme.WARN


def _failed(joint: LockedJoint, unit: str) -> str:
    at, since = formats.joint_value(joint.q, unit), formats.mission_time(joint.since_ns)
    return f"{joint.joint + 1} {joint.kind.upper()} at {at} since {since}"


def _line(q_min: float, q_max: float, qd_max: float, *, width: int) -> JointLine:
    values = Value(13), Value(13), LimitBar(q_min, q_max), RateBar(qd_max), Value(12, bold=False)
    line = JointLine(*values, number=_dim(""))
    for value, wide in ((line.commanded, width), (line.seen, width), (line.current, CURRENT_PX)):
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        value.setFixedWidth(wide)
    return line


def _dim(text: str) -> QLabel:
    label = QLabel(text)
    label.setStyleSheet(_colour(theme.DIM))
    return label


def _colour(colour: str) -> str:
    return f"color: {colour};"


def _rate_unit(units: Sequence[str]) -> str:
    return " or ".join(unit for kind, unit in (("rad", "°/s"), ("m", "mm/s")) if kind in units)


def _value(q: float | None, unit: str) -> str | None:
    return None if q is None else formats.joint_value(q, unit)
