"""Farhand from Python: open a recording, fly a scenario.

    from ground.notebook import fly, open_recording

    summary = fly("short_link", 1, recording="short.mcap")
    open_recording("short.mcap").figure("Telemetry.q[3]").values

The guide's pages `read-python` and `fly-python` show both in use.  What is flown here is a rehearsal in
virtual time: nothing real is commanded.
"""

from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import get_args

from ground.export.new_output import check_free
from ground.export.opened_recording import OpenedRecording
from ground.report.run_summary import Summary
from ground.scenario.scenario import load
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.run_settings import PolicyName
from telemetry.files.settings import nearest

LARGEST_SEED = 2**63 - 1


def open_recording(file: str | Path) -> OpenedRecording:
    """Open a recording, whole or damaged, of a rehearsal or a pass.

        recording = open_recording("short.mcap")
        recording.figure("Telemetry.q[3]").values       # (m,) float64 [rad]
        recording.commands, recording.events            # lists
        next(recording.pictures("global")).pixels       # (240, 320) uint8

    Raises:
        FileError: there is none, or nothing in it can be read.
    """
    return OpenedRecording(Path(file))


def fly(
    scenario: str | Path | Scenario,
    seed: int,
    *,
    values: Mapping[str, float] | None = None,
    policy: PolicyName | None = None,
    recording: str | Path | None = None,
    cameras: bool = False,
) -> Summary:
    """Fly a scenario in virtual time, and return how it went; one seed is one flight, whenever it is flown.

        fly("short_link", 1, values={"delay": 4.0}).clearance.min_truth_m      # [m]

    Args:
        scenario: a shipped one by its name, any by its path (`*.toml`), or one that `load` has returned.
        seed: of everything random, 0 to 2^63 - 1.
        values: in place of the scenario's own, by the names of `farhand campaign --vary`; SI.
        policy: of the gate's queue, `watermark` or `refill`; None: the scenario's own.
        recording: a file for all that happened, never in place of another; None: nothing is kept.
        cameras: True: pictures are taken, too, which takes four times as long.

    Raises:
        FileError: the scenario, a file of it, a value or the recording cannot be used.
        ValueError: the seed is none, or nothing has the name of a value or policy.
    """
    from ground.campaign.variations import checked_values  # these load the compiler and the physics
    from ground.rehearsal.virtual_flight import Flight
    from ground.rehearsal.virtual_flight import fly as fly_virtually

    place = None if recording is None else Path(recording)
    if place is not None:
        check_free(place)
    source = None if isinstance(scenario, Scenario) else str(scenario)
    flown = scenario if isinstance(scenario, Scenario) else load(str(scenario))
    if values:  # then it is no longer what its file says
        flown, source = checked_values(source or flown.name, flown, values), None
    policy = _policy(policy)
    flight = Flight(seed=_seed(seed), policy=policy, cameras=cameras, recording=place, source=source)
    return fly_virtually(flown, flight)


def _policy(name: PolicyName | None) -> PolicyName | None:
    """Return it; ValueError: there is none of this name."""
    if name not in (None, *get_args(PolicyName)):
        raise ValueError(f"no policy {name!r}{nearest(str(name), list(get_args(PolicyName)))}")
    return name


def _seed(seed: int) -> int:
    """Return it as a plain number, also one of numpy; ValueError: it is none."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= LARGEST_SEED:
        raise ValueError(f"seed {seed!r}: is no whole number from 0 to 2^63 - 1")
    return number
