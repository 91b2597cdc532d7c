"""The one routing table of the suite: direction, carrier, nature, senders and receivers of each message.

    spacecraft <=== up, down: the space link ===> bridge <--- carriers of the station's network ---> ground

    direction  up or down: it crosses the space link; ground: it does not.  What goes up is a telecommand
    carrier    on the station's network, the same packets and frames in real and in virtual time:
                   tm, tc   UDP multicast, space packets
                   image    the same, packets of the spacecraft as they are
                   link     the link port, packets of either end of the link as they are
                   stream   TCP frames
    nature     what becomes of it when a queue is full, or no receiver is there:
                   state    sent again and again: the oldest gives way, the newest counts
                   act      never dropped in silence; delivered fresh or not at all
                   log      goes to the record, and is right however late it comes; the oldest gives way
    who        senders -> receivers on the station's network, by role
    across     senders across the space link: the bridge repeats in its own name what goes up

An observer sends HOLD, the probe of HOLD's way, and the question for what has been; an approver these, GO,
FIRE, and the release of a held step.  Both receive whatever a console receives, which is not on record.

What comes by another way than its row says, or in another name, is refused and counted (`codec`).
"""

from typing import Literal, NamedTuple

from telemetry.agreed.participants import APPROVER, CONSOLE, OBSERVER, ROLES
from telemetry.messages import (
    acts,
    command,
    data,
    device,
    fixture,
    force,
    handle,
    health,
    images,
    link,
    operations,
    past,
    plan,
    prediction,
    queue,
    replay,
    spacecraft,
    world,
)
from telemetry.messages.base import Message

Direction = Literal["up", "down", "ground"]
Carrier = Literal["tm", "tc", "image", "link", "stream"]
Way = Carrier | Literal["up", "down"]  # by which bytes came: a carrier, or the space link itself
Nature = Literal["state", "act", "log"]

GROUPS: tuple[Carrier, ...] = ("tm", "tc", "image")  # carriers that are a multicast group each
DECIDING = ("gate", "predictor")  # roles to which telemetry proves its sender: their word lets motion leave
AS_THEY_ARE: tuple[Carrier, ...] = ("image", "link")  # carriers of packets that are not opened on the way

LOOKING_ON = (OBSERVER, APPROVER)  # what a console receives, they receive
EVERYBODY = " ".join(role for role in ROLES if role not in LOOKING_ON)


class Route(NamedTuple):
    """One row of the table."""

    direction: Direction
    carrier: Carrier
    nature: Nature
    senders: tuple[str, ...]  # on the station's network
    receivers: tuple[str, ...]
    across: tuple[str, ...]  # senders across the space link


def _row(direction: Direction, carrier: Carrier, nature: Nature, *, who: str, across: str = "") -> Route:
    senders, _, receivers = who.partition("->")
    senders_here, to, beyond = (tuple(names.split()) for names in (senders, receivers, across))
    looking_on = LOOKING_ON if CONSOLE in to else ()
    return Route(direction, carrier, nature, senders_here, to + looking_on, beyond)


