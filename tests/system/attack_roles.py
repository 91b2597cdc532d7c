"""Roles of an attack: genuine ones that are watched or lie now and then, and a person with a HOLD button.

A wrapped role is made from `Wrapped(role, settings, extra)`; it lets the genuine role work and changes
what it says, by chances drawn from the generator that the driver hands in.
"""

import copy
from typing import Any, NamedTuple

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.factory import build_of
from telemetry.life.contract import NEVER_NS, Send
from telemetry.messages.acts import (
    ActReply,
    ArmPlan,
    ArmTeleop,
    Disarm,
    LeaseRequest,
    OperatorBeat,
    ResumeAct,
)
from telemetry.messages.command import HoldCommand
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Credit, PlanSource, Proposal, Verdict

replace = msgspec.structs.replace
PERSON = "person"


class Wrapped(NamedTuple):
    """Settings of a wrapper: the genuine role, and what the wrapper itself needs."""

    role: str
    settings: Any
    extra: Any


CALLS = []


class Call(msgspec.Struct, frozen=True):
    """Something of this process that a wrapper calls, as settings that can be written down."""

    number: int

    def __call__(self, *arguments):
        return CALLS[self.number](*arguments)


def called(function):
    """Name a function in settings."""
    CALLS.append(function)
    return Call(len(CALLS) - 1)


class Wrapper:
    """Lets the genuine role do everything."""

    def __init__(self, wrapped, store, rng):
        genuine_rng, self.rng = rng.spawn(2)
        self.inner = build_of(wrapped.role)(wrapped.settings, store, genuine_rng)
        self.extra = wrapped.extra

    @property
    def due_ns(self):
        return self.inner.due_ns

    def receive(self, message, sender, now_ns):
        return self.altered(list(self.inner.receive(message, sender, now_ns)), message, now_ns)

    def tick(self, now_ns):
        return self.altered(list(self.inner.tick(now_ns)), None, now_ns)

    def altered(self, effects, message, now_ns):
        return effects

    def happens(self):
        return self.rng.random() < self.extra

    def choice(self, options):
        return options[int(self.rng.integers(len(options)))]


def genuine(role):
    """The role inside all wrappers."""
    return genuine(role.inner) if isinstance(role, Wrapper) else role


class HostilePlanner(Wrapper):
    """Proposes strange numbers, other states, foreign plans and huge steps, or without being asked."""

    def altered(self, effects, message, now_ns):
        said = []
        for effect in effects:
            is_proposal = isinstance(effect, Send) and isinstance(effect.message, Proposal)
            if is_proposal and self.happens():
                lies = [Send(self._lie(effect.message)) for _ in range(int(self.rng.integers(1, 3)))]
                said += self.choice([lies, [*lies, effect], [effect, *lies], [effect, effect]])
            else:
                said.append(effect)
        return said

    def _lie(self, proposal):
        entry = proposal.entry
        kind = self.choice(("seq", "epoch", "step", "speed", "plan", "index", "joints", "state"))
        state = entry.state
        match kind:
            case "seq":
                entry = replace(entry, seq=max(0, entry.seq + self.choice((-1, 1, 2, 1000))))
            case "epoch":
                entry = replace(entry, epoch=max(0, entry.epoch + self.choice((-1, 1, 1, 10**6))))
                entry = replace(entry, seq=self.choice((1, entry.seq)))
            case "step":
                entry = replace(entry, state=replace(state, q=self._moved(state.q, (0.05, 1.0, 1e6))))
            case "speed":
                entry = replace(entry, state=replace(state, qd=self._moved(state.qd, (0.02, 1.0, 1e300))))
            case "state":
                entry = replace(entry, state=replace(state, q=self._moved(state.q, (1e-4, 1e-3))))
            case "joints":
                few = JointState(q=state.q[:-1], qd=state.qd[:-1], qdd=state.qdd[:-1])
                entry = replace(entry, state=few)
            case _ if isinstance(entry.source, PlanSource):
                changes = {"plan_id": "another"} if kind == "plan" else {"index": entry.source.index + 1}
                entry = replace(entry, source=replace(entry.source, **changes))
        return Proposal(entry=entry)

    def _moved(self, row, sizes):
        joint = int(self.rng.integers(len(row)))
        size = self.choice(sizes) * self.choice((-1.0, 1.0))
        return tuple(value + size * (k == joint) for k, value in enumerate(row))


