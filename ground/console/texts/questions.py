"""What waits for a person, and the answers: one at a time, the first of these.

close this console?                                       close, stay
end the pass? 3 commands wait, 2 are under way ...        END PASS, FLY ON
HELD by ...                                               RESUME
clock or delay have stepped by ...                        CONFIRM
ARMED by console: grasp at 30 mm, 23 s left               FIRE, DISARM
WORLD 28292a2b by console-2, 23 s left: wall stands ...   CONFIRM, REFUSE
poll: GO or NO-GO?                                        GO, NO-GO; after GO, NO-GO takes it back
console-2 has the authority that was asked for here       TAKE OVER
step 3, hold point: ...                                   GO ON, END PLAN
arm plan: waits for rest at r in telemetry, 2.4 s so far  (nothing to answer)
"""

import math
from collections.abc import Set
from typing import Literal, NamedTuple

from ground.console.facts.handover import ConfirmShown, ConsoleAct, Fire, TimeStep
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.critical import operation_text
from telemetry.agreed.participants import APPROVER, CONSOLE
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.agreed.world_words import update_text
from telemetry.messages.plan import StepRelease, StepReport
from telemetry.messages.world import ProposedWorld

CLOSE_QUESTION = "Close this console? The run goes on without it, and `farhand console` opens it again."
CLOSE_FLIGHT_QUESTION = "Close this console? It flies this pass: HOLD is sent first, and the run ends."
END_QUESTION = "End this pass? {}: it is disarmed, stops, and the pass is over once it is confirmed at rest."
END_AT_REST_QUESTION = "End this pass? Nothing is in flight and the arm is at rest: the pass is over at once."
UNKNOWN_TEXT = "Whether the arm moves is not known"
NOT_AT_REST_TEXT = "the arm is not confirmed at rest"

POLL_WORDS = {True: "GO", False: "NO-GO", None: "not yet"}
TAKE_OVER_NS = 20 * NS_PER_S  # after a lease was asked for in vain

SHOWN_BYTES = 4  # of a hash, as a person compares it


class RefuseShown(NamedTuple):
    """A world update that is not confirmed at this window: it lapses by itself."""

    proposed: ProposedWorld


WindowAnswer = Literal["close", "stay", "go on flying"] | RefuseShown  # of this window alone


class StripAnswer(NamedTuple):
    """What a person may answer."""

    text: str
    act: ConsoleAct | WindowAnswer


class Question(NamedTuple):
    """What waits for a person."""

    text: str
    answers: tuple[StripAnswer, ...] = ()
    is_asked: bool = True  # of a person; else something else is waited for


NOTHING_ASKED = Question("", is_asked=False)
NO_ANSWER, NO_GO = StripAnswer("", "stay"), StripAnswer("NO-GO", "no go")  # the first: an empty place
CLOSING_ANSWERS = (StripAnswer("CLOSE", "close"), StripAnswer("STAY", "stay"))
ENDING_ANSWERS = (StripAnswer("END PASS", "end"), StripAnswer("FLY ON", "go on flying"))


def question(
    snapshot: Snapshot,
    scripts: Set[str],
    now_ns: int,
    *,
    closing: str = "",
    is_ending: bool = False,
    refused: ProposedWorld | None = None,
) -> Question:
    """Return what waits for a person now; without text: nothing does.

    Args:
        snapshot: what is known.
        scripts: who goes on without a person.
        now_ns: the time shown.
        closing: what is asked about closing the window; empty: nobody wants to.
        is_ending: somebody wants to end the pass.
        refused: the world update that was refused at this window.
    """
    if closing:
        return Question(closing, CLOSING_ANSWERS)
    if snapshot.over_ns is not None or snapshot.is_replay:
        return NOTHING_ASKED  # nobody waits for anybody any more
    if is_ending:
        return Question(ending_text(snapshot), ENDING_ANSWERS)
    held = _held(snapshot, scripts, now_ns)
    asked = held or _time_step(snapshot) or _armed(snapshot, now_ns)
    proposed = _proposed(snapshot, refused, now_ns)
    asked = asked or (proposed if proposed and proposed.is_asked else None) or _step(snapshot.plan.step)
    asked = asked or _poll(snapshot) or _take_over(snapshot, now_ns) or proposed or _pending(snapshot, now_ns)
    return _with_no_go(asked or _poll_so_far(snapshot), snapshot)


