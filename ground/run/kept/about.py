"""What the recording of a run tells of itself: enough to judge it, and to run its roles again, elsewhere."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from ground.run.kept.recorded_run import names_in_recording
from ground.run.kept.version import software_version
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.recording.records.record import SETTINGS, About


def about_run(run: RunSettings, *, name: str, files: Mapping[str, bytes], begun: str = "") -> About:
    """Return what the recording of a run tells.

    Args:
        run: what every role agrees on.
        name: of the scenario or the pass.
        files: what it was made of, beside the model and the settings.
        begun: UTC, some seconds before time zero; empty in virtual time.

    Raises:
        FileError: the model is not the one of the run.
    """
    from predictor.compiler.jit_cache import machine_code  # these load the compiler
    from predictor.compiler.jit_target import target

    model = {file.path: file.content for file in read_model(run).files}
    names = names_in_recording(list(model))
    return About(
        scenario=name,
        seed=run.seed,
        run_id=run.run_id,
        configuration=run.configuration.hex(),
        version=software_version(),
        machine_code=machine_code(),
        target=target(),
        mode=run.mode,
        begun=begun,
        robot_file=names[Path(run.robot_file)],
        scene_file=names[Path(run.scene_file)],
        files={
            **files,
            SETTINGS: msgspec.json.encode(run),
            **{names[path]: content for path, content in model.items()},
        },
    )
