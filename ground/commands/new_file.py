"""`farhand new scenario|scene|robot|plan NAME`: a commented file to begin with, which can be used as it is.

It is written as NAME.toml into the folder one stands in, and never over another file.
"""

import re
import shlex
from functools import partial
from pathlib import Path

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import check_place
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import SCENARIO_SUFFIX, data_folder, names
from telemetry.files.settings import FILE_NAME, FileError, read_file

PLACEHOLDER, LONGEST_NAME = "NAME", 80
NAME = re.compile(FILE_NAME.replace(" ", ""))  # without blanks: it is typed
FOLDERS = {"scenario": ".", "scene": "scenes", "robot": "robots", "plan": "plans"}  # of the shipped ones
USES = {
    "scenario": ("farhand rehearse {file} --headless --fast", "fly it, in virtual time"),
    "scene": ("farhand scene check {file} --robot shiyan7_like", "look at it, and at an arm in it"),
    "robot": ("farhand robot check {file}", "look at it"),
    "plan": ("farhand verify {file}", "judge it"),
}


def new_file(kind: str, arguments: list[str]) -> int:
    """Write a commented file of a kind, under a name of one's own."""
    options = Arguments(f"new {kind}", f"Write a commented {kind} file to begin with, usable as it is.")
    options.add_argument("name", metavar="NAME", help="its name; the file is NAME.toml, in this folder")
    name = options.parse_args(arguments).name.removesuffix(SCENARIO_SUFFIX)
    _check_name(kind, name)
    file = f"{name}{SCENARIO_SUFFIX}"
    check_place(file)
    text = read_file(data_folder() / "templates" / f"{kind}{SCENARIO_SUFFIX}").decode()
    _write_new(file, text.replace(PLACEHOLDER, name))
    command, what = USES[kind]
    uses = [(command.format(file=shlex.quote(file)), what), (f"farhand guide keys-{kind}", "every key of it")]
    print_fitted(f"{file} is written\n\n{listing(uses, indent='  ')}")
    return DONE


new_scenario, new_scene, new_robot, new_plan = (partial(new_file, kind) for kind in FOLDERS)


def _check_name(kind: str, name: str) -> None:
    if not NAME.match(name) or len(name) > LONGEST_NAME:
        form = f"at most {LONGEST_NAME} letters, digits and . _ + -, the first one a letter or digit"
        raise UsageError(f"new {kind}: {name!r} is no name of a file here; give {form}")
    if name in names(data_folder() / FOLDERS[kind]):
        raise UsageError(f"new {kind}: {name!r} is the name of a shipped one; give another")


def _write_new(file: str, text: str) -> None:
    """Write a file that is not there; FileError: it is, or it cannot be written."""
    try:
        with Path(file).open("x") as place:
            place.write(text)
    except FileExistsError:
        raise FileError(file, "", "is there already, and stays as it is; give another name") from None
    except OSError as error:
        raise FileError(file, "", f"cannot be written ({error.strerror})") from None
