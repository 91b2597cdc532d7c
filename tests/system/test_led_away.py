"""Local contact in flight: the stroke that steers into the target is led off before anything is refused."""

import pytest
from msgspec.structs import replace

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.plan.hand_settings_table import ForceTable, HumanTable


def flown(contact_stiffness_n_m):
    """Return the summary of the observation pass by a hand that feels nothing of the delay."""
    scenario = load("observation_pass")
    force = ForceTable(gain_n_m=0.0, centring_n_m=60.0, contact_stiffness_n_m=contact_stiffness_n_m)
    human = HumanTable(is_simulated=True, gives_way_m_n=0.02)
    hand = replace(scenario.hand, control="bilateral", force=force, human=human)
    return fly(replace(scenario, hand=hand), Flight(seed=1, cameras=False, coded=False))


@pytest.mark.sweep
def test_a_hand_that_feels_what_is_near_is_led_away_before_the_command_is_refused():
    assert flown(600.0).rollbacks == []


@pytest.mark.sweep
def test_the_same_hand_without_contact_is_refused():
    assert len(flown(0.0).rollbacks) >= 1
