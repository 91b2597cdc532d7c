"""A move is of one of six kinds, and has what belongs to that; those of older recordings had all of it."""

from typing import get_args

import msgspec
import pytest

from telemetry.messages.plan import (
    ArcMove,
    JointMove,
    LineMove,
    Move,
    MoveKind,
    OrbitMove,
    PlaceMove,
    PlaneMove,
    PlanRequest,
)
from telemetry.wire.kinds import pack_message, unpack_message
from telemetry.wire.protection.arrival import Rejection

PLACE, UPRIGHT = (1.0, 0.5, 0.25), (1.0, 0.0, 0.0, 0.0)
MOVES = (
    JointMove(q=(0.5, -0.25), joints=("a", "b"), avoids=False, tool="left", duration=9.0, locked=("c",)),
    PlaceMove(p_base_tool=PLACE, quat_base_tool=UPRIGHT, frame="world"),
    PlaneMove(turn=0.5, blend=0.0),
    LineMove(p_base_tool=PLACE, quat_base_tool=UPRIGHT, gives="z", begins=(PLACE, UPRIGHT), blend=0.125),
    ArcMove(centre=PLACE, axis=(0.0, 0.0, 1.0), angle=0.5, turns=True, frame="world"),
    OrbitMove(centre=PLACE, axis=(0.0, 0.0, 1.0), angle=0.5, looks=(0.0, 0.0, -1.0)),
)
NONE_OF = ("q", "p_base_tool", "quat_base_tool", "through", "centre", "axis", "angle", "look_at", "looks")
ONCE = dict.fromkeys((*NONE_OF, "up", "duration", "gives_axes", "begins", "turn"))  # of any kind
ONCE |= {"tool": "", "frame": "", "gives": "", "joints": [], "locked": [], "turns": False, "blend": 0.0}


def request(move):
    return PlanRequest(plan_id="p", moves=(move,))


def test_each_kind_is_one_class_with_one_word():
    assert sorted(move.kind for move in MOVES) == sorted(get_args(MoveKind))
    assert {type(move) for move in MOVES} == set(get_args(Move))


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.kind)
def test_a_move_that_bears_the_keys_of_every_kind_is_read_as_its_own(move):
    older = ONCE | {"avoids": True} | msgspec.to_builtins(move)
    assert len(older) == 23  # its kind, and the 22 keys that recordings of then have
    payload = msgspec.msgpack.encode(msgspec.to_builtins(request(move)) | {"moves": [older]})
    assert unpack_message(payload) == request(move)


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.kind)
def test_a_move_says_nothing_that_belongs_to_other_kinds(move):
    payload = pack_message(request(move))
    assert unpack_message(payload) == request(move)
    (told,) = msgspec.msgpack.decode(payload)["moves"]
    assert told.pop("kind") == move.kind
    assert tuple(told) == move.__struct_fields__


@pytest.mark.parametrize(("kind", "key"), [("joint", "q"), ("plane", "turn"), ("line", "p_base_tool")])
def test_a_move_without_its_goal_is_no_message(kind, key):
    for told in ({"kind": kind}, {"kind": kind, key: None}, {"kind": "leap"}):
        payload = msgspec.to_builtins(request(MOVES[0])) | {"moves": [told]}
        assert unpack_message(msgspec.msgpack.encode(payload)) is Rejection.INVALID_MESSAGE
