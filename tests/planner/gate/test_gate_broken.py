"""Gates that are wrong in one place: each is found by comparing its ticks with the model's, by that alone."""

from collections import Counter

import pytest
from msgspec import structs

import planner.gate.epochs
import planner.gate.gate
import planner.gate.guards.rules
import planner.gate.set_points.ledger
from planner.gate import arming_facts, operations, proposals, release, reports
from planner.gate.acts import AuthorityActs
from planner.gate.epochs import Epochs
from planner.gate.guards import arming, quiet, watchdogs
from planner.gate.guards.poll import Poll
from planner.gate.guards.rules import Rules
from planner.gate.operations import Operations
from planner.gate.set_points import policy
from planner.gate.set_points.ledger import Ledger
from planner.gate.set_points.policy import Watermark
from planner.gate.set_points.queue import CommandQueue
from planner.gate.set_points.stream import ReleaseStream
from planner.gate.state import GateState
from telemetry.agreed.authority import Action, Event, State, Transition, transition
from telemetry.agreed.run_settings import NS_PER_S
from tests.planner.gate.compared import compare, pairs

SOON, LATE = 150, 500  # traces, at most, until one is found


def never(*given, **named):
    return None


def always(*given, **named):
    return True


def not_so(*given, **named):
    return False


def asks_no_verdict(self, queue, tick):
    return WAITING(queue, tick, self._depth)


def ends_nothing(self, queue, verdict):
    if verdict.ok:
        queue.verify(verdict.seq)


def verifies_beyond_gaps(queue, seq):
    queue.verified_until = max(queue.verified_until, seq)


def asks_no_world(queue, verdict, world):
    return verdict.epoch == queue.epoch and queue._chains.get(verdict.seq) == verdict.chain


def waits_a_tick_less(queue, tick, ticks):
    return WAITING(queue, tick, ticks - 1)


def waits_a_tick_more(queue, tick, ticks):
    return WAITING(queue, tick, ticks + 1)


def holds_nothing(state, has_window, event):
    if event is Event.OPERATOR_HOLD and state is not State.REST:
        return Transition(state, Action.NONE, None)
    return transition(state, has_window, event)


def may_arm_without_window(state, has_window, event):
    return transition(state, True, event)


def grants_to_all(lease, participant, now_ns):
    lease.holder, lease.until_ns = participant, now_ns + arming.LEASE_NS
    return True


def clears_all_but_the_queue(queue, epoch):
    queue.epoch, queue.next_seq, queue.verified_until, queue.released_until = epoch, 1, 0, 0
    return []


def stops_dead(stream):
    stream._stop = ()
    return stream.r and stream.r.q


def takes_no_note(gate, sample, now_ns):
    gate.watch.on_handle_sample(sample, now_ns)
    gate.press.on_sample(sample.dead_man)


def arms_by_a_copy(operations, act, sender, now_ns):
    named = structs.replace(act, epoch=operations._gate.epoch, seq=operations.next_seq)
    return ON_ARM(operations, named, sender, now_ns)


