"""Which limits a value of telemetry or of the link breaks, and where in a message a value stands.

    value          beyond soft, or beyond hard: the graver one alone
    value, before  jump: the change from one report to the next;  rate: the change in a second

Nothing is remembered here: `telemetry.link.data_watch` does that.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.data import Rule
from telemetry.messages.link import FollowedTime, LinkStatus
from telemetry.messages.spacecraft import Telemetry


class Measured(NamedTuple):
    """A value and its instant."""

    value: float
    at_ns: int  # by the clock of its source


class Breach(NamedTuple):
    """A limit that a value breaks."""

    rule: Rule
    value: float  # as of `DataViolation`
    limit: float


def breaches(
    check: DataCheck, before: Measured | None, reading: Measured, *, next_ns: float
) -> Iterator[Breach]:
    """Yield the limits that a value breaks.

    Args:
        check: its limits.
        before: the value before it; None: there was none.
        reading: the value.
        next_ns: time within which it is the next one: after a gap a jump cannot be told, a rate can.
    """
    value, hard, soft = reading.value, check.hard, check.soft
    if hard and not hard[0] <= value <= hard[1]:
        yield _beyond("hard", hard, value)
    elif soft and not soft[0] <= value <= soft[1]:
        yield _beyond("soft", soft, value)
    if before is None or reading.at_ns <= before.at_ns:
        return
    change, since_ns = abs(value - before.value), reading.at_ns - before.at_ns
    if check.jump is not None and since_ns <= next_ns and change > check.jump:
        yield Breach("jump", change, check.jump)
    rate = change * NS_PER_S / since_ns
    if check.rate is not None and rate > check.rate:
        yield Breach("rate", rate, check.rate)


def _beyond(rule: Rule, limits: tuple[float, float], value: float) -> Breach:
    return Breach(rule, value, limits[0] if value < limits[0] else limits[1])


def _turn(quat: Sequence[float]) -> float:
    return 2.0 * math.atan2(math.hypot(*quat[1:]), abs(quat[0]))


JOINT_FIGURES: dict[str, Callable[[Telemetry], Sequence[float]]] = {  # of each joint
    "Telemetry.q": lambda report: report.q,
    "Telemetry.qd": lambda report: report.qd,
    "Telemetry.currents": lambda report: report.currents,
    "Telemetry.temperatures": lambda report: report.temperatures,
}
BASE_FIGURES: dict[str, Callable[[Telemetry], float]] = {  # length of a vector, angle of an attitude
    "Telemetry.rate_base": lambda report: math.hypot(*report.rate_base),
    "Telemetry.p_world_base": lambda report: math.hypot(*report.p_world_base),
    "Telemetry.quat_world_base": lambda report: _turn(report.quat_world_base),
}
LINK_FIGURES: dict[str, Callable[[LinkStatus], FollowedTime | None]] = {
    "LinkStatus.round_trip": lambda status: status.round_trip,
    "LinkStatus.clock": lambda status: status.clock,
}


class Figure(NamedTuple):
    """A parameter's name in its parts."""

    source: str  # the message
    name: str  # with it, without a joint
    joint: int | None  # from 0


def figure_of(parameter: str) -> Figure:
    """Return the parts of a parameter's name.

    Raises:
        ValueError: no message has this figure.
    """
    name, _, number = parameter.rstrip("]").partition("[")
    is_known = name in JOINT_FIGURES if number else name in BASE_FIGURES or name in LINK_FIGURES
    if not is_known:
        raise ValueError(f"no figure {parameter!r} can be checked")
    return Figure(name.partition(".")[0], name, int(number) - 1 if number else None)


def value_in(message: Telemetry | LinkStatus, figure: Figure) -> float | None:
    """Return the value of a figure of this message; None: it has none now."""
    if isinstance(message, LinkStatus):
        followed = LINK_FIGURES[figure.name](message)
        return None if followed is None else followed.value
    if figure.joint is None:
        return BASE_FIGURES[figure.name](message)
    row = JOINT_FIGURES[figure.name](message)
    return row[figure.joint] if figure.joint < len(row) else None
