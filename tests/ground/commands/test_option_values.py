"""A wrong value of any option is one line that names the option, the value and the unit that is wanted."""

import pytest

from ground.command_list import COMMANDS
from ground.commands.arguments import Arguments
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import robot_file, scene_file
from telemetry.drive.factory import load

UNITS = {  # of each option that reads a value, what is told of its unit or bounds
    **dict.fromkeys(("--start", "--end", "--through", "--centre", "--target", "--look-at"), "(X,Y,Z in m)"),
    **dict.fromkeys(("--axis", "--looks", "--up"), "(X,Y,Z, not all 0)"),
    **dict.fromkeys(("--from-deg", "--to-deg"), "(A,B,... in deg)"),
    **dict.fromkeys(("--euler-zyx-deg", "--end-euler-zyx-deg"), "(A,B,C in deg)"),
    **dict.fromkeys(("--angle-deg", "--turn-deg"), "(-3600 to 3600 deg)"),
    **dict.fromkeys(("--stand-off", "--radius"), "(in m)"),
    "--required": "(0 to 10 m)",
    "--to": "NAME_deg=A or NAME_m=A",
    "--lock": "NAME=DEG or NAME_m=M",
    "--gives": "z=1,roll=0.1",
    "--time": "(0.001 to 3600 s)",
    **dict.fromkeys(("--from", "--at"), "(0 to 1e+09 s from the start)"),
    "--speed": "(0.01 to 1000 times real time, or max)",
    "--rate": "(50 to 1000 Hz)",
    "--density": "(1 to 30000 kg/m^3; aluminium has 2700)",
    "--older-than": "(0 to 1000000 days)",
    "--days": "(0.001 to 3650 days)",
    "--keep": "(0 to 1000000)",
    "--port": "(0 to 65535)",
    **dict.fromkeys(("--seed", "--only", "--minimise"), "(0 to 2^63 - 1)"),
    "--runs": "(1 to 1000000)",
    "--jobs": "(1 to 1024)",
    "--begin": "(UTC, as 2026-11-24T10:00:00Z)",
    "--depth": "(2 to 40)",
    "--delay": "(0 to 60 s)",
    "--jitter": "(0 to 60 s)",
    "--loss": "(0 to 1 of all packets)",
    "--clock-offset": "(0 to 4e+09 s)",
    "--clock-drift": "(-1000 to 1000 ppm)",
    "step": "(in s)",
}
NAMED = {"--lock": "joint_1=", "--to": "joint_1_deg=", "--gives": "z="}


class Parsed(Exception):
    """What a command would read its arguments with."""


def parsers():
    """Return the parser of each command and action, by name."""
    rows = {}
    for name, command in COMMANDS.items():
        for action, row in (command.actions or {"": command}).items():
            rows[f"{name} {action}".strip()] = row
    return {name: parser_of(row) for name, row in rows.items()}


def parser_of(command):
    def stop(parser, *_):
        raise Parsed(parser)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Arguments, "parse_args", stop)
        with pytest.raises(Parsed) as found:
            load(command.function)([])
    return found.value.args[0]


def values(parser):
    """Return what of a parser reads a value of its own."""
    readers = {action for action in parser._actions if action.type not in (None, robot_file, scene_file)}
    return {(action.option_strings or [action.dest])[-1]: action.type for action in readers}


PARSERS = {name: parser for name, parser in parsers().items() if values(parser)}


def test_each_option_that_reads_a_value_is_known_here():
    found = {option for parser in PARSERS.values() for option in values(parser)}
    assert found == UNITS.keys()


@pytest.mark.parametrize("name", PARSERS)
def test_a_wrong_value_is_one_line_with_option_value_and_unit(name):
    parser = PARSERS[name]
    for option in values(parser):
        for wrong in ("x", "", "nan", "1e999"):
            value = NAMED.get(option, "") + wrong
            with pytest.raises(UsageError) as told:
                parser.parse_known_args([f"{option}={value}"] if option.startswith("-") else [value])
            line = str(told.value)
            assert line.startswith(f"{option} {value!r} is no ") and "\n" not in line
            assert UNITS[option] in line
