"""What the gate hears of the world outside: telemetry, bridge, handle, how near the arm is, and the world.

A latch report is new only while the gate is not held by it: after a resume was sent, telemetry shows the old
latch for one more round trip.

How near the arm is may end motion and does nothing else.  It ends it as it begins to be so that touching
cannot be excluded, or if it speaks of another world than the verdicts do.  What is so as the motion is armed
ends nothing: an arm that stands too near has to be led away, as far as verdicts let it.  That nothing is
received of it ends nothing either: verdicts permit motion, and by its beat the predictor shows that it lives.

A world may make the gate itself ask for HOLD, as the arm or its base is not where it was commanded to be:

    the base is elsewhere, once for each event --------> HOLD, to bridge and space side
    a joint is found to fail, or the arm pressed ------> the same
    an update, and what has left is bad in it ---------> the same, also if it was not judged again
    r is not where a failed joint stands, nothing held --> the same, as after a restart

Only a latch makes r the pose that is reported: without it nothing could ever be armed again.
"""

from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from predictor.motion.stop import rest
from telemetry.agreed.authority import ARMED, Event, State
from telemetry.agreed.limits import STANDS_RAD
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import shortened
from telemetry.messages.command import BridgeReport, CommandState
from telemetry.messages.handle import HandleSample
from telemetry.messages.prediction import CollisionState, World
from telemetry.messages.spacecraft import Telemetry

MM_PER_M = 1000.0
NOT_REJUDGED = "not all that has left was judged again"
ENDS_BY_HOLD = (
    Reason.BASE_ELSEWHERE,
    Reason.JOINT_LOCKED,
    Reason.JOINT_SLIPPING,
    Reason.NOT_FOLLOWING,
    Reason.CONTACT_NOW,
    Reason.WORLD_UPDATED,
)


def on_telemetry(gate: GateState, telemetry: Telemetry, now_ns: int) -> bool:
    """Take a report: numbers, latch, quiet; False if it is not newer than the last."""
    was_blind = not gate.watch.has_telemetry(now_ns)
    if not gate.watch.on_telemetry(telemetry, now_ns):
        return False
    if was_blind:
        gate.quiet.disturb()  # nothing is known of where the arm was meanwhile
    if gate.state in (State.REST, State.HELD):
        gate.epochs.on_reported(max(telemetry.epoch, telemetry.executed_epoch))
    gate.ledger.on_telemetry(telemetry, now_ns, clock=gate.clock)
    if telemetry.latched:
        _on_latch(gate, telemetry, now_ns)
    elif gate.state is State.HELD and telemetry.mode == "ready":
        _on_ready(gate, telemetry, now_ns)
    gate.quiet.on_telemetry(telemetry, gate.stream, in_flight=gate.ledger.in_flight, now_ns=now_ns)
    return True


def _on_latch(gate: GateState, telemetry: Telemetry, now_ns: int) -> None:
    is_elsewhere = telemetry.mode == "latched" and gate.stream.r != rest(telemetry.hold_q)
    if gate.state is not State.HELD or is_elsewhere:
        gate.on_event(Event.LATCH_REPORTED, now_ns)


def _on_ready(gate: GateState, telemetry: Telemetry, now_ns: int) -> None:
    """The latch is gone, unless something is still on its way of which this report cannot know."""
    gate.on_resume_arrived(telemetry.epoch, gate.clock.to_ground(telemetry.sampled_ns))
    if not gate.epochs.knows_all(now_ns) or gate.ledger.is_open("hold"):
        return
    if not gate.stream.at_rest:
        gate.stream.adopt(telemetry.hold_q)
        gate.outbox.log(gate.stream.record(gate.epoch))
    gate.on_event(Event.RESUMED, now_ns)


def on_bridge_report(gate: GateState, report: BridgeReport, now_ns: int) -> None:
    """Take what became of a command at the station; a refused set-point ends the motion."""
    gate.ledger.on_bridge_report(report)
    if report.state is CommandState.REFUSED and _ends_motion(report) and report.epoch == gate.epoch:
        gate.on_event(Event.BLOCKED, now_ns, report.reason)