class HostilePredictor(Wrapper):
    """Adds verdicts of other epochs, chains, worlds and models, and oks that their own figures deny."""

    def altered(self, effects, message, now_ns):
        said = []
        for effect in effects:
            if isinstance(effect, Send) and isinstance(effect.message, Verdict) and self.happens():
                lie = Send(self._lie(effect.message))
                said += self.choice([[lie], [lie, effect], [effect, lie]])
            else:
                said.append(effect)
        return said

    def _lie(self, verdict):
        good = {"ok": True, "reason": "", "time_to_contact": None}
        far = {"clearance": verdict.required + 0.1}
        return replace(
            verdict,
            **self.choice(
                (
                    {"epoch": verdict.epoch + 1, **good, **far},
                    {"seq": verdict.seq + 1, **good, **far},
                    {"chain": bytes(16), **good, **far},
                    {"world": verdict.world + 1, **good, **far},
                    {"configuration": bytes(16), **good, **far},
                    {**good, "clearance": -0.5},
                    {**good, "clearance": verdict.required - 1e-6},
                    {**good, **far, "required": 0.0},
                    {**far, "ok": True, "reason": "predicted_contact", "time_to_contact": 0.5},
                )
            ),
        )


class HostileOperator(Wrapper):
    """Does acts out of order, as the participant that it is."""

    def altered(self, effects, message, now_ns):
        if message is None and self.happens():
            acts = (OperatorBeat(), ArmPlan(plan_id="act-1.1", certificate=bytes(32)), ArmTeleop(), Disarm())
            effects = [*effects, Send(self.choice(acts))]
        return effects


class Lazy(Wrapper):
    """From an instant on the operator does not renew the lease."""

    def altered(self, effects, message, now_ns):
        if message is not None or now_ns < self.extra:
            return effects
        return [effect for effect in effects if not isinstance(effect.message, LeaseRequest)]


class Mallory:
    """A second operator: asks for the lease and beats from an instant on, and acts by chance."""

    LOOK_NS = NS_PER_S // 20
    ACTS = (
        LeaseRequest(), OperatorBeat(), ArmPlan(plan_id="act-1.1", certificate=bytes(32)), ArmTeleop(),
        ResumeAct(), Disarm(),
    )  # fmt: skip

    def __init__(self, settings, store, rng):
        self.begins_ns, self.chance = settings
        self.due_ns, self.rng = 0, rng

    def receive(self, message, sender, now_ns):
        return []

    def tick(self, now_ns):
        self.due_ns = now_ns + self.LOOK_NS
        acts = [LeaseRequest(), OperatorBeat()] if now_ns >= self.begins_ns else []
        if self.rng.random() < self.chance:
            acts.append(self.ACTS[int(self.rng.integers(len(self.ACTS)))])
        return [Send(act) for act in acts]


class HastyPlanner(Wrapper):
    """Answers every credit twice, the second time with what it said before."""

    last = None

    def altered(self, effects, message, now_ns):
        if isinstance(message, Credit) and self.last and self.happens():
            effects = [self.last, *effects]
        for effect in effects:
            if isinstance(effect, Send) and isinstance(effect.message, Proposal):
                self.last = effect
        return effects


class NewWorlds(Wrapper):
    """A predictor whose world changes at given instants, as if a pose had been confirmed."""

    def __init__(self, wrapped, store, rng):
        super().__init__(wrapped, store, rng)
        self.changes = 0

    def altered(self, effects, message, now_ns):
        changes = sum(at_ns <= now_ns for at_ns in self.extra)
        self.inner._judged.version += changes - self.changes
        self.changes = changes
        return effects


