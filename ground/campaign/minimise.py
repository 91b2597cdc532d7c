"""Cut the trouble of a seed down to what its finding needs.

    the whole seed ---> mission ended behind the finding ---> times of faults bisected ---> fault by fault
                        |<--------- each step is kept only if the *same* finding shows --------->|

The same: of the same rule and pair.  A finding that shows without any fault is none of a fault's doing.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ground.campaign.flown_seed import FlownFinding, FlownSeed
from ground.campaign.seed_plan import SeedPlan, plan_with
from ground.faults.faults import Fault

BEHIND_S = 1.0  # of mission after a finding that it may need to show
FlySeed = Callable[[SeedPlan], FlownSeed]
Faults = tuple[Fault, ...]


class Minimised(NamedTuple):
    """What is left of a seed."""

    finding: FlownFinding | None  # None: the seed shows nothing
    faults: Faults  # that it needs
    dropped: int
    duration_s: float  # of the mission, until it shows
    flights: int  # that it took to find out


class _Search:
    """Flies plans with fewer and fewer faults, none of them twice."""

    def __init__(self, fly: FlySeed) -> None:
        self._fly = fly
        self._known: dict[bytes, bool] = {}
        self.finding: FlownFinding | None = None
        self.flights = 0

    def first(self, plan: SeedPlan) -> FlownFinding | None:
        """Return the finding that is looked for: the first violation, or what else was not met."""
        self.flights += 1
        line = self._fly(plan)
        self.finding = next(iter((*line.violations, *line.findings)), None)
        return self.finding

    def shows(self, plan: SeedPlan) -> bool:
        """Return whether a plan shows the same finding."""
        key = msgspec.json.encode((plan.faults, plan.scenario.duration_s, plan.heals))
        if key not in self._known:
            self.flights += 1
            wanted = self.finding
            found = self._fly(plan).findings
            self._known[key] = wanted is not None and any(each.is_same(wanted) for each in found)
        return self._known[key]


def minimise(plan: SeedPlan, fly: FlySeed) -> Minimised:
    """Return the least of a seed's faults with which its finding shows."""
    search = _Search(fly)
    finding = search.first(plan)
    if finding is None:
        return Minimised(None, plan.faults, 0, plan.scenario.duration_s, search.flights)
    shown = _shortened(plan, finding, search)
    shown = _bisected(shown, search)
    shown = _one_by_one(shown, search)
    dropped = len(plan.faults) - len(shown.faults)
    return Minimised(finding, shown.faults, dropped, shown.scenario.duration_s, search.flights)


def _shortened(plan: SeedPlan, finding: FlownFinding, search: _Search) -> SeedPlan:
    """Return the plan with its mission ended behind the finding, without what begins later."""
    if finding.at_s is None or finding.at_s + BEHIND_S >= plan.scenario.duration_s:
        return plan
    scenario = msgspec.structs.replace(plan.scenario, duration_s=finding.at_s + BEHIND_S)
    shorter = plan._replace(scenario=scenario, heals=False)
    return shorter if search.shows(shorter) else plan


def _bisected(plan: SeedPlan, search: _Search) -> SeedPlan:
    """Return the plan with its faults from as late as possible, to as early as possible."""
    faults = plan.faults
    few, enough = 0, len(faults)  # of the first ones
    while few < enough:
        middle = (few + enough) // 2
        if search.shows(plan_with(plan, faults[:middle])):
            enough = middle
        else:
            few = middle + 1
    faults = faults[:enough]
    least, most = 0, len(faults)  # of the first ones, that can go
    while least < most:
        middle = (least + most + 1) // 2
        if search.shows(plan_with(plan, faults[middle:])):
            least = middle
        else:
            most = middle - 1
    return plan_with(plan, faults[least:])


def _one_by_one(plan: SeedPlan, search: _Search) -> SeedPlan:
    """Return the plan without any fault that can go by itself."""
    place = 0
    while place < len(plan.faults):
        fewer = plan_with(plan, plan.faults[:place] + plan.faults[place + 1 :])
        if search.shows(fewer):
            plan, place = fewer, 0
        else:
            place += 1
    return plan
