"""Command-line arguments whose mistakes are one line with the nearest valid option."""

import argparse
import math
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ground.commands.output import STANDARD_OUTPUT
from ground.run.kept.history import recording_of
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import nearest

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

NEGATIVE = re.compile(r"-\.?\d[\d.,e+-]*$")  # a number or a list of them, and no option
WRONG = re.compile(r"argument (\S+): invalid (.+) value: (.+)", re.DOTALL)  # as argparse tells a value
PLAIN = {"int": "whole number", "float": "number"}


class Arguments(argparse.ArgumentParser):
    """An argument parser that raises `UsageError` instead of printing usage and leaving."""

    def __init__(self, command: str, description: str) -> None:
        """Make the parser of `farhand COMMAND`; options cannot be abbreviated."""
        super().__init__(prog=f"farhand {command}", description=description, allow_abbrev=False)
        self._negative_number_matcher = NEGATIVE

    def add_json(self, what: str, *, is_needed: bool = False) -> None:
        """Take `--json FILE|-`; `-` may be left out, unless `is_needed` as a file's name could follow."""
        text = f"{what} as JSON, to a file; - for standard output"
        if is_needed:
            self.add_argument("--json", metavar="FILE|-", help=text)
        else:
            self.add_argument("--json", nargs="?", const=STANDARD_OUTPUT, metavar="FILE|-", help=text)

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

    def parse_args(self, args: Sequence[str]) -> argparse.Namespace:  # type: ignore[override]
        """Read what was typed; a file may also stand behind options: `record export --csv OUT FILE`."""
        return self.parse_intermixed_args(args)

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help; one that cannot be printed is an error like any other."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the mistake as one line with a hint."""
        unknown = re.search(r"unrecognized arguments: (\S+)", message)
        if wrong := WRONG.fullmatch(message):
            option, kind, value = wrong.groups()
            message = f"{option} {value} is no {PLAIN.get(kind, kind)}"
        if unknown:
            options = [option for action in self._actions for option in action.option_strings]
            message = f"unknown argument {unknown.group(1)!r}{nearest(unknown.group(1), options)}"
        raise UsageError(f"{message} (see {self.prog} --help)")


def whole(what: str, *, least: int = 0, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers of an option; its error names the bounds."""

    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError
        return value

    read.__name__ = f"{what} ({least} to {most})"
    return read


def real(what: str, unit: str, *, least: float = -math.inf, most: float = math.inf) -> Callable[[str], float]:
    """Return a reader of numbers of an option; its error names unit and bounds."""

    def read(text: str) -> float:
        value = float(text)
        if not (least <= value <= most and math.isfinite(value)):
            raise ValueError
        return value

    end = f"to {most:.7g} {unit}" if math.isfinite(most) else f"{unit} or more"
    read.__name__ = f"{what} ({f'{least:g} {end}' if math.isfinite(least) else f'in {unit}'})"
    return read


seed = whole("seed", most=2**63 - 1)
seed.__name__ = "seed (0 to 2^63 - 1)"