def _ends_motion(report: BridgeReport) -> bool:
    """True of a report of a set-point."""
    return report.seq > 0 and not report.kind


def on_handle_sample(gate: GateState, sample: HandleSample, now_ns: int) -> None:
    """Take a handle sample; letting go ends the arming of the hand at once, as a silence before it does."""
    before = gate.watch.dead_man_lost(now_ns)
    gate.press.on_sample(sample.dead_man)
    gate.watch.on_handle_sample(sample, now_ns)
    lost = gate.watch.dead_man_lost(now_ns) or before
    if gate.armed and gate.armed.source == "teleop" and lost:
        gate.on_event(Event.DEAD_MAN_LOST, now_ns, lost)


def on_collision_state(gate: GateState, state: CollisionState, now_ns: int) -> None:
    """Take how near the arm is now: a reason to end motion, never one to go on."""
    begins = gate.watch.on_collision_state(state, now_ns)
    if gate.state not in ARMED or not gate.policy.ends_at_contact:
        return
    if gate.watch.world is not None and state.world != gate.watch.world:
        gate.on_event(Event.BLOCKED, now_ns, Reason.WORLD_CHANGED)
    elif begins:
        gate.on_event(Event.BLOCKED, now_ns, Reason.CONTACT_NOW, detail=_nearest_text(state))


def may_end_motion(gate: GateState, message: CollisionState | HandleSample, now_ns: int) -> bool:
    """True if a message that is not taken yet may be a reason to end motion."""
    if isinstance(message, HandleSample):
        is_led = gate.armed is not None and gate.armed.source == "teleop"
        return is_led and (not message.dead_man or gate.watch.dead_man_lost(now_ns) is not None)
    if gate.state not in ARMED or not gate.policy.ends_at_contact:
        return False
    return message.level == "contact" or gate.watch.world not in (None, message.world)


def _nearest_text(state: CollisionState) -> str:
    near = state.nearest
    if near is None:
        return ""
    first, second = near.pair
    required = f"{state.required * MM_PER_M:.1f} mm required"
    return f"{first} and {second}: {near.distance * MM_PER_M:.1f} mm apart as estimated, {required}"


def hold_doubt(gate: GateState, world: World, now_ns: int, *, is_new: bool) -> Doubt | None:
    """Return why HOLD is to be asked for, or None.

    Args:
        gate: that has taken the world.
        world: of which the predictor speaks now.
        now_ns: ground clock.
        is_new: it has spoken of another one before.
    """
    newest = gate.watch.newest
    if gate.ledger.is_open("hold") or newest is None or newest.latched:
        return None
    if is_new and gate.world.awaits and not _is_rejudged(gate, world):
        return Doubt(Reason.WORLD_UPDATED, _with_underway(gate, NOT_REJUDGED, now_ns))
    if is_new and world.reason in set(ENDS_BY_HOLD):
        return Doubt(Reason(world.reason), _with_underway(gate, world.detail, now_ns))
    return Doubt(Reason.JOINT_LOCKED, world.detail) if _stands_elsewhere(gate) else None


def _is_rejudged(gate: GateState, world: World) -> bool:
    """True if the predictor has judged again, in the updated world, all that is not confirmed."""
    return not gate.world.is_known or world.rejudged >= gate.ledger.newest_motion


def _with_underway(gate: GateState, detail: str, now_ns: int) -> str:
    """Return what has changed, with how many set-points the HOLD finds executed, or begun, as it arrives."""
    count = gate.ledger.beyond_recall(now_ns - gate.rules.commanding.buffer_ns)
    return shortened(f"{detail}; {count} set-points that have left cannot be stopped".removeprefix("; "))


def _stands_elsewhere(gate: GateState) -> bool:
    """True if r, at rest, is not where a joint that fails stands."""
    r = gate.stream.r
    if r is None or not r.at_rest:
        return False
    return any(abs(r.q[joint] - q) >= STANDS_RAD for joint, q in gate.watch.locked.items())
