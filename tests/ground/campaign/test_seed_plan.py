"""What a seed brings."""

import msgspec
import pytest

from ground.campaign.seed_plan import planned, stays
from ground.faults.fault_seams import FAULT_KINDS
from tests.ground.campaign.flights import short_scenario

KINDS = tuple(FAULT_KINDS)
SEEDS = range(80)


@pytest.fixture
def short(tmp_path):
    return short_scenario(tmp_path)


def plans(scenario):
    return [planned(scenario, seed, kinds=KINDS) for seed in SEEDS]


def test_the_same_seed_brings_the_same_flight(short):
    again = {plan.seed: plan for plan in plans(short)}
    for seed in reversed(SEEDS):
        assert planned(short, seed, kinds=KINDS) == again[seed]


def test_every_kind_of_fault_comes_in_some_seed_and_some_seeds_are_calm(short):
    found = plans(short)
    assert {fault.kind for plan in found for fault in plan.faults} == {*KINDS}
    assert any(not plan.faults for plan in found)


def test_about_half_of_the_seeds_heal_and_those_have_no_fault_that_stays(short):
    healing = [plan for plan in plans(short) if plan.heals]
    assert 0.3 * len(SEEDS) < len(healing) < 0.7 * len(SEEDS)
    assert not any(stays(fault.kind) for plan in healing for fault in plan.faults)


def test_the_faults_of_the_scenario_stay_beside_those_of_the_seed(short):
    own = planned(short, 1, kinds=("killed",)).faults[:1]
    scenario = msgspec.structs.replace(short, faults=own)
    for plan in plans(scenario):
        assert plan.scenario.faults == (*own, *plan.faults)