# fmt: off
ROUTES: dict[type[Message], Route] = {
    acts.LeaseRequest:       _row("ground", "stream", "act",   who="operator console person -> gate"),
    acts.Lease:              _row("ground", "stream", "act",   who="gate"
                                                                   " -> operator console haptics planner"
                                                                   " recorder"),
    acts.OperatorBeat:       _row("ground", "stream", "state", who="operator console person -> gate"),
    acts.ArmPlan:            _row("ground", "stream", "act",   who="operator console -> gate"),
    acts.ArmTeleop:          _row("ground", "stream", "act",   who="operator console -> gate"),
    acts.ResumeAct:          _row("ground", "stream", "act",   who="operator console person -> gate"),
    acts.Disarm:             _row("ground", "stream", "act",   who="operator console -> gate"),
    acts.Confirm:            _row("ground", "stream", "act",   who="operator console person -> gate"),
    acts.GoNoGo:             _row("ground", "stream", "act",   who="console approver operator person"
                                                                   " planner predictor -> gate"),
    acts.ActReply:           _row("ground", "stream", "act",   who="gate"
                                                                   " -> operator console person recorder"),
    acts.ScriptDone:         _row("ground", "stream", "act",   who="operator console"
                                                                   " -> recorder supervisor console"),
    command.Motion:          _row("up",     "tc",     "act",   who="gate"
                                                                   " -> bridge predictor haptics",
                                                                   across="bridge"),
    command.Keep:            _row("up",     "tc",     "state", who="gate -> bridge", across="bridge"),
    command.ResumeCommand:   _row("up",     "tc",     "act",   who="gate"
                                                                   " -> bridge predictor", across="bridge"),
    command.HoldCommand:     _row("up",     "stream", "act",   who="operator console hold observer"
                                                                   " approver gate"
                                                                   " -> bridge gate space_segment",
                                                                   across="bridge space_segment"),
    command.HoldTaken:       _row("ground", "stream", "act",   who="bridge gate space_segment"
                                                                   " -> operator console hold gate"),
    command.HoldProbe:       _row("ground", "stream", "state", who="console hold observer approver"
                                                                   " -> bridge gate space_segment"),
    command.HoldReady:       _row("ground", "stream", "state", who="bridge gate space_segment"
                                                                   " -> console hold"),
    command.BridgeReport:    _row("ground", "stream", "act",   who="bridge -> gate operator console"),
    data.DataChecks:         _row("ground", "stream", "act",   who="bridge -> operator console recorder"),
    fixture.FixtureRequest:  _row("ground", "stream", "act",   who="operator console -> planner"),
    fixture.Fixture:         _row("ground", "stream", "act",   who="planner -> operator console"),
    fixture.Fixtures:        _row("ground", "stream", "state", who="planner -> haptics operator console"),
    fixture.FixtureTouch:    _row("ground", "stream", "act",   who="haptics -> recorder operator console"),
    handle.HandleSample:     _row("ground", "stream", "state", who="haptics -> planner gate"),
    handle.HandIntent:       _row("ground", "stream", "state", who="operator console -> haptics"),
    handle.HandleStatus:     _row("ground", "stream", "state", who="haptics -> operator console"),
    force.HandForce:         _row("ground", "stream", "state", who="haptics -> recorder operator console"),
    device.DeviceState:      _row("ground", "stream", "state", who="device -> haptics"),
    device.DeviceRefused:    _row("ground", "stream", "act",   who="device -> haptics"),
    device.DeviceForce:      _row("ground", "stream", "state", who="haptics -> device"),
    health.Beat:             _row("ground", "stream", "state", who="bridge recorder predictor planner haptics"
                                                                   " image_monitor -> gate console"),
    health.RecorderHealth:   _row("ground", "stream", "state", who="recorder -> gate console"),
    health.Tapped:           _row("ground", "stream", "log",   who=f"{EVERYBODY} -> recorder"),
    health.LanLoss:          _row("ground", "stream", "log",   who=f"{EVERYBODY} -> recorder"),
    health.RoleLoad:         _row("ground", "stream", "log",   who=f"{EVERYBODY} -> recorder"),
    health.Truth:            _row("ground", "stream", "state", who="space_segment -> recorder"),
    health.RunStage:         _row("ground", "stream", "state", who="supervisor -> console recorder"),
    health.RunEnd:           _row("ground", "stream", "state", who="supervisor -> console"),
    health.FaultNotice:      _row("ground", "stream", "act",   who="space_segment -> recorder"),
    images.ImageShard:       _row("down",   "image",  "state", who="->", across="space_segment"),
    images.ImagePacket:      _row("down",   "image",  "state", who="bridge -> image_monitor console"),
    images.ImageStatus:      _row("ground", "stream", "state", who="image_monitor"
                                                                   " -> operator console recorder"),
    link.LinkStatus:         _row("ground", "stream", "state", who="bridge -> gate operator console"),
    plan.PlanRequest:        _row("ground", "stream", "act",   who="operator console -> planner"),
    plan.ReplanRequest:      _row("ground", "stream", "act",   who="operator console -> planner"),
    plan.PlanCancel:         _row("ground", "stream", "act",   who="operator console -> planner"),
    plan.PlanReady:          _row("ground", "stream", "act",   who="planner"
                                                                   " -> gate operator console recorder"),
    plan.PlanRefused:        _row("ground", "stream", "act",   who="planner -> operator console recorder"),
    plan.StepReport:         _row("ground", "stream", "act",   who="operator console -> recorder console"),
    plan.StepRelease:        _row("ground", "stream", "act",   who="console approver"
                                                                   " -> operator console recorder"),
    plan.ProcedureReport:    _row("ground", "stream", "state", who="operator console -> recorder console"),
    prediction.World:        _row("ground", "stream", "state", who="predictor"
                                                                   " -> gate planner console haptics"),
    prediction.PredictedArm: _row("ground", "stream", "state", who="predictor -> operator console haptics"),
    prediction.CollisionState: _row("ground", "stream", "state", who="predictor"
                                                                     " -> planner gate operator console"),
    queue.Credit:            _row("ground", "stream", "act",   who="gate -> planner"),
    queue.Proposal:          _row("ground", "stream", "act",   who="planner -> gate"),
    queue.Queued:            _row("ground", "stream", "act",   who="gate -> predictor haptics"),
    queue.Verdict:           _row("ground", "stream", "act",   who="predictor"
                                                                   " -> gate operator console recorder"),
    queue.RollBack:          _row("ground", "stream", "act",   who="gate"
                                                                   " -> planner predictor operator console"
                                                                   " haptics recorder"),
    queue.HoldNotice:        _row("ground", "stream", "act",   who="gate"
                                                                   " -> planner predictor operator console"
                                                                   " haptics recorder"),
    queue.CommandChanges:    _row("ground", "stream", "act",   who="gate -> operator console recorder"),
    queue.GateStatus:        _row("ground", "stream", "state", who="gate"
                                                                   " -> planner predictor operator console"
                                                                   " haptics supervisor person recorder"),
    operations.ArmCritical:  _row("ground", "stream", "act",   who="operator console -> gate"),
    operations.FireCritical: _row("ground", "stream", "act",   who="operator console approver -> gate"),
    operations.Operate:      _row("ground", "stream", "act",   who="operator console -> gate"),
    operations.OperationCommand: _row("up", "tc",     "act",   who="gate -> bridge", across="bridge"),
    world.ProposeWorld:      _row("ground", "stream", "act",   who="operator console approver person"
                                                                   " -> gate"),
    world.ConfirmWorld:      _row("ground", "stream", "act",   who="operator console person -> gate"),
    world.WorldUpdate:       _row("ground", "stream", "act",   who="gate -> predictor"),
    past.PastRequest:        _row("ground", "stream", "state", who="console observer approver -> recorder"),
    past.PastPart:           _row("ground", "stream", "state", who="recorder -> console"),
    replay.ReplayControl:    _row("ground", "stream", "act",   who="console supervisor -> replay"),
    replay.ReplayStatus:     _row("ground", "stream", "state", who="replay -> console supervisor"),
    replay.Replayed:         _row("ground", "stream", "state", who="replay -> console"),
    replay.ReplayLanes:      _row("ground", "stream", "state", who="replay -> console"),
    spacecraft.Telemetry:    _row("down",   "tm",     "state", who="bridge -> predictor planner gate operator"
                                                                   " image_monitor console",
                                                                   across="space_segment"),
    spacecraft.RangeSample:  _row("down",   "tm",     "state", who="bridge -> operator console",
                                                                   across="space_segment"),
    spacecraft.PassStart:    _row("up",     "tc",     "act",   who="->", across="bridge space_segment"),
    spacecraft.PassAnswer:   _row("down",   "tm",     "act",   who="->", across="space_segment"),
    spacecraft.PassReport:   _row("ground", "stream", "state", who="bridge space_segment"
                                                                   " -> operator console recorder"),
    spacecraft.Uplink:       _row("up",     "link",   "act",   who="bridge -> space_segment"),
    spacecraft.Downlink:     _row("down",   "link",   "state", who="space_segment -> bridge"),
}
# fmt: on

