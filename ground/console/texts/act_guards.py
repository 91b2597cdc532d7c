"""Whether each of the acts applies now, and if not why not, before the gate is asked.

Nothing is decided here: the gate's own table of authority and motion is read, and its guards are applied as
far as the screens know of them.  What they do not know the gate answers, when it is asked.
"""

from collections.abc import Callable
from typing import NamedTuple

from ground.console.facts.chosen import Chosen
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import why_not
from ground.console.texts.why_not import WhyNot
from ground.operator.person.person_way_out import TOO_NEAR
from ground.operator.person.pilot_state import PilotState
from telemetry.agreed.authority import ARMED, Action, Event, State, transition
from telemetry.agreed.participants import APPROVER, CONSOLE
from telemetry.messages.queue import GateStatus

NEEDED = ("predictor", "recorder")  # processes without which the gate lets nothing begin
PLANS = "plan"  # what the key of a plan's step begins with, if the planner is asked
NO_PILOT = PilotState(holds_lease=False, keeps_lease=False, offers=(), plan=None, pending=None, flies=False)


class AtWindow(NamedTuple):
    """What the window itself knows of its keys."""

    chosen: Chosen
    scripts: frozenset[str]  # participants that act without a person
    seat: str = CONSOLE  # role of who sits there
    answer: str = ""  # the first one of the strip; empty: none
    is_asked: bool = False  # the strip has something to say
    has_preview: bool = False  # there is a plan that can be watched
    is_watched: bool = False  # and it plays


class KeyCase(NamedTuple):
    """What is looked at for all keys."""

    snapshot: Snapshot
    window: AtWindow
    now_ns: int

    @property
    def pilot(self) -> PilotState:
        """What the person's acts have come to."""
        return self.snapshot.pilot or NO_PILOT

    @property
    def gate(self) -> GateStatus | None:
        """The newest word of the gate."""
        gate = self.snapshot.authority.gate
        return gate.value if gate else None


def act_refusal(name: str, case: KeyCase) -> WhyNot | None:
    """Return why an act cannot be asked for now; None: it can."""
    return _closed(case) or _GUARDS[name](case)


def operation_refusal(case: KeyCase) -> WhyNot | None:
    """Return why no command without motion can be asked for now; None: one can."""
    why = _closed(case) or _without_lease(case) or _refused_by_table(case, Event.OPERATE)
    is_armed = case.gate is not None and case.gate.armed is not None
    return why or (why_not.ARMED_ALREADY if is_armed else _not_to_begin(case))


def over_refusal(case: KeyCase) -> WhyNot | None:
    """Return why nothing flies here any more; None: something does."""
    if case.snapshot.is_replay:
        return why_not.REPLAY
    return why_not.RUN_OVER if case.snapshot.over_ns is not None else None


def _closed(case: KeyCase) -> WhyNot | None:
    """Return why nothing can be asked of the gate from here at all."""
    snapshot, gate = case.snapshot, case.snapshot.authority.gate
    if over := over_refusal(case):
        return over
    if case.window.seat != CONSOLE:
        return why_not.APPROVER if case.window.seat == APPROVER else why_not.OBSERVER
    if snapshot.pilot is None or gate is None:
        return why_not.NOT_HEARD
    return why_not.GATE_SILENT if gate.is_stale(case.now_ns) else None


def offered_step(case: KeyCase) -> tuple[str, str] | None:
    """Return what the key does next of the plan that is chosen, and what is waited for; None: no plan."""
    offers = {offer.name: offer for offer in case.pilot.offers}
    offer = offers.get(case.window.chosen.offer_of([*offers]))
    if offer is None:
        return None
    return offer.key, next((row.detail for row in offer.rows if row.state == "doing"), "")


def _lease(case: KeyCase) -> WhyNot | None:
    """Return why the lease cannot be taken; leaving it is always possible."""
    holder = case.snapshot.authority.holder(case.now_ns)
    if case.pilot.keeps_lease or case.pilot.holds_lease or not holder:
        return None
    return why_not.SCRIPT_FLIES if holder in case.window.scripts else why_not.lease_of(holder)


def _without_lease(case: KeyCase) -> WhyNot | None:
    if case.pilot.holds_lease:
        return None
    why = _lease(case)
    return why or (why_not.LEASE_AWAITED if case.pilot.keeps_lease else why_not.NO_LEASE)


def _plan(case: KeyCase) -> WhyNot | None:
    if request := case.window.chosen.request:  # whoever sits here may look at a motion
        why = why_not.cannot_be_asked(request.why_not) if request.why_not else None
        return why or _not_to_plan(case)
    offered = offered_step(case)
    if offered is None:
        return why_not.NOTHING_ASKED_FOR
    if why := _without_lease(case):
        return why
    key, waits_for = offered
    if not key:
        return why_not.under_way(waits_for)
    return _not_to_plan(case) if key.startswith(PLANS) else None


