"""The command `farhand`: find the command in the table, carry it out, report every mistake in one line."""

import errno
import importlib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from ground.command_list import BAD_FILE, COMMANDS, DONE, HELP_WORDS, UNSAFE, USAGE, VERSION, Command
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.kept.usage_error import UsageError
from ground.run.kept.version import software_version
from ground.run.processes.interrupts import CTRL_C, Interrupted, as_ctrl_c, exit_code
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError, nearest
from telemetry.network.event_log import drop_unwritten

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
HELP = """\
farhand: the ground segment for driving a robot arm in orbit through seconds of delay

usage: farhand COMMAND [OPTION ...]

commands
{commands}

`farhand help COMMAND [ACTION]` tells more, `farhand --version` which version this is.

try first
{first}"""
ACTIONS_HELP = """\
usage: farhand {noun} ACTION FILE [OPTION ...]

{actions}

`farhand {noun} ACTION --help` tells more."""
FIRST = (
    ("farhand rehearse", "in real time, with the console if there is a screen"),
    ("farhand rehearse --headless --fast --no-cameras", "the same in virtual time, in a few seconds"),
    ("farhand guide first-hour", "the guide, from the first command to a replay"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return answered(lambda: run_command(given))


def answered(run: Callable[[], int]) -> int:
    """Run what returns an exit code; every foreseen error is one line, and its own code."""
    code = _answered(run)
    drop_unwritten()
    return code


def _answered(run: Callable[[], int]) -> int:
    try:
        with as_ctrl_c():
            return _reported(run)
    except UsageError as error:
        return _complain(error, USAGE)
    except SafetyError as error:
        return _complain(error, UNSAFE)
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


def run_command(given: list[str]) -> int:
    """Run one command and return its exit code; a mistake is raised.

    Raises:
        UsageError: there is no such command or action, or its arguments are wrong.
        FileError: a file cannot be used.
    """
    name, *rest = given or HELP_WORDS[:1]
    if name in HELP_WORDS:
        name, *rest = [*(rest or [name]), "--help"]
    if name in HELP_WORDS:
        print_fitted(HELP.format(commands=_listed(COMMANDS), first=listing(FIRST, indent="  ")))
        return DONE
    if name == VERSION:
        print(f"farhand {software_version()}")
        return DONE
    if name in MOVED:
        raise UsageError(MOVED[name])
    if name not in COMMANDS:
        raise UsageError(f"unknown command {name!r}{nearest(name, [*COMMANDS, 'help', VERSION])}")
    command = COMMANDS[name]
    return _act(name, command.actions, rest) if command.actions else _carry_out(command, rest)


def _act(noun: str, actions: Mapping[str, Command], arguments: list[str]) -> int:
    """Carry out the action that the first argument names; without one, list the actions."""
    action, *rest = arguments or HELP_WORDS[1:]
    if action in HELP_WORDS[1:]:
        print_fitted(ACTIONS_HELP.format(noun=noun, actions=_listed(actions)))
        return DONE
    if action not in actions:
        raise UsageError(f"{noun}: unknown action {action!r}{nearest(action, [*actions])}")
    return _carry_out(actions[action], rest)


def _listed(commands: Mapping[str, Command]) -> str:
    return listing([(name, command.summary) for name, command in commands.items()], indent="  ")


def _carry_out(command: Command, arguments: list[str]) -> int:
    module, _, function = command.function.partition(":")
    code: int = getattr(importlib.import_module(module), function)(arguments)
    return code


def _reported(run: Callable[[], int]) -> int:
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
