"""The routing table: complete, of known roles, and strict about the space link."""

from typing import get_args

import pytest

from telemetry.agreed.participants import ROLES
from telemetry.messages.base import Message
from telemetry.messages.command import GateCommand, HoldCommand, Telecommand
from telemetry.messages.health import LanLoss, RoleLoad, Tapped
from telemetry.messages.spacecraft import PassStart, Telemetry
from telemetry.wire.routes import AS_THEY_ARE, LINK_ENDS, ROUTES, senders_by_way

TOLD_AGAIN = {
    "PassReport",
    "OperatorBeat",
    "Keep",
    "HandleSample",
    "HandIntent",
    "HandForce",
    "HandleStatus",
    "Fixtures",
    "Beat",
    "RecorderHealth",
    "Truth",
}
TOLD_AGAIN |= {
    "ImageShard",
    "ImagePacket",
    "ImageStatus",
    "World",
    "PredictedArm",
    "CollisionState",
    "GateStatus",
    "ReplayStatus",
    "ReplayLanes",
    "Replayed",
}
TOLD_AGAIN |= {"Telemetry", "RangeSample", "Downlink", "RunStage", "RunEnd", "DeviceState", "DeviceForce"}
TOLD_AGAIN |= {"PastRequest", "PastPart", "ProcedureReport", "HoldProbe", "HoldReady", "LinkStatus"}

UP = [kind for kind, route in ROUTES.items() if route.direction == "up" and route.across]


def name(kind):
    return kind.__name__


def test_what_goes_up_begins_a_pass_or_is_a_telecommand_and_only_hold_is_not_the_gates_alone():
    assert set(UP) - {PassStart} == set(get_args(Telecommand))
    alone = {kind for kind in UP if ROUTES[kind].senders == ("gate",)}
    assert alone == set(get_args(GateCommand)) == set(UP) - {HoldCommand, PassStart}


def test_every_message_has_a_row():
    assert set(Message.__subclasses__()) == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES.values(), ids=map(name, ROUTES))
def test_a_row_names_known_roles_and_someone_who_says_it(route):
    assert {*route.senders, *route.receivers, *route.across} <= set(ROLES)
    assert route.senders or route.across
    assert bool(route.senders) == bool(route.receivers)


@pytest.mark.parametrize("route", ROUTES.values(), ids=map(name, ROUTES))
def test_what_stays_on_the_ground_is_said_by_nobody_across_the_link(route):
    crosses = route.across or route.carrier in AS_THEY_ARE
    assert bool(crosses) == (route.direction != "ground")


def test_telemetry_is_taken_from_the_bridge_on_the_ground_and_from_the_spacecraft_across_the_link():
    ends = ("space_segment",)
    assert senders_by_way(Telemetry) == {"tm": ("bridge",), "link": ends, "down": ends}


@pytest.mark.parametrize("kind", UP, ids=name)
def test_a_command_is_taken_on_the_link_from_the_bridge_alone(kind):
    assert senders_by_way(kind)["link"] == ("bridge",)
    assert set(senders_by_way(kind)["up"]) <= set(LINK_ENDS)


def test_no_command_verdict_or_act_is_taken_for_what_is_told_again():
    assert {name(kind) for kind, route in ROUTES.items() if route.nature == "state"} == TOLD_AGAIN
    assert [kind for kind, route in ROUTES.items() if route.nature == "log"] == [Tapped, LanLoss, RoleLoad]