def _not_to_plan(case: KeyCase) -> WhyNot | None:
    """Return why the planner would make no plan."""
    return _silent(case, ("planner",)) or _inside(case)


def _arm_plan(case: KeyCase) -> WhyNot | None:
    plan = case.pilot.plan
    why = _without_lease(case) or _refused_by_table(case, Event.ARM_PLAN)
    if why or plan is None:
        return why or why_not.NO_PLAN
    is_usual = not plan.certificate.retreat
    refused = why_not.stale_plan(case.pilot.arm_refusal) if case.pilot.arm_refusal else None
    return _not_to_begin(case) or (_inside(case) if is_usual else None) or refused


def _arm_hand(case: KeyCase) -> WhyNot | None:
    why = _without_lease(case) or _refused_by_table(case, Event.ARM_TELEOP)
    return why or _not_to_begin(case) or _inside(case)


def _disarm(case: KeyCase) -> WhyNot | None:
    is_armed = case.gate is not None and case.gate.state in ARMED
    return _without_lease(case) or (None if is_armed else why_not.NOTHING_ARMED)


def _resume(case: KeyCase) -> WhyNot | None:
    gate, holder = case.gate, case.snapshot.authority.holder(case.now_ns)
    if gate is None or (gate.state != State.HELD and not gate.held_by):
        return why_not.STOPPING if gate and gate.state == State.STOPPING else why_not.NOTHING_HELD
    if why := _lease(case):
        return why_not.SCRIPT_RESUMES if holder in case.window.scripts else why
    if gate.state == State.REST:
        return None  # only the script still waits
    if case.snapshot.is_resuming:
        return why_not.RESUME_AWAY
    if why := _refused_by_table(case, Event.RESUME) or _lost(case):
        return why
    if case.snapshot.commands.has_away("hold"):
        return why_not.HOLD_AWAY
    return None if gate.latched else why_not.NOT_LATCHED


def _way_out(case: KeyCase) -> WhyNot | None:
    way, gate = case.pilot.way_out, case.gate
    is_near = _inside(case) is not None
    if way is None and not is_near:
        was_refused = gate is not None and gate.state == State.REST and gate.ended_by in TOO_NEAR
        return why_not.NO_WAY_OUT if was_refused else why_not.CLEAR
    if way is not None and way.stale and not is_near:  # too near another one is asked for by the key
        return why_not.stale_way(way.stale)
    return _without_lease(case) or _refused_by_table(case, Event.ARM_PLAN) or _not_to_begin(case)


def _end(case: KeyCase) -> WhyNot | None:
    if not case.pilot.flies:
        return why_not.NOT_FLOWN_HERE
    return why_not.ENDED if case.snapshot.run.script else None


def _refused_by_table(case: KeyCase, event: Event) -> WhyNot | None:
    """Return why the state of authority and motion refuses an act."""
    gate = case.gate
    if gate is None or gate.state not in _IN_STATES:
        return why_not.NOT_HEARD
    done = transition(State(gate.state), gate.has_window, event)
    if done.action is not Action.REFUSE:
        return None
    return _IN_STATES[State(gate.state)] if gate.has_window else why_not.NO_WINDOW


def _not_to_begin(case: KeyCase) -> WhyNot | None:
    """Return why nothing may begin now, whatever it is."""
    if case.gate is not None and case.gate.time_step is not None:
        return why_not.TIME_STEPPED
    return _lost(case) or _silent(case, NEEDED)


def _lost(case: KeyCase) -> WhyNot | None:
    return why_not.NO_SIGNAL if case.snapshot.los_ns is not None else None


def _silent(case: KeyCase, roles: tuple[str, ...]) -> WhyNot | None:
    """Return that one of these processes was heard once, and is silent or unwell now."""
    beats = dict(case.snapshot.processes.beats)
    unwell = (
        role
        for role in roles
        if role in beats and (beats[role].is_stale(case.now_ns) or not beats[role].value)
    )
    role = next(unwell, "")
    return why_not.process_silent(role) if role else None


def _inside(case: KeyCase) -> WhyNot | None:
    world = case.snapshot.arm.world
    return why_not.INSIDE_MARGIN if world and world.broken else None


_IN_STATES: dict[str, WhyNot] = {
    State.REST: why_not.NOTHING_HELD,
    **dict.fromkeys(ARMED, why_not.ARMED),
    State.STOPPING: why_not.STOPPING,
    State.HELD: why_not.HELD,
}

_GUARDS: dict[str, Callable[[KeyCase], WhyNot | None]] = {
    "lease": _lease,
    "plan": _plan,
    "arm plan": _arm_plan,
    "arm hand": _arm_hand,
    "disarm": _disarm,
    "resume": _resume,
    "way out": _way_out,
    "end": _end,
}
