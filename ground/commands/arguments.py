"""Command-line arguments whose mistakes are one line with the nearest valid option."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ground.cli import UsageError
from ground.commands.json_output import STANDARD_OUTPUT
from ground.run.history import recording_of
from telemetry.settings import nearest

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

NEGATIVE = re.compile(r"-\.?\d[\d.,e+-]*$")  # a number or a list of them, and no option


class Arguments(argparse.ArgumentParser):
    """An argument parser that raises `UsageError` instead of printing usage and leaving."""

    def __init__(self, command: str, description: str) -> None:
        """Make the parser of `farhand COMMAND`; options cannot be abbreviated."""
        super().__init__(prog=f"farhand {command}", description=description, allow_abbrev=False)
        self._negative_number_matcher = NEGATIVE

    def add_json(self, what: str, *, is_needed: bool = False) -> None:
        """Take `--json FILE|-`; `-` may be left out, unless `is_needed` as a file's name could follow."""
        told = f"{what} as JSON, to a file; - for standard output"
        if is_needed:
            self.add_argument("--json", metavar="FILE|-", help=told)
        else:
            self.add_argument("--json", nargs="?", const=STANDARD_OUTPUT, metavar="FILE|-", help=told)

    def add_picture(self, what: str) -> None:
        """Take `--picture FILE`."""
        self.add_argument("--picture", metavar="FILE", help=f"draw {what}, as .svg or .png")

    def add_run(self, default: str = "the one that lives") -> None:
        """Take `--run RUN`."""
        self.add_argument("--run", metavar="RUN", help=f"name or folder of a run (default: {default})")

    def add_recording(self, what: str = "a recording, whole or damaged") -> None:
        """Take a recording: its file, or `--run RUN` for that of a run."""
        self.add_argument("file", nargs="?", metavar="FILE", help=what)
        self.add_argument("--run", metavar="RUN", help="or: name or folder of the run that it is of")

    def recording(self, given: argparse.Namespace) -> Path:
        """Return the file of the recording that is named.

        Raises:
            UsageError: none is named, or one twice.
            FileError: there is no such run, or it has no recording.
        """
        if (given.file is None) == (given.run is None):
            self.error("name a recording: its FILE, or --run RUN")
        return Path(given.file) if given.file is not None else recording_of(given.run)

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help; one that cannot be printed is an error like any other."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the mistake as one line with a hint."""
        unknown = re.search(r"unrecognized arguments: (\S+)", message)
        if unknown:
            options = [option for action in self._actions for option in action.option_strings]
            message = f"unknown argument {unknown.group(1)!r}{nearest(unknown.group(1), options)}"
        raise UsageError(f"{message} (see {self.prog} --help)")


def seed(text: str) -> int:
    """Return the seed that an argument names; ValueError: it is none."""
    value = int(text)
    if not 0 <= value < 2**63:
        raise ValueError
    return value


seed.__name__ = "seed (0 to 2^63 - 1)"  # as a wrong one is told
