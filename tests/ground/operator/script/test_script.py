"""The kinds of a script's acts are one list, and one that nobody does is no HOLD."""

from typing import get_args, get_type_hints

import pytest

from ground.operator.script.script import ActTable, ScriptAct, perform
from telemetry.plan.step_table import Content, OneOfTables, StepTable


def kinds(one: type[OneOfTables]):
    """The table under each of its keys."""
    hints = get_type_hints(one)
    return [
        table for key in one.__struct_fields__ for table in get_args(hints[key]) if table is not type(None)
    ]


@pytest.mark.parametrize(("one", "union"), [(ScriptAct, ActTable), (StepTable, Content)])
def test_each_kind_has_one_key_and_each_key_one_kind(one, union):
    assert sorted(kinds(one), key=id) == sorted(get_args(union), key=id)


def test_an_act_that_nobody_does_ends_the_script_and_presses_no_hold():
    class Desk:
        """Has nothing that could be done."""

    with pytest.raises(AssertionError, match="unreachable"):
        next(perform(Desk(), Desk(), "act-1"))
