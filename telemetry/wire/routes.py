"""Who says what to whom, and over which carrier: the one routing table of the suite.

carrier   real time                       virtual time
tm, tc    UDP multicast, space packets    the same packets
link      the link port, space packets    the same packets
stream    TCP frames                      the same frames
"""

from typing import Literal, NamedTuple

from telemetry.messages import (
    acts,
    command,
    handle,
    health,
    images,
    plan,
    prediction,
    queue,
    replay,
    spacecraft,
)
from telemetry.messages.base import Message

Carrier = Literal["tm", "tc", "image", "link", "stream"]

ROLES = (
    "bridge",
    "recorder",
    "predictor",
    "planner",
    "gate",
    "haptics",
    "operator",
    "space_segment",
    "image_monitor",
    "console",
    "supervisor",
    "replay",
    "hold",
    "person",
)


REPLAY = "replay"  # a role, and the mode of the bus on which it may speak for every other


class Route(NamedTuple):
    """One row of the table."""

    carrier: Carrier
    senders: tuple[str, ...]
    receivers: tuple[str, ...]


def may_say(role: str, message: type[Message], mode: str) -> bool:
    """Return whether a role may put a message on a bus of this mode: the replay says what others had said."""
    return role in ROUTES[message].senders or (role == REPLAY and mode == REPLAY)


def _row(carrier: Carrier, senders: str, receivers: str) -> Route:
    return Route(carrier, tuple(senders.split()), tuple(receivers.split()))


ROUTES: dict[type[Message], Route] = {
    acts.LeaseRequest: _row("stream", "operator console person", "gate"),
    acts.Lease: _row("stream", "gate", "operator console"),
    acts.OperatorBeat: _row("stream", "operator person", "gate"),
    acts.ArmPlan: _row("stream", "operator", "gate"),
    acts.ArmTeleop: _row("stream", "operator", "gate"),
    acts.ResumeAct: _row("stream", "operator console person", "gate"),
    acts.Disarm: _row("stream", "operator", "gate"),
    acts.Confirm: _row("stream", "operator console person", "gate"),
    acts.ActReply: _row("stream", "gate", "operator console person"),
    acts.ScriptDone: _row("stream", "operator", "recorder supervisor console"),
    command.Motion: _row("tc", "gate", "bridge predictor"),
    command.Keep: _row("tc", "gate", "bridge"),
    command.ResumeCommand: _row("tc", "gate", "bridge predictor"),
    command.HoldCommand: _row("stream", "operator console hold", "bridge gate space_segment"),
    command.HoldTaken: _row("stream", "bridge gate space_segment", "operator console hold"),
    command.BridgeReport: _row("stream", "bridge", "gate operator console"),
    handle.HandleSample: _row("stream", "haptics", "planner gate"),
    handle.HandIntent: _row("stream", "operator", "haptics"),
    health.Beat: _row("stream", "bridge recorder predictor planner haptics image_monitor", "gate console"),
    health.RecorderHealth: _row("stream", "recorder", "gate console"),
    health.Tapped: _row("stream", " ".join(ROLES), "recorder"),
    health.LanLoss: _row("stream", " ".join(ROLES), "recorder"),
    health.Truth: _row("stream", "space_segment", "recorder"),
    health.FaultNotice: _row("stream", "space_segment", "recorder"),
    images.ImagePacket: _row("image", "bridge", "image_monitor console"),
    images.ImageStatus: _row("stream", "image_monitor", "operator console recorder"),
    plan.PlanRequest: _row("stream", "operator", "planner"),
    plan.ReplanRequest: _row("stream", "operator", "planner"),
    plan.PlanReady: _row("stream", "planner", "gate operator console"),
    plan.PlanRefused: _row("stream", "planner", "operator console"),
    prediction.World: _row("stream", "predictor", "gate planner"),
    prediction.PredictedArm: _row("stream", "predictor", "operator console"),
    queue.Credit: _row("stream", "gate", "planner"),
    queue.Proposal: _row("stream", "planner", "gate"),
    queue.Queued: _row("stream", "gate", "predictor"),
    queue.Verdict: _row("stream", "predictor", "gate operator console"),
    queue.RollBack: _row("stream", "gate", "planner predictor operator console"),
    queue.HoldNotice: _row("stream", "gate", "planner predictor operator console"),
    queue.CommandChanges: _row("stream", "gate", "operator console"),
    queue.GateStatus: _row("stream", "gate", "planner predictor operator console supervisor person"),
    replay.ReplayControl: _row("stream", "console supervisor", "replay"),
    replay.ReplayStatus: _row("stream", "replay", "console supervisor"),
    spacecraft.Telemetry: _row("tm", "bridge", "predictor planner gate operator image_monitor console"),
    spacecraft.Uplink: _row("link", "bridge", "space_segment"),
    spacecraft.Downlink: _row("link", "space_segment", "bridge"),
}
