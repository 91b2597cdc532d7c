"""Who says what to whom, and over which carrier: the one routing table of the suite.

carrier   real time                       virtual time
tm, tc    UDP multicast, space packets    the same packets
link      the link port, space packets    the same packets
stream    TCP frames                      the same frames
"""

from typing import Literal, NamedTuple

from telemetry.messages import acts, command, handle, health, plan, prediction, queue, spacecraft
from telemetry.messages.base import Message

Carrier = Literal["tm", "tc", "link", "stream"]

ROLES = ("bridge", "recorder", "predictor", "planner", "gate", "haptics", "operator", "space_segment")


class Route(NamedTuple):
    """One row of the table."""

    carrier: Carrier
    senders: tuple[str, ...]
    receivers: tuple[str, ...]


def _row(carrier: Carrier, senders: str, receivers: str) -> Route:
    return Route(carrier, tuple(senders.split()), tuple(receivers.split()))


ROUTES: dict[type[Message], Route] = {
    acts.LeaseRequest: _row("stream", "operator", "gate"),
    acts.Lease: _row("stream", "gate", "operator"),
    acts.OperatorBeat: _row("stream", "operator", "gate"),
    acts.ArmPlan: _row("stream", "operator", "gate"),
    acts.ArmTeleop: _row("stream", "operator", "gate"),
    acts.ResumeAct: _row("stream", "operator", "gate"),
    acts.Disarm: _row("stream", "operator", "gate"),
    acts.ActReply: _row("stream", "gate", "operator"),
    acts.ScriptDone: _row("stream", "operator", "recorder"),
    command.Motion: _row("tc", "gate", "bridge predictor"),
    command.Keep: _row("tc", "gate", "bridge"),
    command.ResumeCommand: _row("tc", "gate", "bridge predictor"),
    command.HoldCommand: _row("stream", "operator", "bridge gate"),
    command.BridgeReport: _row("stream", "bridge", "gate operator"),
    handle.HandleSample: _row("stream", "haptics", "planner gate"),
    handle.HandIntent: _row("stream", "operator", "haptics"),
    health.Beat: _row("stream", "bridge recorder predictor planner haptics", "gate"),
    health.RecorderHealth: _row("stream", "recorder", "gate"),
    health.Truth: _row("stream", "space_segment", "recorder"),
    health.FaultNotice: _row("stream", "space_segment", "recorder"),
    plan.PlanRequest: _row("stream", "operator", "planner"),
    plan.ReplanRequest: _row("stream", "operator", "planner"),
    plan.PlanReady: _row("stream", "planner", "gate operator"),
    plan.PlanRefused: _row("stream", "planner", "operator"),
    prediction.World: _row("stream", "predictor", "gate planner"),
    prediction.PredictedArm: _row("stream", "predictor", "operator"),
    queue.Credit: _row("stream", "gate", "planner"),
    queue.Proposal: _row("stream", "planner", "gate"),
    queue.Queued: _row("stream", "gate", "predictor"),
    queue.Verdict: _row("stream", "predictor", "gate operator"),
    queue.RollBack: _row("stream", "gate", "planner predictor operator"),
    queue.HoldNotice: _row("stream", "gate", "planner predictor operator"),
    queue.CommandChanges: _row("stream", "gate", "operator"),
    queue.GateStatus: _row("stream", "gate", "planner predictor operator"),
    spacecraft.Telemetry: _row("tm", "bridge", "predictor planner gate operator"),
    spacecraft.Uplink: _row("link", "bridge", "space_segment"),
    spacecraft.Downlink: _row("link", "space_segment", "bridge"),
}
