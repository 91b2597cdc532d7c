"""Checks the values of telemetry and of the link against their limits: `telemetry.agreed.data_checks`.

    report, link status --> value --> soft, hard      beyond its limits now
                              |-----> jump, rate      against the value before; told for a second
    no report in contact -----------> stale           by age; of a message once, not of each of its values

    standing violations --> DataChecks, at once as one begins or ends, and once a second

A value is checked in the very report that brings it, whatever else is believed of that report: a sensor that
jumps is found as that, before anybody concludes a contact or a failed joint.  What is late is not checked.
Out of contact nothing is stale, nor while no pass stands with a spacecraft elsewhere; before the first
report age counts from when it can have come.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.limits import next_instant
from telemetry.agreed.run_settings import NS_PER_S, LinkPlan
from telemetry.life.contract import NEVER_NS
from telemetry.link.data_limits import Breach, Figure, Measured, breaches, figure_of, value_in
from telemetry.link.link_watch import STATUS_NS as LINK_STATUS_NS
from telemetry.messages.base import wire_name
from telemetry.messages.data import MOST_VIOLATIONS, DataChecks, DataViolation, Rule
from telemetry.messages.link import LinkStatus
from telemetry.messages.spacecraft import Telemetry

STATUS_NS = NS_PER_S
MOMENT_NS = NS_PER_S  # for which a jump is told
NEXT_PERIODS = 1.5  # within which a report is the next one
MOMENTARY: tuple[Rule, ...] = ("jump", "rate")
GRAVITY: tuple[Rule, ...] = ("hard", "stale", "jump", "rate", "soft")  # told in this order


class _Awaited(NamedTuple):
    """A message that has to come, and the age beyond which it is stale."""

    stale_ns: int
    source: str
    inhibits: bool


_Key = tuple[str, Rule]  # of a violation: the parameter, or the message; and the limit


class DataWatch:
    """Watches all values of a run from the bridge's place; without limits it says nothing."""

    def __init__(self, checks: Sequence[DataCheck], plan: LinkPlan, *, has_passes: bool = False) -> None:
        """Start in silence; with passes, nothing can come before one stands."""
        self.due_ns = 0 if checks else NEVER_NS
        self._plan = plan
        self._stands_ns: int | None = (
            None if has_passes else -plan.down_ns
        )  # since when something can be sent
        self._next_ns = {
            wire_name(Telemetry): NEXT_PERIODS * plan.telemetry_period_ns,
            wire_name(LinkStatus): NEXT_PERIODS * LINK_STATUS_NS,
        }
        self._checks = [(check, figure_of(check.parameter)) for check in checks]
        self._checks_of = {
            source: [row for row in self._checks if row[1].source == source] for source in self._next_ns
        }
        self._awaited = _awaited(self._checks)
        self._holding = {(check.parameter, "hard") for check in checks if check.inhibits}
        self._heard_ns: dict[str, int] = {}  # when each message came last
        self._before: dict[str, Measured] = {}  # each parameter
        self._standing: dict[_Key, DataViolation] = {}
        self._is_held_by_age = False
        self._began = 0
        self._status_ns = 0
        self._has_news = False

    @property
    def inhibits(self) -> bool:
        """True while no motion may pass: a value that inhibits is beyond its hard limits, or stale."""
        return self._is_held_by_age or not self._holding.isdisjoint(self._standing)

    def on_report(self, report: Telemetry, now_ns: int) -> None:
        """Check what a report says; it is none that came late."""
        self._check(report, report.sampled_ns, now_ns)

    def on_pass(self, now_ns: int, *, stands: bool) -> None:
        """Note whether a pass stands now."""
        if stands != (self._stands_ns is not None):
            self._stands_ns, self.due_ns = now_ns if stands else None, 0 if self._checks else NEVER_NS

    def take_due(self, now_ns: int, statuses: Iterable[LinkStatus] = ()) -> list[DataChecks]:
        """Check what was measured of the link; return what is to be said now, if anything."""
        if not self._checks:
            return []
        for status in statuses:
            self._check(status, now_ns, now_ns)
        self._check_ages(now_ns)
        is_due = now_ns >= self._status_ns
        reports = [self._report()] if is_due or self._has_news else []
        if is_due:
            self._status_ns = next_instant(self._status_ns, period_ns=STATUS_NS, now_ns=now_ns)
        self._has_news = False
        ends = (self._since_ns(each.source, now_ns) + each.stale_ns + 1 for each in self._awaited)
        self.due_ns = min([self._status_ns, *(at_ns for at_ns in ends if at_ns > now_ns)])
        return reports

    def _check(self, message: Telemetry | LinkStatus, at_ns: int, now_ns: int) -> None:
        """Check all values of a message; what they do not break any more has ended."""
        source = wire_name(type(message))
        self._heard_ns[source] = now_ns
        found: dict[_Key, DataViolation] = {}
        for check, figure in self._checks_of[source]:
            value = value_in(message, figure)
            if value is None:
                continue
            newest = Measured(value, at_ns)
            before = self._before.get(check.parameter)
            for breach in breaches(check, before, newest, next_ns=self._next_ns[source]):
                key = check.parameter, breach.rule
                found[key] = self._violation(key, breach, unit=check.unit, now_ns=now_ns)
            self._before[check.parameter] = newest
        of_message = [key for key in self._standing if key[0].partition(".")[0] == source]
        self._stand(found, ended=[key for key in of_message if not self._is_recent_jump(key, now_ns)])

    def _check_ages(self, now_ns: int) -> None:
        """Find what is stale: the message, by the shortest age that any of its values may have."""
        stale: dict[_Key, DataViolation] = {}
        self._is_held_by_age = False
        for each in self._awaited:
            age_ns = now_ns - self._since_ns(each.source, now_ns)
            if age_ns > each.stale_ns:
                self._is_held_by_age |= each.inhibits
                breach, key = (
                    Breach("stale", age_ns / NS_PER_S, each.stale_ns / NS_PER_S),
                    _stale(each.source),
                )
                stale.setdefault(key, self._violation(key, breach, unit="s", now_ns=now_ns))
        self._stand(stale, ended=[_stale(each.source) for each in self._awaited])

    def _stand(self, found: dict[_Key, DataViolation], *, ended: Collection[_Key]) -> None:
        """Take what is found now; of what has ended what is not found again."""
        before = self._standing
        self._standing = {key: each for key, each in before.items() if key not in ended} | found
        self._began += len(found.keys() - before.keys())
        if self._standing.keys() != before.keys():
            self._has_news, self.due_ns = True, 0

    def _violation(self, key: _Key, breach: Breach, *, unit: str, now_ns: int) -> DataViolation:
        known = self._standing.get(key)
        return DataViolation(
            parameter=key[0],
            rule=breach.rule,
            value=breach.value,
            limit=breach.limit,
            unit=f"{unit}/s" if breach.rule == "rate" else unit,
            since_ns=known.since_ns if known else now_ns,
        )

    def _is_recent_jump(self, key: _Key, now_ns: int) -> bool:
        """True of a jump that has ended in the very report that shows it, and is told for a while."""
        return key[1] in MOMENTARY and now_ns - self._standing[key].since_ns < MOMENT_NS

    def _since_ns(self, source: str, now_ns: int) -> int:
        """Return since when a message is awaited: its last, contact, or when the first can have come."""
        if self._stands_ns is None:
            return NEVER_NS
        heard_ns = self._heard_ns.setdefault(source, now_ns + self._plan.down_ns)
        if self._plan.has_window(now_ns):
            return max(heard_ns, self._plan.opened_ns(now_ns), self._stands_ns + self._plan.down_ns)
        opens_ns = self._plan.opens_ns(now_ns)
        return NEVER_NS if opens_ns is None else opens_ns

    def _report(self) -> DataChecks:
        gravest = sorted(self._standing.values(), key=lambda each: GRAVITY.index(each.rule))
        return DataChecks(
            checked=len(self._checks),
            began=self._began,
            inhibits=self.inhibits,
            standing=tuple(gravest[:MOST_VIOLATIONS]),
        )


def _stale(source: str) -> _Key:
    return source, "stale"


def _awaited(checks: Iterable[tuple[DataCheck, Figure]]) -> list[_Awaited]:
    """Return the messages of values that may become stale, the shortest age first."""
    rows = {
        _Awaited(round(check.stale_s * NS_PER_S), figure.source, check.inhibits)
        for check, figure in checks
        if check.stale_s is not None
    }
    return sorted(rows)
