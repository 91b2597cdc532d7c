"""What enters the queue, and what is judged about it: proposals, verdicts, worlds.

A proposal is taken only for the number that was announced, and only if it comes from what was armed: from
that plan, or from the hand with the tool and the steering that were armed.  What it asks for is sent to the
screens once, when its life begins.  A verdict counts only if it speaks of this very queue: epoch, number,
chain, world and configuration; its `ok` only if its own figures bear it out, against the requirement that the
gate knows itself.  One on a way out counts for a retreat alone, and nothing else does there (R10).
"""

from collections.abc import Sequence

from msgspec import structs

from planner.gate.guards.arming import Arming
from planner.gate.set_points.onboard_steps import CommandNumber
from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from planner.plans.certificate import matches
from telemetry.agreed.authority import ARMED, Event
from telemetry.agreed.limits import CLEAR_BY_M, DEAD_MAN_NS, ESCAPE_FALLS_M, ESCAPE_M_S
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Quaternion, shortened
from telemetry.messages.command import CommandState
from telemetry.messages.handle import Steering
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Certificate
from telemetry.messages.prediction import World
from telemetry.messages.queue import Entry, PlanSource, SetPointArguments, Source, TeleopSource, Verdict

MM_PER_M = 1000.0
HAND_FIELDS = ("tool", *Steering.__struct_fields__)


def arguments_of(
    state: JointState, before: JointState | None, source: Source | None = None
) -> SetPointArguments:
    """Return the arguments of a set-point that follows `before`; None: not known what.

    Without a source it is a sample of the stop.
    """
    largest = None if before is None else _largest_change(before.q, state.q)
    return SetPointArguments(source=source, q=state.q, largest=largest)


def _largest_change(before: Sequence[float], after: Sequence[float]) -> tuple[int, float] | None:
    """Return the joint that changes most, and by how much; None for another number of joints."""
    if len(before) != len(after):
        return None
    changes = [end - begin for begin, end in zip(before, after, strict=True)]
    joint = max(range(len(changes)), key=lambda number: abs(changes[number]))
    return joint, changes[joint]


def on_proposal(gate: GateState, entry: Entry, now_ns: int) -> None:
    """Take an entry into the queue, or refuse it; one of another epoch, or a known number, changes nothing.

    What became of a number of another epoch may have been sent by the gate before this one.
    """
    number = CommandNumber("motion", entry.epoch, entry.seq)
    doubt = _entry_doubt(gate, entry)
    before = gate.stream.r if gate.armed is None else gate.queue.newest
    asked = arguments_of(entry.state, before, entry.source)
    if entry.epoch != gate.epoch or not gate.ledger.begin(number, now_ns=now_ns, arguments=asked):
        return
    if doubt:
        gate.ledger.move(number, CommandState.REFUSED, doubt.reason)
        gate.on_event(Event.BLOCKED, now_ns, doubt.reason, detail=doubt.detail)
        return
    gate.enqueue(entry)


def _entry_doubt(gate: GateState, entry: Entry) -> Doubt | None:
    if gate.armed is None:
        return Doubt(Reason.WRONG_STATE)
    if gate.announced is None:
        return Doubt(Reason.QUEUE_FULL)
    if entry.seq != gate.announced:
        return Doubt(Reason.OUT_OF_SEQUENCE)
    if any(len(row) != len(gate.rules.limits.q_min) for row in entry.state):
        return Doubt(Reason.LIMIT)
    return _source_doubt(entry, gate.armed)


def _source_doubt(entry: Entry, armed: Arming) -> Doubt | None:
    """Return why an entry does not come from what was armed, or None."""
    source, certificate = entry.source, armed.certificate
    if isinstance(source, TeleopSource) and certificate is None:
        return _hand_doubt(source, armed)
    if isinstance(source, TeleopSource) or certificate is None:
        return Doubt(Reason.CERTIFICATE_MISMATCH)
    return None if _is_certified(entry, source, certificate) else Doubt(Reason.CERTIFICATE_MISMATCH)


