"""What one seed of a campaign brings: values, and faults; all of it is drawn before the flight begins.

A seed draws some kinds of faults first, and its faults from these alone: faults that always come all together
hide what few of them do.  One flight in two is to heal: after its faults the arm has to be re-armable.
"""

import zlib
from typing import NamedTuple

import msgspec
import numpy as np

from ground.campaign.variations import Variation, with_values
from ground.faults.any_fault import JointFault, SteppingFault
from ground.faults.fault_seams import FAULT_KINDS
from ground.faults.faults import Fault
from ground.faults.ground_faults import ObstacleMoves, Stepped
from ground.faults.occasion import Occasion
from ground.scenario.scenario_table import Scenario
from ground.scenario.script_check import still_bodies
from predictor.model.files.robot_file import read_robot

CALM = 0.1  # share of seeds without a fault
CHOSEN = 0.5  # chance of each kind to be among those of a seed
MOST_FAULTS = 4
HEALING = 0.5  # share of seeds with faults after which all that is needed heals
FIRST_S = 1.0
LAST_SHARE = 0.6  # of a scenario's limit, after which no fault begins: most flights are over by then
STAYS = (Stepped, SteppingFault, JointFault, ObstacleMoves)  # kinds that do not end by themselves


class SeedPlan(NamedTuple):
    """One flight of a campaign."""

    seed: int
    scenario: Scenario  # with all that was drawn
    values: dict[str, float]
    faults: tuple[Fault, ...]  # that were drawn, beside the scenario's own
    heals: bool


def planned(
    scenario: Scenario, seed: int, *, vary: tuple[Variation, ...] = (), kinds: tuple[str, ...] = ()
) -> SeedPlan:
    """Return the flight of a seed, which depends on nothing but these."""
    values = {each.key: each.drawn(seed) for each in vary}
    varied = with_values(scenario, values) if values else scenario
    rng = np.random.default_rng([seed, zlib.crc32(b"faults")])
    heals = bool(rng.random() < HEALING)
    faults = _drawn(varied, rng, tuple(kind for kind in kinds if not (heals and stays(kind))))
    return plan_with(SeedPlan(seed, varied, values, (), heals and bool(faults)), faults)


def plan_with(plan: SeedPlan, faults: tuple[Fault, ...]) -> SeedPlan:
    """Return a plan with these faults in place of those that were drawn."""
    own = tuple(fault for fault in plan.scenario.faults if fault not in plan.faults)
    scenario = msgspec.structs.replace(plan.scenario, faults=(*own, *faults))
    return plan._replace(scenario=scenario, faults=faults)


def stays(kind: str) -> bool:
    """Return whether a fault of this kind does not end by itself."""
    return issubclass(FAULT_KINDS[kind], STAYS)


def _drawn(scenario: Scenario, rng: np.random.Generator, kinds: tuple[str, ...]) -> tuple[Fault, ...]:
    bodies = tuple(still_bodies(scenario.scene))
    kinds = tuple(kind for kind in kinds if bodies or FAULT_KINDS[kind] is not ObstacleMoves)
    if not kinds or rng.random() < CALM:
        return ()
    chosen = [kind for kind in kinds if rng.random() < CHOSEN] or [kinds[int(rng.integers(len(kinds)))]]
    joints = tuple(joint.name for joint in read_robot(scenario.robot).commanded)
    occasion = Occasion(rng, FIRST_S, max(LAST_SHARE * scenario.duration_s, FIRST_S), joints, bodies)
    number = int(rng.integers(1, MOST_FAULTS + 1))
    drawn = [FAULT_KINDS[occasion.choice(chosen)].drawn(occasion) for _ in range(number)]
    return tuple(sorted(drawn, key=_begin_s))


def _begin_s(fault: Fault) -> float:
    return fault.at_s or 0.0


def has_begun(fault: Fault, duration_s: float) -> bool:
    """Return whether a fault was there before a flight was over."""
    return _begin_s(fault) < duration_s


def end_s(fault: Fault) -> float:
    """Return when a fault ends that does so by itself [s]."""
    return 0.0 if isinstance(fault, JointFault) else fault.end_s
