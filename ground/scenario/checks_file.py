"""Checks for a recording: those of a scenario, or a file of them alone.

    [expect]                    the same table as in a scenario, with the same keys
    contacts_max = 0
    clearance_min_m = 0.03

What a scenario asks of its script is not asked of a person who flew it; a file of checks alone asks it of
whoever flew.
"""

from typing import NamedTuple

from ground.report.expect.table import ExpectTable
from ground.scenario.scenario import load
from ground.scenario.scenario_files import scenario_path
from telemetry.files.settings import FileError, Table, read_toml


class ChecksTable(Table, frozen=True, kw_only=True):
    """A file of checks alone."""

    expect: ExpectTable


class _ScenarioKeys(Table, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Keys that tell a scenario from checks alone."""

    name: object = None
    robot: object = None
    scene: object = None
    act: object = None


class Checks(NamedTuple):
    """What is asked of a recording."""

    name: str  # of the scenario or the file
    expect: ExpectTable
    is_of_scenario: bool


def read_checks(name_or_path: str) -> Checks:
    """Return the checks of a scenario, by its name or file, or of a file of checks alone.

    Raises:
        FileError: there is no such file, it cannot be used, or it asks for nothing.
    """
    path = scenario_path(name_or_path)
    is_of_scenario = read_toml(path, _ScenarioKeys) != _ScenarioKeys()
    found = load(name_or_path).expect if is_of_scenario else read_toml(path, ChecksTable).expect
    if found == ExpectTable():
        raise FileError(path, "expect", "asks for nothing; `farhand guide keys-expect` lists what may be")
    return Checks(name_or_path, found, is_of_scenario)
