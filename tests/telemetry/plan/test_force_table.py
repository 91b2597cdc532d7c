"""The tables of the force: what they give, and that what is not said is as usual."""

import msgspec
import pytest

from haptics.devices.simulated import YieldingHand
from haptics.forces.wrench import ZERO
from telemetry.agreed.force_settings import ForceSettings, HumanHand
from telemetry.plan.force_table import STEP_S, ForceTable, HumanTable


@pytest.mark.parametrize(("damping", "stiffness"), [(1000.0, 0.0), (0.0, 100_000.0), (1000.0, 100_000.0)])
def test_the_lightest_hand_that_is_taken_can_be_simulated(damping, stiffness):
    least = 0.5 * STEP_S * damping + 0.25 * STEP_S**2 * stiffness
    table = HumanTable(mass_kg=1.01 * max(least, 0.05), damping_ns_m=damping, stiffness_n_m=stiffness)
    hand = YieldingHand(table.settings())
    for _ in range(5000):
        hand.step((0.05, 0.0, 0.0), ZERO, STEP_S)
    assert abs(hand.p[0]) < 0.2


def test_tables_that_say_nothing_give_the_usual_force_in_the_usual_hand():
    assert ForceTable().settings() == ForceSettings()
    assert HumanTable().settings() == HumanHand()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (ForceTable, {"gain_n_m": -1.0}),
        (ForceTable, {"sent": "asked"}),
        (ForceTable, {"contact_from_m": 0.0}),
        (HumanTable, {"mass_kg": 0.0}),
        (HumanTable, {"stifness_n_m": 50.0}),
        (HumanTable, {"mass_kg": 0.4, "damping_ns_m": 1000.0}),
        (HumanTable, {"gives_way_m_n": 0.1, "stiffness_n_m": 100.0}),
    ],
)
def test_what_cannot_be_is_refused(table, said):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, table)
