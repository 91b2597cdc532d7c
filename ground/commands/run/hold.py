"""The command `farhand hold`: HOLD, now, for every run that lives; or a program that stands by to send it.

    runs that live ---> one line to each ---> press: all at the same time ---> who took it, run by run

The program that stands by (Enter or SIGUSR1) keeps a session with each receiver, and looks for new runs now
and then and at each press.  It probes every second whether a press would get there: what would not is one
line at its start and whenever that changes, and it does not even stand by under keys that no run accepts.

--json  the keys of `HoldAnswers`
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.command_list import DONE, FAILED, USAGE
from ground.commands.arguments import Arguments
from ground.commands.output import answer
from ground.report.terminal import print_alarm, print_fitted
from ground.run.guest import NOT_THERE, Answer
from ground.run.hold_press import HOLD, PROBE_S, HoldLine, goes_up, unreached_text
from ground.run.kept.known_runs import NO_RUN, RUN_FILE, KnownRun, LivingRuns, Runs, find_run
from ground.run.kept.locks import living
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import FileError

ACTOR = "hold"
STANDING_BY = "standing by: Enter or SIGUSR1 sends HOLD, Ctrl-C ends"
REFRESH_S = 0.5  # between two looks for new runs


class Pressed(NamedTuple):
    """What became of a press in one run."""

    run: KnownRun
    answers: list[Answer]


def hold(arguments: list[str]) -> int:
    """Send HOLD and show the receivers; exit code 0 if it goes up in every run, 1 if not, 2 if none lives."""
    options = _options().parse_args(arguments)
    if options.stand_by and options.json:
        raise UsageError("--json tells of one press: leave out --stand-by")
    look = _named(options.run) if options.run else Runs().living
    if options.stand_by:
        return asyncio.run(_stand_by(look))
    return _report(asyncio.run(_press_once(look())), options.json)  # where that goes is looked at afterwards


def as_text(pressed: Pressed) -> str:
    """Return the run's name, one line for each receiver, and when it takes effect."""
    lines = [f"{row.receiver:<14} {row.outcome}" for row in pressed.answers]
    if goes_up(pressed.answers):
        up_s = pressed.run.up_s
        lines.append(f"HOLD is on its way; the spacecraft takes it in {up_s:.1f} s and stops")
    else:
        lines.append(f"HOLD DID NOT LEAVE: {_why_not(pressed)}")
    return "\n  ".join([pressed.run.name, *lines])


class ReceiverAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of one receiver."""

    receiver: str
    outcome: str


class RunHeld(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a press in one run."""

    name: str
    ok: bool  # it goes up
    up_s: float  # when the spacecraft takes it
    answers: list[ReceiverAnswer]


