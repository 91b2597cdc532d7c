"""What a rehearsal's recording tells of itself beyond what every run tells: its scenario."""

import msgspec

from ground.rehearsal.around import SCENARIO
from ground.run.kept.about import about_run
from ground.scenario.scenario import Scenario
from ground.scenario.scenario_files import scenario_path
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import read_file
from telemetry.recording.records.record import About


def about(scenario: Scenario, run: RunSettings, *, source: str | None = None, begun: str = "") -> About:
    """Return what the recording of a rehearsal tells.

    Args:
        scenario: as it is flown; its values are told in any case.
        run: what every role agrees on.
        source: name or path that the scenario was loaded from, whose text is told too.
        begun: UTC, some seconds before time zero; empty in virtual time.

    Raises:
        FileError: there is no such scenario, or the model is not the one of the run.
    """
    files = {SCENARIO: msgspec.json.encode(scenario)}
    if source is not None:
        files["scenario.toml"] = read_file(scenario_path(source))
    return about_run(run, name=scenario.name, files=files, begun=begun)
