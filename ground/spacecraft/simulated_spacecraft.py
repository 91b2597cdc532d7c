"""The simulated spacecraft of a station: what a rehearsal's space segment is when it is a program of its own.

    station file ---> arm, scene, expected link, address      what the ground knows of it too
    scenario     ---> start pose, truth, faults, cameras      what only the spacecraft knows
    asked        ---> delay, jitter, loss, clock

Its link's time begins with the program; the clock on board shows `clock_offset_s` then, and drifts.  It is
not told of runs: whoever has the station's keys starts passes with it, one after the other.
"""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ground.rehearsal.body.as_built import onboard_clock
from ground.rehearsal.spacecraft.spacecraft_end import PassEnd
from ground.rehearsal.warming import rays
from ground.run.kept.usage_error import UsageError
from ground.run.station import resolved
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import SpaceSettings, load, space_settings
from ground.scenario.scenario_table import LinkTable, Scenario, TruthTable
from ground.spacecraft.accepted_sets import AcceptedSets, Places
from ground.station.operation import check_authenticated, check_windows
from ground.station.station_file import read_station, run_station
from ground.station.station_tables import StationFile
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.keys import UNSEALED_ID
from telemetry.agreed.participants import SPACECRAFT
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.drive.store import FileStore, MemoryStore
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from telemetry.keys.key_folder import accepted, place_in_use
from telemetry.keys.set_folder import KeyPlace, OwnKeys, key_path
from telemetry.life.boot import Boot
from telemetry.life.clock import utc_ns
from telemetry.network.event_log import EventLog
from telemetry.wire.protection.pass_start import STARTS_LOG

SpacecraftStore = FileStore | MemoryStore


class AskedSpacecraft(NamedTuple):
    """How a spacecraft is to be simulated."""

    path: Path  # station file
    keys: str | None  # folder in which the spacecraft's are installed; None: as the station file says
    scenario: str | None  # None: the arm at home, built as it is modelled
    delay_s: float | None  # each way; None: as the station expects it
    jitter_s: float | None  # the same
    loss: float | None  # share of all packets, each way; None: the scenario's
    clock_offset_s: float | None  # None: the scenario's
    clock_drift_ppm: float | None
    seed: int
    unauthenticated: bool


class SimulatedSpacecraft(NamedTuple):
    """A spacecraft that is ready to be run."""

    station: StationFile
    settings: SpaceSettings
    keys: Path | None  # None: nothing is proven


def simulated_spacecraft(asked: AskedSpacecraft) -> SimulatedSpacecraft:
    """Return what is to be simulated.

    Raises:
        FileError: station or scenario cannot be used, or are of different arms; no contact window is left.
        SafetyError: it would not be safe, or the arm is real.
        UsageError: the link that is asked for cannot be.
    """
    path, station = asked.path, read_station(asked.path)
    if station.mode == "live":
        cure = "a rehearsal has a station file and keys of its own"
        raise SafetyError(path, "mode", f"is live, and nothing that is simulated speaks in its name; {cure}")
    check_authenticated(path, station, is_waived=asked.unauthenticated)
    zero_ns = utc_ns()
    check_windows(path, station, zero_ns)
    keys = Path(asked.keys or station.keys) if station.keys else None
    if keys is not None and not key_path(Path(place_in_use(keys, station.name).folder), SPACECRAFT).exists():
        cure = "install its parcel (`farhand keys install`), and name that folder by --keys"
        raise SafetyError(keys, "", f"holds no key of the spacecraft; {cure}")
    run = resolved(run_station(station, zero_ns), run_id=SPACECRAFT)
    settings = _settings(asked, station, run)
    source = asked.scenario or str(path)
    check_start_pose(source, run, settings.start_q, key=settings.start_key, plant=settings.truth.plant)
    rays(settings)
    return SimulatedSpacecraft(station, settings, keys)


def _settings(asked: AskedSpacecraft, station: StationFile, run: RunSettings) -> SpaceSettings:
    scenario = load(asked.scenario) if asked.scenario else None
    if scenario is not None and scenario.robot != station.robot:
        raise FileError(asked.path, "robot", f"is another one than that of {scenario.name}: name the same")
    truth = scenario.truth if scenario else TruthTable()
    clock = {"clock_offset_s": asked.clock_offset_s, "clock_drift_ppm": asked.clock_drift_ppm}
    given = {key: value for key, value in clock.items() if value is not None}
    link, truth = _link(asked, scenario, run), msgspec.structs.replace(truth, **given)
    if scenario is not None:
        scenario = msgspec.structs.replace(scenario, link=link, truth=truth)
        return space_settings(scenario, run, cameras=scenario.cameras if station.pictures else ())
    return SpaceSettings(
        run=run,
        link=link,
        truth=truth,
        faults=(),
        start_q=tuple(map(float, read_robot(Path(station.robot)).home_q)),
        start_key="robot",
        cameras=None if station.pictures else (),
    )


def _link(asked: AskedSpacecraft, scenario: Scenario | None, run: RunSettings) -> LinkTable:
    """Return the link as it is: by itself as the station expects it, with a scenario's losses."""
    expected = run.link
    lost = scenario.link if scenario else LinkTable(up_s=0.0, down_s=0.0)
    try:
        return LinkTable(
            up_s=expected.up_s if asked.delay_s is None else asked.delay_s,
            down_s=expected.down_s if asked.delay_s is None else asked.delay_s,
            jitter_s=expected.jitter_s if asked.jitter_s is None else asked.jitter_s,
            loss=lost.loss if asked.loss is None else asked.loss,
            burst=lost.burst,
            windows_s=expected.windows_s,
        )
    except ValueError as error:
        raise UsageError(f"--delay and --jitter do not fit: {error}") from None


def store_of(spacecraft: SimulatedSpacecraft) -> SpacecraftStore:
    """Return what outlives the program: which starts were taken, beside the keys that prove them."""
    return MemoryStore() if spacecraft.keys is None else FileStore(spacecraft.keys, sync=True)


def accepted_sets(spacecraft: SimulatedSpacecraft, store: SpacecraftStore, log: EventLog) -> AcceptedSets:
    """Return the spacecraft's end of its link.

    Raises:
        SafetyError: it has no key that may be used.
    """
    station, truth, folder = spacecraft.station, spacecraft.settings.truth, spacecraft.keys
    clock = onboard_clock(offset_s=truth.clock_offset_s, drift_ppm=truth.clock_drift_ppm)
    speakers = replace(spacecraft.settings.run.speakers, run_id=None)

    def look() -> Places:
        if folder is None:
            return {UNSEALED_ID: None}
        return {int(Path(place.folder).name, 16): place for place in accepted(folder, station.name)}

    def begin(place: KeyPlace | None) -> PassEnd:
        ring, boot = speakers.keys, Boot(utc_ns() // NS_PER_S)
        if place is not None:
            keys = OwnKeys(place=place, mode=station.mode, participants=station.participants)
            ring, reserved = keys.ring(SPACECRAFT), keys.reserve(SPACECRAFT)
            boot = reserved.boot
            if reserved.problem:
                log.say(reserved.problem)
        return PassEnd(
            replace(speakers, keys=ring),
            boot=boot,
            rng=np.random.default_rng(),
            taken=store.records(STARTS_LOG),
            clock=clock.read,
            on_refused=lambda reason: log.count("refused:", reason),
        )

    return AcceptedSets(look, begin, log)
