"""The command `farhand hold`: HOLD, now; or a program that stands by and sends it on Enter or SIGUSR1."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence

from ground.arguments import Arguments
from ground.cli import DONE, FAILED, USAGE
from ground.current_run import CurrentRun, find
from ground.guest import Answer
from ground.hold import REACHES_SPACE, HoldLine, press_once

NO_RUN = "no rehearsal is running (start one with `farhand rehearse`, or name its folder with --run)"
ACTOR = "hold"
STANDING_BY = "standing by: Enter or SIGUSR1 sends HOLD, Ctrl-C ends"


def hold(arguments: list[str]) -> int:
    """Send HOLD and say who took it; exit code 0 if it goes to space, 1 if not, 2 if nothing is running."""
    options = _options().parse_args(arguments)
    run = find(options.run)
    if run is None:
        return _no_run()
    if options.stand_by:
        return asyncio.run(_stand_by(run))
    answers = press_once(run.addresses, actor=ACTOR, mode=run.mode, run_id=run.run_id)
    if not run.is_supervised and all(row.outcome == "cannot be reached" for row in answers):
        return _no_run()
    print(as_text(answers, run.up_s))
    return DONE if goes_up(answers) else FAILED


def goes_up(answers: Sequence[Answer]) -> bool:
    """True if one of those that reach the spacecraft took it."""
    return any(row.receiver in REACHES_SPACE and row.outcome == "took it" for row in answers)


def as_text(answers: Sequence[Answer], up_s: float) -> str:
    """Return one line for each receiver, and when it takes effect."""
    lines = [f"{row.receiver:<14} {row.outcome}" for row in answers]
    if goes_up(answers):
        lines.append(f"HOLD is on its way; the spacecraft takes it in {up_s:.1f} s and stops")
    else:
        lines.append("HOLD DID NOT LEAVE: neither bridge nor space segment took it")
    return "\n".join(lines)


def _options() -> Arguments:
    options = Arguments("hold", "Send HOLD straight to bridge, gate and space segment: stop, and latch.")
    options.add_argument("--run", metavar="FOLDER", help="the run's folder (default: the present run)")
    options.add_argument(
        "--stand-by", action="store_true", help="keep connections open, send on Enter or SIGUSR1"
    )
    return options


def _no_run() -> int:
    print(f"farhand: {NO_RUN}", file=sys.stderr)
    return USAGE


async def _stand_by(run: CurrentRun) -> int:
    """Send HOLD at each press until interrupted."""
    line = HoldLine(run.addresses, actor=ACTOR, mode=run.mode, run_id=run.run_id)
    presses: asyncio.Queue[bool] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, presses.put_nowait, True)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, presses.put_nowait, False)
    _listen_to_keys(loop, presses)
    keeper = asyncio.create_task(line.keep_open())
    print(STANDING_BY, flush=True)
    while await presses.get():
        print(as_text(await line.press(), run.up_s), flush=True)
    keeper.cancel()
    await line.close()
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
