"""Parts of a procedure as they were run, acts of authority, and commands motion by motion."""

from collections.abc import Iterator

from ground.console.facts.command_rows import CommandRow
from ground.console.history.command_folds import CommandFolds, Fold, FoldSummary, summary
from ground.console.history.fold_words import FoldWords, QueueLine
from ground.console.texts.command_words import CommandWords
from ground.debrief.gathered import Gathered
from ground.report.facts.words import count_text, reason_text
from ground.report.page.page_data import CommandLine, RunAct, RunCommands, RunStep
from ground.series.explanation_words import explained, pair_text
from predictor.model.robot import Robot
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ActReply, LeaseRequest
from telemetry.messages.base import wire_name
from telemetry.messages.plan import PartReport

OVER = ("done", "failed", "interrupted")


def steps_of(gathered: Gathered) -> list[RunStep]:
    """Return the parts of all procedures in the order in which they were first told of."""
    found: dict[tuple[str, str, str], RunStep] = {}
    for at_s, report in gathered.procedure:
        for part in report.parts:
            key = report.by, report.plan, part.steps
            found[key] = _step(found.get(key), part, at_s, about=key)
    return [*found.values(), *_plans_at_the_end(gathered, {plan for _, plan, _ in found})]


def _plans_at_the_end(gathered: Gathered, known: set[str]) -> Iterator[RunStep]:
    """Yield the plans of which no step was reported: how far each came at the end."""
    for went in gathered.done.plans if gathered.done else ():
        steps = went.done + went.failed + went.unfinished + went.never_begun
        if went.plan in known or not steps:
            continue
        over = "done" if went.done == steps else "failed" if went.failed else "interrupted"
        yield RunStep(
            plan=went.plan,
            by=gathered.seat,
            steps=f"1-{steps}" if steps > 1 else "1",
            what=f"{went.done} of {count_text(steps, 'step')} done",
            state="to do" if went.never_begun == steps else over,
            detail="",
            begun_s=None,
            ended_s=None,
        )


def _step(known: RunStep | None, part: PartReport, at_s: float, *, about: tuple[str, str, str]) -> RunStep:
    by, plan, steps = about
    begun_s = known.begun_s if known else None
    if begun_s is None and part.state != "to do" and part.state != "ready":
        begun_s = round(at_s, 3)
    is_same = known is not None and known.state == part.state
    ended_s = known.ended_s if known and is_same else round(at_s, 3) if part.state in OVER else None
    return RunStep(
        plan=plan,
        by=by,
        steps=steps,
        what=part.what,
        state=part.state,
        detail=part.detail,
        begun_s=begun_s,
        ended_s=ended_s,
    )


def acts_of(gathered: Gathered) -> list[RunAct]:
    """Return the acts that the gate answered; a lease that is renewed is no act."""
    return list(_acts(gathered.replies))


def _acts(replies: list[tuple[float, ActReply]]) -> Iterator[RunAct]:
    holder = ""
    for at_s, reply in replies:
        if reply.act == wire_name(LeaseRequest) and reply.accepted:
            if reply.to == holder:
                continue
            holder = reply.to
        why = reply.detail if reply.accepted else explained(reply).reasoned
        yield RunAct(at_s=round(at_s, 3), who=reply.to, act=reply.act, accepted=reply.accepted, why=why)


def commands_of(gathered: Gathered, ends: dict[str, int], robot: Robot | None) -> RunCommands:
    """Return the commands of a run, those of one motion in one line, in the words of the console.

    Without its arm no line says what was moved: there are none.
    """
    if robot is None:
        return RunCommands(ends=ends, lines=[])
    book, folds = gathered.book.rows, CommandFolds()
    while folds.show(book) is not None:
        pass
    words = FoldWords(CommandWords(gathered.run, robot))
    words.show(book, words.moment)
    lines = [_line(fold, summary(book, fold), words) for fold in folds.folds]
    return RunCommands(ends=ends, lines=lines)


def _line(fold: Fold, found: FoldSummary, words: FoldWords) -> CommandLine:
    line, least, first, last = QueueLine(fold), found.least, found.first, found.last
    return CommandLine(
        at_s=round(first.begun_ns / NS_PER_S, 3),
        numbers=words.number(line).strip(" ▸"),
        item=words.item(line),
        source=words.source(line),
        count=fold.size,
        states={state.value: count for state, count in found.states},
        clearance_m=round(least.clearance, 6) if least else None,
        required_m=round(least.required, 6) if least else None,
        pair=pair_text(least.pair) if least else "",
        executes_s=None if first.executes_ns is None else round(first.executes_ns / NS_PER_S, 3),
        ended_s=_ended_s(last),
        note=first.after or reason_text(last.reason),
    )


def _ended_s(row: CommandRow) -> float | None:
    return round(row.stages[-1].at_ns / NS_PER_S, 3) if row.state.is_end else None
