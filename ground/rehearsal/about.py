"""What a rehearsal's recording tells of itself: enough to judge it without anything else at hand."""

from importlib.metadata import PackageNotFoundError, version

import msgspec

from ground.scenario import Scenario, scenario_path
from predictor.run_model import read_model
from telemetry.recording.record import About
from telemetry.run_settings import RunSettings
from telemetry.settings import read_file

SETTINGS = "settings.json"  # the run's resolved settings
DISTRIBUTION = "farhand"


def about(scenario: Scenario, run: RunSettings, *, source: str | None = None, begun: str = "") -> About:
    """Return what the recording of a rehearsal tells.

    Args:
        scenario: as it is flown; its values are told in any case.
        run: what every role agrees on.
        source: name or path that the scenario was loaded from, whose text is told too.
        begun: UTC of time zero; empty in virtual time.

    Raises:
        FileError: there is no such scenario, or the model is not the one of the run.
    """
    robot, scene = read_model(run).contents
    files = {
        "scenario.json": msgspec.json.encode(scenario),
        SETTINGS: msgspec.json.encode(run),
        "robot.toml": robot,
        "scene.toml": scene,
    }
    if source is not None:
        files["scenario.toml"] = read_file(scenario_path(source))
    return About(
        scenario=scenario.name,
        seed=run.seed,
        run_id=run.run_id,
        configuration=run.configuration.hex(),
        version=software_version(),
        mode=run.mode,
        begun=begun,
        files=files,
    )


def software_version() -> str:
    """Return the version that is installed; "source" in a checkout that is not."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"
