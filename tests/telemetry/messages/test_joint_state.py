"""The one shape of (q, qd, qdd): in messages the map of its rows."""

import msgspec
import pytest

from telemetry.messages.joint_state import JointState

MOVING = JointState(q=(0.5, -1.0), qd=(0.25, 0.0), qdd=(0.0, -0.125))


def test_it_is_the_map_of_its_rows_and_comes_back_the_same():
    packed = msgspec.msgpack.encode(MOVING)
    assert msgspec.msgpack.decode(packed) == {"q": [0.5, -1.0], "qd": [0.25, 0.0], "qdd": [0.0, -0.125]}
    assert msgspec.msgpack.decode(packed, type=JointState) == MOVING


def test_its_rows_come_in_order():
    q, qd, qdd = MOVING
    assert (q, qd, qdd) == (MOVING.q, MOVING.qd, MOVING.qdd)


@pytest.mark.parametrize(("change", "at_rest"), [({}, False), ({"qd": (0.0, 0.0)}, False)])
def test_who_moves_or_accelerates_is_not_at_rest(change, at_rest):
    assert msgspec.structs.replace(MOVING, **change).at_rest is at_rest


def test_who_neither_moves_nor_accelerates_is_at_rest():
    assert JointState(q=(0.5,), qd=(0.0,), qdd=(-0.0,)).at_rest


def test_what_is_no_number_never_comes_in():
    packed = msgspec.msgpack.encode(JointState(q=(float("nan"),), qd=(0.0,), qdd=(0.0,)))
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(packed, type=JointState)