HOUR_NS = 3600 * NS_PER_S


class Orbit(Wrapper):
    """The space segment, under an eye that sees it after every tick; some of its reports are strange.

    Its on-board software may be reset: it stands where it is, latched, and has forgotten every number.
    """

    def __init__(self, wrapped, store, rng):
        super().__init__(wrapped, store, rng)
        self.eye, self.strange, resets = self.extra
        self.resets = sorted(resets)
        self.now_ns = 0
        self.at_start = copy.deepcopy(self.inner._onboard)
        self.inner._sample = self._sampled(self.inner._sample)

    def altered(self, effects, message, now_ns):
        self.now_ns = now_ns
        if message is None:
            self._reset_when_due(now_ns)
            self.eye(self.inner, now_ns)
        return effects

    def _reset_when_due(self, now_ns):
        """Reset an arm at rest: brakes that fall in motion are not simulated."""
        if not self.resets or self.resets[0] > now_ns:
            return
        at_ns = self.inner._clock.read(now_ns)
        place = self.inner._onboard.reference(at_ns)
        if not place.at_rest:
            return
        self.resets.pop(0)
        board = self.inner._onboard = copy.deepcopy(self.at_start)
        board._commanded, board._begun = place, board._begun._replace(state=place, execute_at_ns=at_ns)
        board._heard_ns = at_ns

    def _sampled(self, sample):
        def strange_sample(*instants_ns):
            telemetry = sample(*instants_ns)
            for begin_ns, end_ns, kind in self.strange:
                if begin_ns <= self.now_ns and (self.now_ns < end_ns or kind == "reset"):
                    telemetry = _strange(telemetry, kind)
            return telemetry

        return strange_sample


def _strange(telemetry, kind):
    """What no arm in orbit can say; a clock that was reset stays so."""
    match kind:
        case "future":
            return replace(telemetry, sampled_ns=telemetry.sampled_ns + HOUR_NS)
        case "past":
            return replace(telemetry, sampled_ns=telemetry.sampled_ns - HOUR_NS)
        case "reset":
            return replace(telemetry, sampled_ns=telemetry.sampled_ns - 5 * NS_PER_S)
        case "joints":
            return replace(telemetry, q=telemetry.q[:-1], hold_q=telemetry.hold_q[:-1])
        case _:
            return replace(telemetry, q=tuple(q + 7.0 for q in telemetry.q))


class Presser:
    """Programs with a HOLD button: each press is a program of its own, which knows of no other."""

    def __init__(self, presses, store, rng):
        self.presses, self.rng = sorted(presses), rng

    @property
    def due_ns(self):
        return self.presses[0] if self.presses else NEVER_NS

    def receive(self, message, sender, now_ns):
        return []

    def tick(self, now_ns):
        self.presses.pop(0)
        return [Send(HoldCommand(actor="hold", pressed_ns=now_ns, nonce=int(self.rng.integers(2**32))))]


class Person:
    """Somebody who, from given instants on, takes the lease and resumes until that is accepted."""

    AGAIN_NS = NS_PER_S

    def __init__(self, begins, store, rng):
        self.due_ns = min(begins, default=NEVER_NS)
        self.begins = sorted(begins)[1:]

    def receive(self, message, sender, now_ns):
        is_done = isinstance(message, ActReply) and message.act == "ResumeAct" and message.accepted
        if is_done and message.to == PERSON:
            self.due_ns = self.begins.pop(0) if self.begins else NEVER_NS
        return []

    def tick(self, now_ns):
        self.due_ns = now_ns + self.AGAIN_NS
        return [Send(act) for act in (LeaseRequest(), OperatorBeat(), ResumeAct())]


hostile_planner, hasty_planner, hostile_operator = HostilePlanner, HastyPlanner, HostileOperator
hostile_predictor, new_worlds, orbit = HostilePredictor, NewWorlds, Orbit
presser, person, mallory, lazy_operator = Presser, Person, Mallory, Lazy