WAITING, ON_ARM = policy.waiting_reason, Operations.on_arm
BROKEN = {
    "a head leaves unverified": (
        Watermark,
        "may_leave",
        lambda self, queue, tick: WAITING(queue, tick, self._depth),
    ),
    "verified beyond a gap": (CommandQueue, "verify", verifies_beyond_gaps),
    "a new world voids nothing": (CommandQueue, "void", lambda queue: []),
    "verdicts of any world": (CommandQueue, "is_about", asks_no_world),
    "bad verdicts change nothing": (
        Watermark,
        "judge",
        lambda self, queue, v: queue.verify(v.seq) if v.ok else None,
    ),
    "an ok is taken on trust": (proposals, "_borne_out", lambda verdict, gate: verdict),
    "escape verdicts for usual motion": (proposals, "_keeps_clear", always),
    "usual verdicts for a way out": (proposals, "_leads_out", always),
    "waits a tick less": (policy, "waiting_reason", waits_a_tick_less),
    "waits a tick more": (policy, "waiting_reason", waits_a_tick_more),
    "a flush keeps the queue": (CommandQueue, "clear", clears_all_but_the_queue),
    "no new epoch": (GateState, "_begin_epoch", never),
    "HOLD does nothing in motion": (planner.gate.state, "transition", holds_nothing),
    "arms without a window": (arming_facts, "transition", may_arm_without_window),
    "the lease ends never": (arming.AuthorityLease, "has_expired", not_so),
    "the lease ends a second later": (arming, "LEASE_NS", 11 * NS_PER_S),
    "two hold the lease": (arming.AuthorityLease, "ask", grants_to_all),
    "the operator is never silent": (watchdogs.Watchdogs, "operator_silent", not_so),
    "the dead-man is never lost": (reports, "on_handle_sample", takes_no_note),
    "old presses count": (arming.DeadManPress, "on_hold", never),
    "nothing inhibits": (GateState, "inhibition", never),
    "quiet at once": (GateState, "is_quiet", lambda gate, now_ns: gate.stream.at_rest),
    "quiet a tick too soon": (quiet, "QUIET_NS", 3 * NS_PER_S // 4),
    "no pause after roll-backs": (arming.RollBackPause, "doubt", never),
    "latches are not seen": (reports, "_on_latch", never),
    "a restart knows all": (Epochs, "knows_all", always),
    "a HOLD is never open": (Ledger, "is_open", not_so),
    "always room for the stop": (Rules, "has_room", always),
    "a late tick is none": (planner.gate.gate, "LATE_SHARE", 100.0),
    "entries may be old": (Rules, "oldest_ticks", 99),
    "epochs begin anew": (planner.gate.epochs, "EPOCHS_UNSEEN", 0),
    "unwritten set-points count": (ReleaseStream, "take_back", never),
    "the margin is not asked": (arming, "guard_retreat", never),
    "contact is not seen": (reports, "on_collision_state", never),
    "an update voids no world": (watchdogs.Watchdogs, "void_world", never),
    "strays are let in": (proposals, "_entry_doubt", never),
    "lost a tick later": (Rules, "patience_ns", 13 * NS_PER_S // 4),
    "a retreat never ends by itself": (CommandQueue, "is_clear", False),
    "motion never ends by itself": (release, "_has_ended", not_so),
    "credit for one more": (release, "_give_credit", never),
    "the stop has no samples": (ReleaseStream, "begin_stop", stops_dead),
    "no early arming": (GateState, "may_rearm_early", False),
    "a resume may be repeated at once": (Rules, "resume_patience_ns", 0),
    "nobody is asked to say GO": (Poll, "objection", None),
    "taken over in motion": (AuthorityActs, "_take_over_doubt", never),
    "a lease outlives its console": (AuthorityActs, "_end_with_session", never),
    "whatever happens ends no ARM": (Operations, "review", never),
    "an ARM counts for a second": (operations, "ARM_FIRE_NS", NS_PER_S),
    "another command may be fired": (Operations, "_digest", lambda self, operation, number: b"one"),
    "a copied ARM arms": (Operations, "on_arm", arms_by_a_copy),
    "commands leave without rest": (Operations, "_doubt", never),
    "fired once and again": (Operations, "_forget", never),
    "reports prove nothing": (planner.gate.set_points.ledger, "numbered_steps", lambda *given, **named: ()),
}
SELDOM = {  # so seldom seen that plain tests do not ask
    "a late tick is none",
    "a retreat never ends by itself",
    "no early arming",
    "the lease ends a second later",
    "unwritten set-points count",
    "verdicts of any world",
    "verified beyond a gap",
}


@pytest.fixture(scope="module")
def begins():
    return [pair for n_d in (2, 3, 4) for pair in pairs(n_d)]


def found_by(begins, most):
    """Return the number of the trace that finds a broken gate; None: none of so many does."""
    return next((n for n in range(most) if compare(begins[n % len(begins)], n, Counter())), None)


def break_gate(patch, name):
    where, what, instead = BROKEN[name]
    if isinstance(getattr(where, what), property):
        instead = property(lambda _, value=instead: value)
    patch.setattr(where, what, instead)


@pytest.mark.parametrize("name", sorted(set(BROKEN) - SELDOM))
def test_a_gate_that_is_broken_in_one_place_is_soon_found(name, begins, monkeypatch):
    break_gate(monkeypatch, name)
    assert found_by(begins, SOON) is not None


@pytest.mark.sweep
@pytest.mark.parametrize("name", BROKEN)
def test_every_gate_that_is_broken_in_one_place_is_found(name, begins, monkeypatch):
    break_gate(monkeypatch, name)
    number = found_by(begins, LATE)
    print(f"| {name} | trace {number} |")
    assert number is not None