def _hand_doubt(source: TeleopSource, armed: Arming) -> Doubt | None:
    """Return why an entry is not of the hand as it was armed, and pressed."""
    if not 0.0 <= source.dead_man_age <= DEAD_MAN_NS * 1e-9:
        return Doubt(Reason.DEAD_MAN_STALE)
    differs = [
        f"{what} {asked!r}, armed {meant!r}"
        for what, asked, meant in zip(HAND_FIELDS, _hand_fields(source), _hand_fields(armed), strict=True)
        if asked != meant
    ]
    return Doubt(Reason.STEERING_MISMATCH, shortened("; ".join(differs))) if differs else None


def _hand_fields(led: TeleopSource | Arming) -> tuple[str | Quaternion, ...]:
    """Return what a hand moves and how, in the order of `HAND`."""
    return (led.tool, *structs.astuple(led.steering))


def _is_certified(entry: Entry, source: PlanSource, certificate: Certificate) -> bool:
    return (
        source.plan_id == certificate.plan_id
        and source.certificate == certificate.digest
        and source.index == entry.seq - 1
        and matches(certificate, source.index, entry.state)
    )


def void_verdicts(gate: GateState, world: World, now_ns: int) -> None:
    """Void every verdict on what has not left: the predictor speaks of another world.

    One that says that motion must end for it is a hold; else what waits is judged anew.
    """
    if world.reason:
        gate.on_event(Event.BLOCKED, now_ns, world.reason, detail=world.detail)
    else:
        for queued in gate.queue.void():
            gate.outbox.send(queued)


def on_verdict(gate: GateState, verdict: Verdict, now_ns: int) -> None:
    """Take a verdict; one that does not speak of this very queue has no effect."""
    gate.watch.on_predictor_sign(now_ns)
    if gate.state not in ARMED or verdict.epoch != gate.epoch:
        return
    if verdict.configuration != gate.rules.configuration:
        gate.on_event(Event.BLOCKED, now_ns, Reason.CONFIGURATION_MISMATCH)
    elif gate.queue.is_about(verdict, gate.watch.world):
        _apply_verdict(gate, _borne_out(verdict, gate), now_ns)


def _borne_out(verdict: Verdict, gate: GateState) -> Verdict:
    """Return the verdict, as a bad one if its `ok` is against its own figures; not a number is against it."""
    if not verdict.ok:
        return verdict
    says_why_not = verdict.reason or verdict.time_to_contact is not None
    is_sound = verdict.required == gate.world.required_of(verdict.pair) and not says_why_not
    is_retreat = gate.armed is not None and gate.armed.retreat
    if is_sound and (_leads_out(verdict) if is_retreat else _keeps_clear(verdict)):
        return verdict
    return structs.replace(verdict, ok=False, reason=Reason.VERDICT_UNSOUND)


def _keeps_clear(verdict: Verdict) -> bool:
    return verdict.escape is None and verdict.clearance >= verdict.required


def _leads_out(verdict: Verdict) -> bool:
    """True if the figures of a way out are those that R10 allows."""
    found = verdict.escape
    return found is not None and found.fallen <= ESCAPE_FALLS_M and 0.0 <= found.speed <= ESCAPE_M_S


def _too_late(verdict: Verdict) -> str:
    first, second = verdict.pair
    apart = f"{verdict.clearance * MM_PER_M:.1f} mm apart, {verdict.required * MM_PER_M:.1f} mm required"
    return f"set-point {verdict.seq} has already left: {first} and {second}, {apart}"


def _apply_verdict(gate: GateState, verdict: Verdict, now_ns: int) -> None:
    verified = gate.queue.verified_until
    is_bad = gate.policy.judge(gate.queue, verdict)
    if gate.queue.is_retreat and verdict.ok and verdict.clearance >= verdict.required + CLEAR_BY_M:
        gate.queue.is_clear_from(verdict.seq)
    for seq in range(verified + 1, gate.queue.verified_until + 1):
        gate.ledger.move(CommandNumber("motion", gate.epoch, seq), CommandState.VERIFIED)
    if is_bad and verdict.seq <= gate.queue.released_until:
        gate.on_event(Event.BLOCKED, now_ns, verdict.reason or Reason.TOO_CLOSE, detail=_too_late(verdict))
    elif is_bad:
        gate.roll_back(verdict, now_ns)