class HoldAnswers(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a press."""

    runs: list[RunHeld]
    unreached: list[str]  # folders of runs that live and cannot be spoken to


def _answers(pressed: Sequence[Pressed], found: LivingRuns) -> HoldAnswers:
    return HoldAnswers(
        runs=[
            RunHeld(
                name=row.run.name,
                ok=goes_up(row.answers),
                up_s=row.run.up_s,
                answers=[
                    ReceiverAnswer(receiver=each.receiver, outcome=each.outcome) for each in row.answers
                ],
            )
            for row in pressed
        ],
        unreached=[str(Path(error.path).parent) for error in found.unreadable],
    )


def _why_not(pressed: Pressed) -> str:
    if not living(Path(pressed.run.folder)):
        return "the run is over: no process of it lives here"
    if all(row.outcome in NOT_THERE for row in pressed.answers):
        return "nobody of this run listens; it is about to begin, or to end"
    whys = dict.fromkeys(row.why for row in pressed.answers if row.why)
    return "; ".join(whys) or "neither bridge nor space segment took it"


def _options() -> Arguments:
    options = Arguments("hold", "Send HOLD straight to bridge, gate and space segment: stop, and latch.")
    options.add_run("all that live")
    options.add_argument(
        "--stand-by", action="store_true", help="keep connections open, send on Enter or SIGUSR1"
    )
    options.add_json("who took it")
    return options


def _named(name: str) -> Callable[[], LivingRuns]:
    """Return a search that finds one run; HOLD goes to it even if no process of it seems to live."""
    found = LivingRuns([find_run(name)], [])
    return lambda: found


async def _press_once(found: LivingRuns) -> tuple[list[Pressed], LivingRuns]:
    lines = [line for run in [*found.runs] if (line := _line(run, found)) is not None]
    return await _press(lines, found), found


async def _press(lines: Sequence[HoldLine], found: LivingRuns) -> list[Pressed]:
    """Press in all runs at the same time."""
    answers = await asyncio.gather(*(line.press() for line in lines))
    return [Pressed(run, outcome) for run, outcome in zip(found.runs, answers, strict=True)]


def _line(run: KnownRun, found: LivingRuns) -> HoldLine | None:
    """Return the line to a run; one whose key cannot be used is found to be out of reach."""
    try:
        return HoldLine(run.addresses, run.speakers_as(HOLD), actor=ACTOR)
    except FileError as error:
        found.runs.remove(run)
        found.unreadable.append(FileError(Path(run.folder) / RUN_FILE, "keys", str(error)))
        return None


def _report(outcome: tuple[list[Pressed], LivingRuns], target: str | None = None) -> int:
    """Print what became of a press, and return the exit code."""
    pressed, found = outcome
    if pressed or target:
        answer(_answers(pressed, found), "\n".join(map(as_text, pressed)), target)
    for error in found.unreadable:
        print_fitted(f"farhand: {error}: this run lives and WAS NOT REACHED", sys.stderr)
    if not pressed and not found.unreadable:
        print_fitted(f"farhand: {NO_RUN}", sys.stderr)
        return USAGE
    return DONE if not found.unreadable and all(goes_up(row.answers) for row in pressed) else FAILED


class _KeptLines:
    """Lines to all runs that live, kept open."""

    def __init__(self, find_runs: Callable[[], LivingRuns]) -> None:
        """Keep none yet; `find_runs` finds the runs."""
        self._look = find_runs
        self._lines: dict[str, HoldLine] = {}  # by folder
        self._shown: dict[str, str] = {}  # by folder: what the person knows of it
        self._keepers: dict[str, asyncio.Task[None]] = {}

    async def refresh(self) -> LivingRuns:
        """Open a line to each new run, and close those to runs that are over."""
        found = self._look()
        here = {run.folder: run for run in found.runs}
        for folder in here.keys() - self._lines.keys():
            line = _line(here[folder], found)
            if line is not None:
                self._lines[folder] = line
                self._keepers[folder] = asyncio.create_task(line.keep_open())
        gone = [self._dropped(folder) for folder in self._lines.keys() - here.keys()]
        await asyncio.gather(*(line.close() for line in gone))
        return found

    async def press(self) -> tuple[list[Pressed], LivingRuns]:
        """Press in all runs that live now."""
        found = await self.refresh()
        return await _press([self._lines[run.folder] for run in found.runs], found), found

    async def probe(self) -> bool:
        """Probe every line now; return whether one of them is of use, or may become so."""
        await asyncio.gather(*(line.probe() for line in self._lines.values()))
        return not self._lines or not all(line.is_under_wrong_keys for line in self._lines.values())

    def show_changes(self) -> None:
        """Show which runs a press would not reach, and which it reaches again."""
        found = {folder: unreached_text(line.unreached) for folder, line in self._lines.items()}
        for folder, text in found.items():
            before, name = self._shown.get(folder, ""), Path(folder).name
            if text and text != before:
                print_alarm(f"farhand: {name}: {text}", sys.stderr)
            elif before and not text:
                print_fitted(f"farhand: {name}: HOLD would reach all again", sys.stderr)
        self._shown = found

    def _dropped(self, folder: str) -> HoldLine:
        self._keepers.pop(folder).cancel()
        return self._lines.pop(folder)

    async def keep_refreshing(self) -> None:
        """Look again and again; never returns."""
        while True:
            await self.refresh()
            await asyncio.sleep(REFRESH_S)

    async def keep_showing(self) -> None:
        """Show what changes, once a second; never returns."""
        while True:
            await asyncio.sleep(PROBE_S)
            self.show_changes()


async def _stand_by(find_runs: Callable[[], LivingRuns]) -> int:
    """Send HOLD at each press until interrupted."""
    presses: asyncio.Queue[bool] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, presses.put_nowait, True)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, presses.put_nowait, False)
    _listen_to_keys(loop, presses)
    watch = _KeptLines(find_runs)
    for error in (await watch.refresh()).unreadable:
        print_alarm(f"farhand: {error}: HOLD would not reach this run", sys.stderr)
    is_of_use = await watch.probe()
    watch.show_changes()
    if not is_of_use:
        return FAILED
    keepers = [asyncio.create_task(keeping) for keeping in (watch.keep_refreshing(), watch.keep_showing())]
    print(STANDING_BY, flush=True)
    while await presses.get():
        _report(await watch.press())
    for keeper in keepers:
        keeper.cancel()
    return DONE


def _listen_to_keys(loop: asyncio.AbstractEventLoop, presses: asyncio.Queue[bool]) -> None:
    """Take each line of standard input as a press; without a readable input only the signal counts."""

    def read() -> None:
        typed = os.read(keys, 4096)
        if b"\n" in typed:
            presses.put_nowait(True)
        elif not typed:
            loop.remove_reader(keys)

    try:
        keys = sys.stdin.fileno()
        loop.add_reader(keys, read)
    except (OSError, ValueError, AttributeError):
        return  # closed, or a plain file: no keys there
