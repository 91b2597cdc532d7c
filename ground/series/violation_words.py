"""What a broken limit of a figure is called, for people: in messages, logs and reports."""

import math

from telemetry.messages.data import DataViolation, Rule

NAMES = {
    "Telemetry": "telemetry",
    "Telemetry.q": "position",
    "Telemetry.qd": "rate",
    "Telemetry.currents": "current",
    "Telemetry.temperatures": "temperature",
    "Telemetry.rate_base": "rate of the base",
    "Telemetry.quat_world_base": "turn of the base",
    "Telemetry.p_world_base": "way of the base",
    "LinkStatus": "the link's state",
    "LinkStatus.round_trip": "round trip",
    "LinkStatus.clock": "clock on board",
}
CLAUSES: dict[Rule, str] = {
    "soft": "{value}, beyond its soft limit {limit}",
    "hard": "{value}, beyond its hard limit {limit}",
    "jump": "jumped by {value} from one report to the next, at most {limit}",
    "rate": "changes by {value}, at most {limit}",
    "stale": "stale for {value}, at most {limit}",
}


def violation_text(violation: DataViolation) -> str:
    """Return one line: temperature of joint 3: 360.2 K, beyond its hard limit 353.15 K."""
    value, limit = (_figure(each, violation.unit) for each in (violation.value, violation.limit))
    clause = CLAUSES[violation.rule].format(value=value, limit=limit)
    return f"{parameter_text(violation.parameter)}: {clause}"


def parameter_text(parameter: str) -> str:
    """Return what a parameter is: temperature of joint 3."""
    name, _, joint = parameter.rstrip("]").partition("[")
    known = NAMES.get(name, name)
    return f"{known} of joint {joint}" if joint else known


def _figure(value: float, unit: str) -> str:
    if unit.startswith("rad"):
        return f"{math.degrees(value):.4g} deg{unit.removeprefix('rad')}"
    return f"{value:.5g} {unit}"