def answers_of(asked: Question, seat: str) -> tuple[StripAnswer, ...]:
    """Return those answers that the role of who sits there may give, each in its own place."""
    if seat == CONSOLE:
        return asked.answers
    allowed = [answer if _is_open_to(answer.act, seat) else NO_ANSWER for answer in asked.answers]
    return tuple(allowed) if any(answer.text for answer in allowed) else ()


def _is_open_to(act: ConsoleAct | WindowAnswer, seat: str) -> bool:
    if act in ("close", "stay"):
        return True
    return seat == APPROVER and (isinstance(act, Fire | StepRelease) or act in ("go", "no go"))


def ending_text(snapshot: Snapshot) -> str:
    """Return the question before the pass is ended, with what is in flight as it is now."""
    gate = snapshot.authority.gate
    if gate is None:
        return END_QUESTION.format(UNKNOWN_TEXT)
    status, found = gate.value, []
    if status.waiting:
        found.append(_counted(status.waiting, "command waits", "commands wait"))
    if status.in_flight:
        found.append(f"{status.in_flight} in flight")
    if status.state in ARMED:
        found.append(f"motion is armed ({status.state})")
    if snapshot.commands.has_away("hold"):
        found.append("a HOLD is not confirmed")
    is_at_rest = status.latched if status.state == State.HELD else status.state == State.REST and status.quiet
    if not is_at_rest and not found:
        found.append(NOT_AT_REST_TEXT)
    text = ", ".join(found)
    return END_QUESTION.format(f"{text[:1].upper()}{text[1:]}") if found else END_AT_REST_QUESTION


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _held(snapshot: Snapshot, scripts: Set[str], now_ns: int) -> Question | None:
    """Return what a person's RESUME would leave; None: nothing, or the script does it."""
    gate = snapshot.authority.gate
    if gate is None:
        return None
    if snapshot.is_resuming:
        return Question(
            "HELD: RESUME is on its way, and telemetry has to show the latch gone.", is_asked=False
        )
    resume = (StripAnswer("RESUME", "resume"),)
    if gate.value.held_by:
        flies = snapshot.pilot is not None and snapshot.pilot.flies
        waits = "resume when it is safe" if flies else "the script waits until a person resumes"
        return Question(f"HELD by {gate.value.held_by}: {waits}.", resume)
    holder = snapshot.authority.holder(now_ns)
    if gate.value.state != State.HELD or holder in scripts:
        return None
    return Question(f"HELD, and {holder or 'nobody'} has the authority: resume when it is safe.", resume)


def _time_step(snapshot: Snapshot) -> Question | None:
    gate = snapshot.authority.gate
    step_s = gate.value.time_step if gate else None
    if step_s is None:
        return None
    text = f"On-board clock or delay have stepped by {formats.seconds(step_s, 2)}: confirm if that is known."
    return Question(text, (StripAnswer("CONFIRM", TimeStep(step_s)),))


def _armed(snapshot: Snapshot, now_ns: int) -> Question | None:
    """Return what is armed and waits for FIRE; None: nothing."""
    armed = snapshot.authority.gate.value.armed if snapshot.authority.gate else None
    if armed is None or armed.until_ns <= now_ns:
        return None
    left_s = math.ceil((armed.until_ns - now_ns) / NS_PER_S)
    text = f"ARMED by {armed.by}: {operation_text(armed.operation)}, {left_s} s left"
    disarm = StripAnswer("DISARM", "disarm")
    if snapshot.pilot is not None and snapshot.pilot.needs_other:
        return Question(f"{text}, another person fires", (NO_ANSWER, disarm), is_asked=False)
    return Question(text, (StripAnswer("FIRE", Fire(armed)), disarm))


