"""The commands `farhand resume`, `confirm`, `go`, `no-go`: acts of a person, from the command line.

resume    lease ---> act ---> answer ---> wait until the gate's status shows the latch gone
go, no-go the word of who types it, in the poll ---> answer, and whose GO is missing
confirm   the step that the gate tells ---> read by a person ---> act that names it ---> answer

--json of confirm   done, text, step_s (that waits to be confirmed, or null)
"""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, real
from ground.commands.output import STANDARD_OUTPUT, check_place, write_json
from ground.operator.person.person_line import ROLE as PERSON
from ground.operator.person.person_line import PersonLine
from ground.report.terminal import Terminal, print_fitted
from ground.run.guest_place import RUN_OVER
from ground.run.kept.known_runs import KnownRun, the_run
from ground.run.kept.locks import living
from ground.series.explanation_words import explained
from telemetry.agreed.authority import State
from telemetry.agreed.limits import RESUME_PATIENCE_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.agreed.world_words import update_text
from telemetry.messages.acts import ActReply, Confirm, GoNoGo, LeaseRequest, ResumeAct
from telemetry.messages.handle import UPRIGHT
from telemetry.messages.queue import GateStatus
from telemetry.messages.world import (
    BodyPlaced,
    ConfirmWorld,
    LimitTightened,
    LoadChanged,
    ProposeWorld,
    WorldAsk,
)

STATUS_PERIODS = 4  # the gate tells its state in every one
UNREACHED = "the gate cannot be reached; `farhand hold` goes straight to the bridge"
NO_ANSWER = "the gate gives no answer; try again, and look at its log in the run's folder"


class ActOutcome(NamedTuple):
    """The outcome of an act, with its line."""

    done: bool
    line: str
    step_s: float | None = None  # that waits to be confirmed


def resume(arguments: list[str]) -> int:
    """Leave a hold; exit code 0 if telemetry shows the latch gone, 1 if not, 2 if nothing is running."""
    options = _options("resume", "Leave a HOLD or a latch: the arm may be armed again.")
    given = options.parse_args(arguments)
    return _carry_out(given, _resume)


def confirm(arguments: list[str]) -> int:
    """Show a stepped clock or delay, or confirm it; exit code 0 if nothing is left to confirm."""
    options = _options("confirm", "Confirm by how much the on-board clock or the delay has stepped.")
    options.add_argument(
        "step", nargs="?", type=real("step", "s"), help="seconds, as this command tells them without it"
    )
    options.add_json("it")
    given = options.parse_args(arguments)
    check_place(given.json)
    return _carry_out(given, lambda line, run: _confirm(line, run, given.step), given.json)


def go(arguments: list[str]) -> int:
    """Say GO in the poll; exit code 0 if it counts, 1 if not, 2 if nothing is running."""
    options = _options("go", "Say GO, if the poll of the run asks `person`.")
    return _carry_out(options.parse_args(arguments), lambda line, run: _say(line, run, go=True))


def no_go(arguments: list[str]) -> int:
    """Say NO-GO, or take GO back; what moves ends in the verified stop."""
    options = _options("no-go", "Say NO-GO, or take GO back: what moves ends in its stop.")
    return _carry_out(options.parse_args(arguments), lambda line, run: _say(line, run, go=False))


def world(arguments: list[str]) -> int:
    """Tell, propose or confirm what has changed around the arm; exit code 0 if the gate accepts it."""
    options = _options("world", "Propose a change of the world, or confirm the one that is proposed.")
    ways = options.add_mutually_exclusive_group()
    place, limit = ("BODY", "X", "Y", "Z"), ("JOINT", "MIN", "MAX", "SPEED")
    ways.add_argument("--place", nargs=4, metavar=place, help="it stands so far from its file, in metres")
    ways.add_argument("--limit", nargs=4, metavar=limit, help="tighter than before, in SI units")
    ways.add_argument("--take", metavar="BODY", help="the gripper has taken it")
    ways.add_argument("--leave", metavar="BODY", help="the gripper has let it go")
    ways.add_argument("--confirm", action="store_true", help="what is proposed")
    given = options.parse_args(arguments)
    try:
        ask = _asked_change(given)
    except ValueError:
        options.error("of a place or a limit, three numbers follow the name")
    return _carry_out(given, lambda line, run: _change(line, run, ask, confirms=given.confirm))


def _asked_change(given: Namespace) -> WorldAsk | None:
    """Return the change that is asked for; None: none is."""
    if given.place:
        body, *place = given.place
        x, y, z = map(real("place", "m"), place)
        return BodyPlaced(body, (x, y, z), UPRIGHT)
    if given.limit:
        joint, *figures = given.limit
        return LimitTightened(joint, *map(real("limit", "SI units"), figures))
    if given.take:
        return LoadChanged("take", given.take)
    return LoadChanged("leave", given.leave) if given.leave else None


