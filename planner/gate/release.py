"""What leaves in one tick: a sample of the stop, the head of the queue, or the proof of life.

watch people and window --> stopping?  next sample of stop(r)
                            armed?     head, if policy, watch and the gate's own checks agree; else hold
                            nothing?   Keep
then one credit, if there is room for a proposal
"""

from contextlib import suppress

from planner.gate.guards.arming import Arming
from planner.gate.proposals import arguments_of
from planner.gate.set_points.onboard_steps import NO_TIMES, CommandNumber, StepTimes
from planner.gate.set_points.policy import Candidate, Doubt
from planner.gate.set_points.stream import Released
from planner.gate.set_points.write_ahead import Unsent
from planner.gate.state import GateState
from predictor.motion.stop import stop
from telemetry.agreed.authority import ARMED, MOVING, Event, State
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandState, SetPoint
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Credit, Entry


def release_in_tick(gate: GateState, tick: int, now_ns: int, *, is_late: bool) -> None:
    """Release at most one set-point, and send the proof that the ground is alive."""
    gate.begin_tick(tick)
    if _has_ended(gate):
        gate.on_event(Event.MOTION_ENDED, now_ns)
    _end_unattended_arming(gate, now_ns, is_late)
    _roll_back(gate, now_ns)
    has_left = gate.state in ARMED and _release_head(gate, now_ns)
    if gate.state is State.STOPPING:
        release_sample(gate, now_ns)
    elif not has_left and gate.rules.link.has_window(now_ns):
        gate.outbox.send(gate.stream.keep(gate.epoch))
    _give_credit(gate)
    gate.ledger.expire(now_ns, has_telemetry=gate.watch.has_telemetry(now_ns))


def _has_ended(gate: GateState) -> bool:
    """True if r is at rest, the queue is empty, and nothing more is expected."""
    if gate.state not in MOVING or gate.armed is None or gate.queue.waiting or not gate.stream.at_rest:
        return False
    return gate.armed.length is None or gate.queue.released_until >= gate.armed.length


def _end_unattended_arming(gate: GateState, now_ns: int, is_late: bool) -> None:
    """End the arming if its holder or the window is gone, or the tick is late."""
    if gate.state not in ARMED or gate.armed is None:
        return
    if is_late:  # first: what else seems to be missing may only wait to be received
        gate.on_event(Event.BLOCKED, now_ns, Reason.TICK_LATE)
        return
    if not gate.lease.is_held_by(gate.armed.holder, now_ns):
        gate.on_event(Event.BLOCKED, now_ns, Reason.NOT_HOLDER)
    if not gate.rules.link.has_window(now_ns):
        gate.on_event(Event.WINDOW_CLOSED, now_ns)
    if gate.watch.operator_silent(now_ns):
        gate.on_event(Event.OPERATOR_SILENT, now_ns)
    if gate.queue.is_clear and gate.armed is not None and gate.armed.source == "teleop":
        gate.on_event(Event.BLOCKED, now_ns, Reason.CLEAR_AGAIN)
    lost = gate.watch.dead_man_lost(now_ns)
    if lost and gate.armed is not None and gate.armed.source == "teleop":
        gate.on_event(Event.DEAD_MAN_LOST, now_ns, lost)


def _roll_back(gate: GateState, now_ns: int) -> None:
    """Do the roll-back that has waited for this tick."""
    signal = gate.policy.due(gate.queue, gate.ticks) if gate.state in ARMED else None
    if signal is not None:
        gate.roll_back(signal, now_ns)


def _release_head(gate: GateState, now_ns: int) -> bool:
    """Let the head leave, or end the arming; only while the queue fills may it wait for verdict and time."""
    is_too_old = gate.queue.oldest_age(gate.ticks) > gate.rules.oldest_ticks
    inhibited = Reason.ENTRY_TOO_OLD if is_too_old else gate.inhibition(now_ns)
    reason = inhibited or gate.policy.may_leave(gate.queue, gate.ticks)
    if reason:
        if inhibited or gate.state is not State.FILLING:
            gate.on_event(Event.BLOCKED, now_ns, reason)
        elif gate.armed and gate.ticks - gate.armed.tick > gate.rules.filling_ticks:
            gate.on_event(Event.BLOCKED, now_ns, Reason.FILLING_TOO_LONG)
        return False
    state = gate.queue.waiting[0].entry.state
    samples = _stop_of(gate, state)
    doubt = _release_doubt(gate, state, samples)
    if doubt:
        gate.on_event(Event.BLOCKED, now_ns, doubt.reason, detail=doubt.detail)
        return False
    if not gate.rules.has_room(now_ns, len(samples)):
        gate.on_event(Event.WINDOW_CLOSING, now_ns)
        return False
    _release_motion(gate, gate.queue.take_head(), samples, now_ns=now_ns)
    return True