def _proposed(snapshot: Snapshot, refused: ProposedWorld | None, now_ns: int) -> Question | None:
    """Return the world update that waits to be confirmed, with its hash; None: there is none, or no more."""
    proposed = snapshot.authority.gate.value.proposed if snapshot.authority.gate else None
    if proposed is None or proposed.until_ns <= now_ns or proposed == refused:
        return None
    left_s = math.ceil((proposed.until_ns - now_ns) / NS_PER_S)
    change, digest = update_text(proposed.change), proposed.digest[:SHOWN_BYTES].hex()
    head = f"WORLD {digest} by {proposed.by}, {left_s} s left"
    if snapshot.pilot is not None and snapshot.pilot.confirms_world:
        refuse = StripAnswer("REFUSE", RefuseShown(proposed))
        confirm = StripAnswer("CONFIRM", ConfirmShown(proposed.digest))
        return Question(f"{head}: {change}", (confirm, refuse))
    holder = snapshot.authority.holder(now_ns)
    is_own = snapshot.pilot is not None and snapshot.pilot.holds_lease
    who = "another person" if is_own else holder or "whoever takes the lease"
    return Question(f"{head}, {who} confirms: {change}", is_asked=False)


def _poll(snapshot: Snapshot) -> Question | None:
    """Return the poll's question to this console, which stands until it says GO; None: it is not asked."""
    status = snapshot.authority.gate.value if snapshot.authority.gate else None
    if status is None or snapshot.pilot is None or snapshot.pilot.polled != "asked":
        return None
    others = ", ".join(f"{name} {POLL_WORDS[word]}" for name, word in status.poll)
    text = f"POLL: may anything leave? {others}"
    return Question(text, (StripAnswer("GO", "go"), NO_GO))


def _poll_so_far(snapshot: Snapshot) -> Question:
    """Return whose GO is missing; without a poll, nothing."""
    gate = snapshot.authority.gate
    if gate is None or not gate.value.poll:
        return NOTHING_ASKED
    missing = [f"{name} {POLL_WORDS[word]}" for name, word in gate.value.poll if not word]
    text = f"nothing leaves: {', '.join(missing)}" if missing else "all have said GO"
    return Question(f"POLL: {text}", is_asked=False)


def _with_no_go(asked: Question, snapshot: Snapshot) -> Question:
    """Return the same with a second answer that takes GO back, where one was given and there is room."""
    has_go = snapshot.pilot is not None and snapshot.pilot.polled == "go"
    if not has_go or len(asked.answers) > 1:
        return asked
    first = asked.answers[0] if asked.answers else NO_ANSWER
    return asked._replace(answers=(first, NO_GO))


def _take_over(snapshot: Snapshot, now_ns: int) -> Question | None:
    """Return the offer to take over the lease that was just asked for in vain; None: there is none."""
    pending = snapshot.pilot.pending if snapshot.pilot else None
    holder = snapshot.authority.holder(now_ns)
    if pending is None or not pending.refused or pending.name not in ("lease", "take over"):
        return None
    if not holder or now_ns - pending.at_ns > TAKE_OVER_NS:
        return None
    text = f"{holder} has the authority. Take it over? That is told to both; nothing may move but by HOLD."
    return Question(text, (StripAnswer("TAKE OVER", "take over"),))


def _step(report: StepReport | None) -> Question | None:
    """Return what a second person is asked about a plan; None: nothing."""
    if report is None or report.state != "asks":
        return None
    text = f"{report.plan}, step {report.step}, {formats.words(report.kind)}, asks: {report.detail}"
    go_on, end = (StepRelease(plan=report.plan, step=report.step, go_on=on) for on in (True, False))
    return Question(text, (StripAnswer("GO ON", go_on), StripAnswer("END PLAN", end)))


def _pending(snapshot: Snapshot, now_ns: int) -> Question | None:
    """Return what the newest act of this person waits for, or is planned, and how long; None: nothing."""
    pilot = snapshot.pilot
    if pilot is None:
        return None
    pending, cancel = pilot.pending, (StripAnswer("CANCEL", "cancel planning"),) if pilot.planning else ()
    if pending is not None and pending.waits_for:
        name, waits_for, since_ns = pending.name, pending.waits_for, pending.at_ns
    elif pilot.planning:
        name, since_ns, _ = pilot.planning[0]
        waits_for = "the planner"
    else:
        return None
    so_far = formats.seconds(max(0, now_ns - since_ns) / NS_PER_S)
    return Question(f"{name}: waits for {waits_for}, {so_far} so far", cancel, is_asked=False)
