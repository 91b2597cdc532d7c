"""The tables of the force: what they give, and that what is not said is as usual."""

import msgspec
import pytest

from telemetry.force_settings import ForceSettings, HumanHand
from telemetry.plan.force_table import ForceTable, HumanTable


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
    ],
)
def test_what_cannot_be_is_refused(table, said):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, table)
