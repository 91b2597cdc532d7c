"""What is asked of the gate under a number is an act, and each act is answered."""

from typing import get_args

from telemetry.messages import acts, operations, world
from telemetry.messages.base import Message

FAMILIES = (acts.__name__, operations.__name__, world.__name__)


def test_whatever_bears_a_number_to_the_gate_is_an_act_and_nothing_else_is():
    family = [kind for kind in Message.__subclasses__() if kind.__module__ in FAMILIES]
    numbered = {kind for kind in family if "number" in kind.__struct_fields__}
    assert numbered - {acts.ActReply} == set(get_args(acts.Act))
