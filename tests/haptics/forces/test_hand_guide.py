"""Fixtures on the hand: free inside, a wall that grows smoothly, a pull that ends, touches that are told."""

import msgspec
import numpy as np
import pytest

from haptics.forces.force_loop import CYCLE_NS
from haptics.forces.guide import FIRM_M, TOUCH_ENDS_M, Guide, firmness
from haptics.forces.push import ToolState
from telemetry.messages.fixture import Bend, Fixture, Fixtures
from telemetry.plan.hand_settings_table import LEAST_DAMPING, ForceTable
from tests.nominal_run import MODEL
from tests.trees import at

TUBE = Fixture(
    fixture_id="way",
    kind="tube",
    configuration=b"run",
    world=1,
    bends=(Bend(point=(0.0, 0.0, 0.0)), Bend(point=(1.0, 0.0, 0.0))),
    radius=0.05,
)
SECOND_NS = 1_000_000_000


def guide(fixture=TUBE, *, pull=0.0):
    made = Guide(b"run", stiffness=600.0, pull=pull)
    made.on_fixtures(Fixtures(fixtures=(fixture,)))
    return made


def tool(*p):
    T, n = at(*p), MODEL.robot.n
    return ToolState(MODEL.robot, np.ones(n, dtype=bool), MODEL.robot.home_q, T, T, T, None)


def test_inside_nothing_is_felt():
    push = guide().push(tool(0.5, 0.0, 0.04))
    assert not push.barriers and not push.force.any() and not push.torque.any()


def test_beyond_the_wall_the_hand_is_led_back_to_the_axis():
    (lead,) = guide().push(tool(0.5, 0.0, 0.07)).barriers
    assert lead.direction == pytest.approx([0.0, 0.0, -1.0]) and lead.share == 1.0


def test_the_wall_grows_without_a_jump():
    shares = [firmness(x) for x in np.linspace(-0.002, 2.0 * FIRM_M, 2001)]
    assert shares[0] == 0.0 and shares[-1] == 1.0 and max(np.diff(shares)) < 0.002


@pytest.mark.parametrize(
    "law",
    [ForceTable(), ForceTable(contact_stiffness_n_m=10_000.0, contact_damping_ns_m=LEAST_DAMPING)],
    ids=["usual", "stiffest"],
)
def test_a_whole_wall_is_passive_as_sampled(law):
    assert law.contact_stiffness_n_m * CYCLE_NS / SECOND_NS <= 2.0 * law.contact_damping_ns_m


def test_the_pull_leads_along_and_ends_with_the_tube():
    assert guide(pull=2.0).push(tool(0.5, 0.0, 0.0)).force == pytest.approx([2.0, 0.0, 0.0])
    assert guide(pull=2.0).push(tool(1.0, 0.0, 0.0)).force == pytest.approx([0.0, 0.0, 0.0])
    assert guide().push(tool(0.5, 0.0, 0.0)).force.tolist() == [0.0, 0.0, 0.0]


def test_a_touch_is_told_when_it_begins_and_with_its_depth_when_it_ends():
    felt, told = guide(), []
    for now_s, z in enumerate((0.0, 0.06, 0.07, 0.0499, 0.04, 0.0)):
        felt.push(tool(0.5, 0.0, z))
        told += felt.take_touches(now_s * SECOND_NS)
    assert [touch.is_begin for touch in told] == [True, False]
    assert told[1].depth == pytest.approx(0.02) and told[1].lasted == 3.0 and told[1].force > 0.0


@pytest.mark.parametrize("other", [{"kind": "none"}, {"configuration": b"other"}, {"bends": ()}])
def test_what_is_none_or_of_another_run_is_not_felt(other):
    felt = guide(msgspec.structs.replace(TUBE, **other))
    assert felt.push(tool(0.5, 0.0, 0.2)) is None


def test_one_that_is_not_told_any_more_is_not_felt_and_its_touch_ends():
    felt = guide()
    felt.push(tool(0.5, 0.0, 0.06))
    assert [touch.is_begin for touch in felt.take_touches(0)] == [True]
    felt.on_fixtures(Fixtures(fixtures=()))
    assert felt.push(tool(0.5, 0.0, 0.2)) is None
    assert [touch.is_begin for touch in felt.take_touches(0)] == [False]


def test_a_touch_begins_beyond_the_wall_and_ends_further_inside_than_a_hand_trembles():
    narrow = guide(msgspec.structs.replace(TUBE, radius=TOUCH_ENDS_M))
    told = []
    for z in (TOUCH_ENDS_M, 2.0 * TOUCH_ENDS_M, 0.0):
        assert narrow.push(tool(0.5, 0.0, z)) is not None
        told.append([touch.is_begin for touch in narrow.take_touches(0)])
    assert told == [[], [True], []]


def test_one_that_is_told_again_goes_on_as_it_is_felt():
    felt = guide()
    felt.push(tool(0.5, 0.0, 0.06))
    felt.take_touches(0)
    felt.on_fixtures(Fixtures(fixtures=(TUBE,)))
    assert felt.take_touches(0) == [] and felt.push(tool(0.5, 0.0, 0.07)).barriers


def test_a_place_that_is_no_number_is_not_felt():
    assert guide().push(tool(np.nan, 0.0, 0.0)) is None
