"""Each role is killed, or stands still, two hundred times in virtual time: nothing is found.

What is found is what the attack finds: the audit of all that was sent, contacts, and motion after a latch.
"""

from pathlib import Path

import numpy as np
import pytest

from ground.faults.ground_faults import Frozen, Killed
from ground.faults.occasion import BEFALLEN
from tests.system.attack_flight import Flight
from tests.system.attack_hand import give
from tests.system.attack_plan import Plan, scenario_of

DEATHS, A_FLIGHT = 200, 4
KINDS = {"killed": Killed, "stopped": Frozen}
APART_S = 4.0  # at least: back, and armed again behind this link


def flown(role, kind, seed, folder, deaths=A_FLIGHT):
    """Return what a flight shows in which a role dies some times, and how often it did."""
    rng = np.random.default_rng([seed, BEFALLEN.index(role), len(kind)])
    plan = Plan(seed=seed, scenario=scenario_of(rng, seed).with_plant("kinematic"))
    last_s = plan.scenario.duration_s - 5.0
    times_s = np.sort(rng.uniform(3.0, last_s - APART_S * deaths, deaths)) + APART_S * np.arange(deaths)
    for at_s in times_s.tolist():
        away_s = float(rng.uniform(0.05, 3.0))
        plan.faults.append(KINDS[kind](participant=role, at_s=at_s, duration_s=away_s))
        plan.told.append(f"{role} is {kind} {at_s:.2f}..{at_s + away_s:.2f} s")
    give(plan, np.random.default_rng([seed, 1]))
    return Flight(plan, folder).fly()


@pytest.mark.attack
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", ["gate", "predictor"])
def test_a_role_that_dies_four_times_in_one_flight_shows_nothing(tmp_path, role, kind):
    assert flown(role, kind, 1, tmp_path) == []


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", BEFALLEN)
def test_two_hundred_deaths_of_a_role_show_nothing(tmp_path, role, kind):
    findings = []
    for seed in range(DEATHS // A_FLIGHT):
        folder = Path(tmp_path / f"{seed}")
        folder.mkdir()
        findings += flown(role, kind, seed, folder)
    assert findings == []
