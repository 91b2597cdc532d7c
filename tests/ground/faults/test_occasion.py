"""Faults that a seed brings: every kind can be drawn, as a scenario file could have it."""

import msgspec
import numpy as np
import pytest

from ground.faults.fault_seams import FAULT_KINDS
from ground.faults.faults import Fault
from ground.faults.occasion import Occasion

FIRST_S, LAST_S, DRAWS = 2.0, 10.0, 30


def occasion(seed=1):
    return Occasion(np.random.default_rng(seed), FIRST_S, LAST_S, ("joint_1", "joint_2"))


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_every_kind_is_drawn_as_a_scenario_file_may_have_it(kind):
    at = occasion()
    drawn = [FAULT_KINDS[kind].drawn(at) for _ in range(DRAWS)]
    assert [msgspec.json.decode(msgspec.json.encode(fault), type=Fault) for fault in drawn] == drawn
    assert all(FIRST_S <= fault.at_s <= LAST_S for fault in drawn)
    assert len({msgspec.json.encode(fault) for fault in drawn}) > DRAWS // 2


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_the_same_seed_draws_the_same_fault(kind):
    assert FAULT_KINDS[kind].drawn(occasion(3)) == FAULT_KINDS[kind].drawn(occasion(3))