def _stop_of(gate: GateState, state: JointState) -> list[JointState]:
    """Return the stop after a set-point; empty if it has none, which the look refuses."""
    with suppress(ValueError, OverflowError):
        return stop(state, gate.rules.limits, gate.rules.commanding.period_s)
    return []


def _release_doubt(gate: GateState, state: JointState, samples: list[JointState]) -> Doubt | None:
    if gate.stream.r is None:
        return Doubt(Reason.NO_START_POSE)
    report = gate.watch.newest
    underway = gate.stream.underway(report.sampled_ns) if report else ()
    step = Candidate(gate.stream.r, state, samples, report, underway, gate.watch.locked, gate.world.view)
    doubts = (check(step) for check in gate.policy.checks)
    doubt = next((doubt for doubt in doubts if doubt), None)
    return doubt or (None if samples or state.at_rest else Doubt(Reason.LIMIT, "no stop begins there"))


def _release_motion(gate: GateState, entry: Entry, samples: list[JointState], *, now_ns: int) -> None:
    number = CommandNumber("motion", entry.epoch, entry.seq)
    rules, state = gate.rules, entry.state
    earliest_ns = gate.clock.to_spacecraft(now_ns) + gate.uplink.ns + rules.commanding.buffer_ns
    motion = gate.stream.release((entry.epoch, entry.seq), state, samples, earliest_ns=earliest_ns)
    times = _times(gate, motion.set_point)
    gate.ledger.release(number, now_ns, stream=gate.stream.number, times=times)
    gate.outbox.log(_record(motion.set_point), Unsent(motion, number))
    gate.quiet.disturb()
    if gate.state is State.FILLING and gate.armed is not None:
        gate.on_event(_first_release(gate.armed), now_ns)


def _first_release(armed: Arming) -> Event:
    if armed.retreat:
        return Event.FIRST_RETREAT_RELEASE
    return Event.FIRST_PLAN_RELEASE if armed.source == "plan" else Event.FIRST_TELEOP_RELEASE


def release_sample(gate: GateState, now_ns: int) -> None:
    """Release the next sample of stop(r): covered by r's verdict, past every other test."""
    number, before = gate.epochs.next_stop(), gate.stream.r
    motion = gate.stream.release_sample((number.epoch, number.seq))
    sample, times = motion.set_point.state, _times(gate, motion.set_point)
    gate.ledger.begin(number, CommandState.VERIFIED, now_ns=now_ns, arguments=arguments_of(sample, before))
    gate.ledger.release(number, now_ns, stream=gate.stream.number, times=times)
    gate.outbox.log(_record(motion.set_point), Unsent(motion))
    if not gate.stream.is_stopping:
        gate.on_stop_released(now_ns)


def _times(gate: GateState, point: SetPoint) -> StepTimes:
    """Return when a set-point is executed, and when that is to be known."""
    if not gate.clock.is_set:
        return NO_TIMES
    executes_ns = gate.clock.to_ground(point.execute_at_ns)
    return StepTimes(executes_ns=executes_ns, expects_ns=gate.rules.known_ns(executes_ns))


def _record(point: SetPoint) -> Released:
    return Released(epoch=point.epoch, seq=point.seq, state=point.state, execute_at_ns=point.execute_at_ns)


def _give_credit(gate: GateState) -> None:
    """Announce the next number while the queue has a place: n_d + 1 of them."""
    armed, queue = gate.armed, gate.queue
    if gate.state not in ARMED or armed is None or len(queue.waiting) > gate.rules.commanding.depth:
        return
    if armed.length is not None and queue.next_seq > armed.length:
        return
    gate.outbox.send(
        Credit(
            epoch=gate.epoch,
            next_seq=gate.announce(),
            source=armed.source,
            plan_id=armed.certificate.plan_id if armed.certificate else "",
            newest=queue.newest,
            tool=armed.tool,
            steering=armed.steering,
            retreat=armed.retreat,
        )
    )
