"""Whether a rehearsal can begin where its scenario says, from the launch file of its spacecraft."""

import msgspec

from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import SpaceSettings
from telemetry.files.settings import read_json
from telemetry.network.launch import Launch


def check(source: str, launch: str) -> None:
    """Check the start pose; `source` is the scenario, to be named.

    Raises:
        FileError: the arm touches something there, or robot and scene do not fit.
    """
    settings = msgspec.json.decode(read_json(launch, Launch).settings, type=SpaceSettings)
    run, plant = settings.run, settings.truth.plant
    check_start_pose(source, run, settings.start_q, key=settings.start_key, plant=plant)