COMMANDS_MOTION: frozenset[type[Message]] = frozenset(  # nobody takes these from a life without numbers
    {
        command.Motion,
        command.Keep,
        command.ResumeCommand,
        acts.ArmPlan,
        acts.ArmTeleop,
        acts.ResumeAct,
        acts.Confirm,
        acts.GoNoGo,
        operations.ArmCritical,
        operations.FireCritical,
        operations.Operate,
        operations.OperationCommand,
        plan.PlanReady,
        plan.StepRelease,
        handle.HandleSample,
        handle.HandIntent,
        device.DeviceState,
        queue.Proposal,
        queue.Verdict,
        world.ProposeWorld,
        world.ConfirmWorld,
        world.WorldUpdate,
    }
)

CARRYING = {  # messages that are a packet as it is: which packets, on which carrier
    (route.carrier, route.direction): message
    for message, route in ROUTES.items()
    if route.carrier in AS_THEY_ARE and route.senders
}
LINK_ENDS = {  # each end of the space link, and the other one
    sender: receiver
    for route in ROUTES.values()
    if route.carrier == "link"
    for sender in route.senders
    for receiver in route.receivers
}


class Exit(NamedTuple):
    """How a message leaves its sender."""

    carrier: Carrier
    receivers: tuple[str, ...]  # roles


def exit_of(role: str, message: type[Message]) -> Exit | None:
    """Return how a message leaves a role; None: it is no sender of it.

    What an end of the space link sends across it leaves by the link.
    """
    route = ROUTES[message]
    if role in route.senders:
        return Exit(route.carrier, route.receivers)
    if role in senders_by_way(message).get("link", ()):
        return Exit("link", (LINK_ENDS[role],))
    return None


def senders_by_way(message: type[Message]) -> dict[Way, tuple[str, ...]]:
    """Return in whose name a message is taken, by each way on which it may come."""
    route = ROUTES[message]
    if not route.across:
        return {} if route.carrier in AS_THEY_ARE else {route.carrier: route.senders}
    end = ROUTES[CARRYING["link", route.direction]].senders
    found: dict[Way, tuple[str, ...]] = {
        route.carrier: _with_bearer(route) if route.carrier in AS_THEY_ARE else route.senders,
        "link": tuple(role for role in route.across if role in end),
    }
    across: Way = "up" if route.direction == "up" else "down"
    return {**found, across: _with_bearer(route) if route.carrier in AS_THEY_ARE else route.across}


def _with_bearer(route: Route) -> tuple[str, ...]:
    """Return in whose name a picture's packet comes: the bridge seals it anew."""
    return (*route.across, *ROUTES[CARRYING[route.carrier, route.direction]].senders)
