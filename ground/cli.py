"""The command `farhand`: a table from command to the function that carries it out, loaded when chosen.

Exit codes: 0 done, 1 an expectation or a check failed, 2 usage, 3 bad input file,
130 a person ended it by HOLD or Ctrl-C, 143 SIGTERM did.
"""

import errno
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.kept.usage_error import UsageError
from ground.run.kept.version import software_version
from ground.run.processes.interrupts import CTRL_C, Interrupted, as_ctrl_c, exit_code
from telemetry.files.settings import FileError, nearest
from telemetry.network.event_log import drop_unwritten

DONE, FAILED, USAGE, BAD_FILE, INTERRUPTED = 0, 1, 2, 3, 130


class Command(NamedTuple):
    """One row of the table."""

    function: str  # package.module:function, which takes the arguments and returns the exit code
    summary: str


COMMANDS = {
    "rehearse": Command(
        "ground.commands.run.rehearse:rehearse",
        "fly a scenario against a simulated spacecraft behind a 7 s link",
    ),
    "hold": Command(
        "ground.commands.run.hold:hold",
        "HOLD, now: stop and latch the arm, straight to bridge and space segment",
    ),
    "stop": Command(
        "ground.commands.run.stop:stop", "end a run: HOLD, wait for the latch, end its processes"
    ),
    "resume": Command("ground.commands.run.person:resume", "leave a HOLD or a latch, as only a person may"),
    "confirm": Command(
        "ground.commands.run.person:confirm", "confirm that on-board clock or delay have stepped"
    ),
    "runs": Command("ground.commands.run.runs:runs", "what runs or ran here; --prune removes what is over"),
    "console": Command("ground.commands.run.console:console", "open the console of a run that is going on"),
    "handle": Command("ground.commands.run.handle:handle", "take the handle of a run with a device"),
    "replay": Command(
        "ground.commands.recording.replay:replay", "play a recording on the same bus and screens"
    ),
    "record": Command(
        "ground.commands.recording.record:record",
        "what a recording holds, recovery of a damaged one, exports",
    ),
    "summary": Command(
        "ground.commands.recording.summary:summary", "how a recorded rehearsal went, from its recording"
    ),
    "stream": Command(
        "ground.commands.run.stream:stream", "let other programs look at a run, over a WebSocket"
    ),
    "robot": Command(
        "ground.commands.arm.robot:robot", "an arm of your own: check its file, import it, fit volumes"
    ),
    "scene": Command(
        "ground.commands.arm.scene:scene",
        "check a scene or a mesh: what it holds, what is doubtful, how an arm fits",
    ),
    "plan": Command(
        "ground.commands.motion.plan:plan",
        "one motion of an arm: how fast it can be, what it asks of each joint",
    ),
    "verify": Command("ground.commands.verify:verify", "judge a plan before it is flown, and certify it"),
    "fixture": Command(
        "ground.commands.motion.fixture:fixture", "a tube that leads the hand around what is in the way"
    ),
    "collision": Command(
        "ground.commands.motion.collision:collision", "collision methods beside one another, along one motion"
    ),
    "guide": Command("ground.commands.guide:guide", "the guide: to fly, to bring an arm, what keeps it safe"),
    "scenarios": Command("ground.commands.scenarios:scenarios", "list the scenarios that come with farhand"),
    "completion": Command(
        "ground.commands.completion:completion", "what a shell needs to complete commands: bash or zsh"
    ),
    "messages": Command(
        "ground.commands.messages:messages",
        "every message: ids, fields, units, who says it to whom; JSON, XTCE",
    ),
}

MOVED = {  # what a command of the version before is now
    "bench": "`farhand bench` is now `python -m tests.benchmarks` in a clone: `farhand guide benchmarks`",
}

REFUSED = {  # by the system: what to do about it
    errno.ENOSPC: "make room, or name another place",
    errno.EDQUOT: "make room, or name another place",
    errno.EFBIG: "allow larger files, or name another place",
    errno.ENAMETOOLONG: "name a shorter one",
}
WORD_SHOWN = 60  # characters, of each end of a word that is longer than two of them and an ellipsis
LONG_WORD = re.compile(rf"\S{{{2 * WORD_SHOWN + 2},}}")
HELP_WORDS, VERSION = ("help", "-h", "--help"), "--version"
HELP = """\
farhand: the ground segment for driving a robot arm in orbit through seconds of delay

usage: farhand COMMAND [OPTION ...]

commands
{commands}

`farhand help COMMAND [ACTION]` tells more, `farhand --version` which version this is.

try first
{first}"""
FIRST = (
    ("farhand rehearse", "in real time, with the console if there is a screen"),
    ("farhand rehearse --headless --fast --no-cameras", "the same in virtual time, in a few seconds"),
    ("farhand guide first-hour", "the guide, from the first command to a replay"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return answered(lambda: _run(given))


def answered(run: Callable[[], int]) -> int:
    """Run what returns an exit code; every foreseen error is one line, and its own code."""
    code = _answered(run)
    drop_unwritten()
    return code


def _answered(run: Callable[[], int]) -> int:
    try:
        with as_ctrl_c():
            return _told(run)
    except UsageError as error:
        return _complain(error, USAGE)
    except FileError as error:
        return _complain(error, BAD_FILE)
    except BrokenPipeError:  # whoever read the output has seen enough
        _drop_output()
        return DONE
    except OSError as error:
        why = error.errno or getattr(error.__cause__, "errno", None)
        if why not in REFUSED:
            raise
        _drop_output()
        return _complain(f"{_refused(error)}; {REFUSED[why]}", BAD_FILE)
    except Interrupted as interrupted:
        return _complain(interrupted, interrupted.code)
    except KeyboardInterrupt as asked:
        by = str(asked) or CTRL_C
        return _complain(f"interrupted by {by}", exit_code(by))


def _run(given: list[str]) -> int:
    name, *rest = given or HELP_WORDS[:1]
    if name in HELP_WORDS:
        name, *rest = [*(rest or [name]), "--help"]
    if name in HELP_WORDS:
        rows = [(name, command.summary) for name, command in COMMANDS.items()]
        print_fitted(HELP.format(commands=listing(rows, indent="  "), first=listing(FIRST, indent="  ")))
        return DONE
    if name == VERSION:
        print(f"farhand {software_version()}")
        return DONE
    if name in MOVED:
        raise UsageError(MOVED[name])
    if name not in COMMANDS:
        raise UsageError(f"unknown command {name!r}{nearest(name, [*COMMANDS, 'help', VERSION])}")
    module, _, function = COMMANDS[name].function.partition(":")
    code: int = getattr(importlib.import_module(module), function)(rest)
    return code


def _told(run: Callable[[], int]) -> int:
    """Run one command, with all that it has printed gone where it was to go."""
    try:
        return run()
    finally:
        sys.stdout.flush()


def _refused(error: OSError) -> str:
    """Return what the system has refused; what is printed has no name, nor have kept kernels."""
    if error.strerror is None:
        return str(error)
    return f"{error.filename or 'what was being written'}: {error.strerror}"


def _drop_output() -> None:
    """Print nowhere from now on, if what was printed does not get where it was to go."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (the interpreter flushes it at exit)


def _complain(error: object, code: int) -> int:
    """Tell a mistake in one line, in which no word is longer than anybody reads."""
    line = LONG_WORD.sub(lambda word: f"{word[0][:WORD_SHOWN]}…{word[0][-WORD_SHOWN:]}", f"farhand: {error}")
    with suppress(OSError):  # where even that cannot be told, the exit code tells it
        print_fitted(line, sys.stderr)
    return code
