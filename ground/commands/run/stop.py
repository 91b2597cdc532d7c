"""The command `farhand stop`: HOLD, wait for the latch, then end every process of a run, orphans too."""

import threading
from pathlib import Path

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.run.hold import Pressed, as_text
from ground.report.terminal import Terminal, print_fitted
from ground.run.end import Status, end_run
from ground.run.hold_press import HOLD, press_once
from ground.run.kept.known_runs import KnownRun, remove_locks, the_run
from ground.run.kept.locks import living
from ground.run.kept.run_folder import RunFolder
from ground.run.latch_listener import Latch, wait_for_latch
from telemetry.life.clock import monotonic_ns

ACTOR = "stop"
TICKS = 2  # of the gate
UNBEGUN = "the run has not begun: nothing has moved"
BY_ITSELF = "it stops by itself once it hears nobody"
SUMMING_UP = "the run sums itself up"
LATCH_TEXT: dict[Latch, str] = {
    "latched": "the spacecraft is latched, at rest",
    "not latched": f"NO LATCH WAS REPORTED by the spacecraft; {BY_ITSELF}",
    "no telemetry": f"NO TELEMETRY: whether the spacecraft is latched is not known; {BY_ITSELF}",
}


def stop(arguments: list[str]) -> int:
    """End a run; exit code 0 if it was latched and no process is left, 1 if not, 2 if no run is named."""
    options = Arguments("stop", "End a run: HOLD, wait for the latch, then end every process of it.")
    options.add_run()
    run = the_run(options.parse_args(arguments).run)
    folder = Path(run.folder)
    before = living(folder)
    if not before:
        print(f"{folder.name}: no process of it lives")
        return DONE
    is_still = hold_still(run)
    with Terminal() as terminal:
        left = end_run(folder, lambda status: terminal.show_progress(summing_up(status), SUMMING_UP))
    remove_locks(folder)
    print("\n".join(f"{role:<14} {_fate(role, pid, left)}" for role, pid in before.items()))
    return DONE if is_still and not left else FAILED


def hold_still(run: KnownRun) -> bool:
    """Send HOLD and wait for its effect, saying both; True if nothing moves any more."""
    pressed_ns = monotonic_ns()
    answers = press_once(run.addresses, run.speakers_as(HOLD), actor=ACTOR)
    print_fitted(as_text(Pressed(run, answers)))
    if not RunFolder(Path(run.folder)).has_begun:
        print(UNBEGUN, flush=True)
        return True
    with Terminal() as terminal:
        terminal.begin_progress("waits for the latch in telemetry")
        latch = wait_for_latch(run, pressed_ns)
    print_fitted(LATCH_TEXT[latch])
    threading.Event().wait(TICKS * run.period_s)  # the gate tells it too: to the run's summary and screens
    return latch == "latched"


def summing_up(status: Status) -> str:
    """Return how far a run has come with its summary."""
    return f"{SUMMING_UP}: {status.summed_s:.0f} s of {status.mission_s:.0f} s"


def _fate(role: str, pid: int, left: dict[str, int]) -> str:
    return f"STILL LIVES (process {left[role]})" if role in left else f"ended (process {pid})"