def _options(command: str, summary: str) -> Arguments:
    options = Arguments(command, summary)
    options.add_run()
    return options


def _carry_out(
    given: Namespace,
    act: Callable[[PersonLine, KnownRun], Awaitable[ActOutcome]],
    target: str | None = None,
) -> int:
    outcome = asyncio.run(_talk(the_run(given.run), act))
    if target:
        write_json(target, {"done": outcome.done, "text": outcome.line, "step_s": outcome.step_s})
    if target != STANDARD_OUTPUT:
        print_fitted(outcome.line, sys.stdout if outcome.done else sys.stderr)
    return DONE if outcome.done else FAILED


async def _talk(run: KnownRun, act: Callable[[PersonLine, KnownRun], Awaitable[ActOutcome]]) -> ActOutcome:
    try:
        async with PersonLine(run.addresses, run.speakers_as(PERSON)) as line:
            return await act(line, run)
    except OSError:
        return ActOutcome(False, UNREACHED if living(Path(run.folder)) else RUN_OVER.format(run.name))


async def _say(line: PersonLine, run: KnownRun, *, go: bool) -> ActOutcome:
    reply = await line.ask(GoNoGo(go=go))
    if reply is None or not reply.accepted:
        return _refusal(reply)
    status = await line.next_message(GateStatus, lambda status: True, STATUS_PERIODS * run.period_s)
    missing = [name for name, word in status.poll if not word] if status else []
    word = "GO" if go else "NO-GO"
    return ActOutcome(True, f"{word} is taken; GO is missing of: {', '.join(missing) or 'nobody'}")


async def _change(line: PersonLine, run: KnownRun, ask: WorldAsk | None, *, confirms: bool) -> ActOutcome:
    if ask is not None:
        reply = await line.ask(ProposeWorld(ask=ask, login=line.login))
        if reply is None or not reply.accepted:
            return _refusal(reply)
        how = "whoever holds the authority confirms it: `farhand world --confirm`"
        return ActOutcome(True, f"proposed: {update_text(ask)}; {how}")
    status = await line.next_message(GateStatus, lambda status: True, STATUS_PERIODS * run.period_s)
    if status is None:
        return ActOutcome(False, NO_ANSWER)
    if status.proposed is None:
        return ActOutcome(not confirms, "no change of the world is proposed")
    text = update_text(status.proposed.change)
    if not confirms:
        return ActOutcome(True, f"{status.proposed.by} has proposed: {text}")
    reply = await line.ask(LeaseRequest(login=line.login))
    if reply is not None and reply.accepted:
        reply = await line.ask(ConfirmWorld(digest=status.proposed.digest))
    if reply is None or not reply.accepted:
        return _refusal(reply)
    return ActOutcome(True, f"confirmed: {text}; every verdict before it is void")


async def _resume(line: PersonLine, run: KnownRun) -> ActOutcome:
    reply = await line.ask(LeaseRequest(login=line.login))
    if reply is not None and reply.accepted:
        reply = await line.ask(ResumeAct())
    if reply is None or not reply.accepted:
        return _refusal(reply)
    status = await line.next_message(GateStatus, lambda status: True, STATUS_PERIODS * run.period_s)
    trip_s = (status and status.round_trip) or run.up_s + run.down_s
    limit_s = trip_s + RESUME_PATIENCE_NS / NS_PER_S + run.period_s  # until the gate's next tick tells it
    print_fitted(f"accepted: the resume is on its way, telemetry shows it in {limit_s:.1f} s at most")
    with Terminal() as terminal:
        terminal.begin_progress("waits for telemetry")
        status = await line.next_message(GateStatus, lambda status: status.state != State.HELD, limit_s)
    if status:
        return ActOutcome(True, "the latch is gone: the arm is at rest and may be armed")
    return ActOutcome(False, "telemetry still shows the latch: look at the link, then resume again")


async def _confirm(line: PersonLine, run: KnownRun, step_s: float | None) -> ActOutcome:
    status = await line.next_message(GateStatus, lambda status: True, STATUS_PERIODS * run.period_s)
    if status is None:
        return ActOutcome(False, NO_ANSWER)
    if status.time_step is None:
        return ActOutcome(True, "nothing waits to be confirmed")
    if step_s is None:
        outcome = f"on-board clock or delay have stepped by {status.time_step:.3f} s"
        how = f"if that is known, `farhand confirm {status.time_step:.3f}`"
        return ActOutcome(False, f"{outcome}; {how}", status.time_step)
    reply = await line.ask(Confirm(step=step_s))
    if reply is None or not reply.accepted:
        return _refusal(reply)
    return ActOutcome(True, "accepted: the gate goes by the new clock and delay")


def _refusal(reply: ActReply | None) -> ActOutcome:
    return ActOutcome(False, NO_ANSWER if reply is None else f"refused: {explained(reply).reasoned}")
