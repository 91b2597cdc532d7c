"""A flight in virtual time, and what the bridge found in its telemetry."""

from typing import NamedTuple

from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.run_summary import Summary
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.data import DataChecks, DataViolation
from telemetry.messages.prediction import World
from telemetry.messages.queue import HoldNotice
from telemetry.messages.spacecraft import Telemetry


class Checked(NamedTuple):
    """A flight, and what was found."""

    summary: Summary
    reports: list[tuple[float, Telemetry]]  # at the bridge's receivers [s]
    checks: list[tuple[float, DataChecks]]
    failed: set[str]  # joints that the predictor takes to fail
    holds: list[tuple[float, str]]

    @property
    def found(self) -> list[DataViolation]:
        """Every violation as it was first told, in order of time."""
        first: dict[tuple[str, str, int], DataViolation] = {}
        for _, message in self.checks:
            for each in message.standing:
                first.setdefault((each.parameter, each.rule, each.since_ns), each)
        return sorted(first.values(), key=lambda each: each.since_ns)

    def told_s(self, parameter: str, rule: str) -> float:
        """When it was first told."""
        return next(
            at_s for at_s, m in self.checks for v in m.standing if (v.parameter, v.rule) == (parameter, rule)
        )


def flown(scenario, *, seed=1) -> Checked:
    """Fly a scenario by its script."""
    found = Checked.__new__(Checked, None, [], [], set(), [])

    def witness(at_ns, role, message):
        if isinstance(message, DataChecks) and role == "operator":
            found.checks.append((at_ns / NS_PER_S, message))
        elif isinstance(message, Telemetry) and role == "operator":
            found.reports.append((at_ns / NS_PER_S, message))
        elif isinstance(message, World) and role == "gate":
            found.failed.update(f"{each.joint}" for each in message.locked)
        elif isinstance(message, HoldNotice) and role == "operator":
            found.holds.append((at_ns / NS_PER_S, message.reason))

    return found._replace(summary=fly(scenario, Flight(seed=seed, witness=witness, coded=False)))
