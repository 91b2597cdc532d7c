"""A recorded run: its description, each message once, and the files of its model.

    /models/arms/arm.toml                     model/arms/arm.toml
    /models/arms/meshes/link.stl   <------>   model/arms/meshes/link.stl
    /models/scenes/truss.toml                 model/scenes/truss.toml

A recording carries the files that make the run's model, so that the run can be judged and its roles run
again elsewhere.  They keep their places relative to one another, so that whatever a file names by its place
is found again.  Reading the model checks that the content is that of the run (`predictor.run_model`).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from ground.run.kept.version import software_version
from predictor.run_model import Model, read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import SETTINGS, About, damage_text
from telemetry.recording.records.sent_messages import RecordedMessage

MODEL_PREFIX = "model/"
NAME_SHOWN = 60  # characters of a name that no file can have


class ModelPlaces(NamedTuple):
    """Where robot and scene lie."""

    robot_file: str
    scene_file: str


def names_in_recording(paths: Sequence[Path]) -> dict[Path, str]:
    """Return the names of files in a recording: their places below the folder that holds them all."""
    whole = [os.path.abspath(path) for path in paths]
    folder = os.path.commonpath([os.path.dirname(path) for path in whole])
    places = (Path(os.path.relpath(path, folder)).as_posix() for path in whole)
    return {path: MODEL_PREFIX + place for path, place in zip(paths, places, strict=True)}


def recorded_settings(recording: Path, about: About) -> RunSettings:
    """Return the settings of the run as they were.

    Raises:
        FileError: the recording does not hold them, or they are of another version.
    """
    if SETTINGS not in about.files:
        raise FileError(recording, "", "does not hold its run's settings: play it with --headless")
    try:
        return msgspec.json.decode(about.files[SETTINGS], type=RunSettings)
    except msgspec.MsgspecError as error:
        raise FileError(recording, SETTINGS, f"is not of this version ({error})") from None


def unpack_model(recording: Path, about: About, folder: Path) -> ModelPlaces:
    """Write the model's files into a folder, and return where robot and scene lie there.

    Raises:
        FileError: the recording does not hold them, or names a place that no file can have in the folder.
    """
    held = {name: content for name, content in about.files.items() if name.startswith(MODEL_PREFIX)}
    if not {about.robot_file, about.scene_file} <= set(held):
        raise FileError(recording, "", "does not hold the robot and scene of its run")
    for name, content in held.items():
        place = PurePosixPath(name)
        if ".." in place.parts:
            raise FileError(recording, name, "would lie outside its folder")
        try:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(content)
        except (OSError, ValueError) as error:  # a name that no file can have, too
            why = error.strerror if isinstance(error, OSError) else error
            raise FileError(recording, repr(name[:NAME_SHOWN]), f"cannot be unpacked ({why})") from None
    return ModelPlaces(str(folder / about.robot_file), str(folder / about.scene_file))


@contextmanager
def run_with_its_model(recording: Path, about: About, run: RunSettings) -> Iterator[RunSettings]:
    """Yield the settings with robot and scene as the recording has them, until the end of the block.

    Where it holds none, the files of the run have to be there.
    """
    with TemporaryDirectory(prefix="farhand-") as folder:
        with suppress(FileError):
            run = msgspec.structs.replace(run, **unpack_model(recording, about, Path(folder))._asdict())
        yield run


class RecordedRun:
    """One recording."""

    def __init__(self, path: Path) -> None:
        """Look at its beginning; FileError: there is none, or nothing in it can be read."""
        self._path = path
        self._deliveries = read_deliveries(path)
        self._said = self._deliveries.messages()
        self._first = next(self._said, None)
        if self._first is None:
            raise FileError(path, "", self.damage or "holds no messages")

    @property
    def about(self) -> About:
        """The description of its run."""
        return self._deliveries.about

    @property
    def damage(self) -> str:
        """What could not be read so far, or empty."""
        return damage_text(self._deliveries.damage)

    def messages(self) -> Iterator[RecordedMessage]:
        """Return each message once; to be read once."""
        return chain([self._first] if self._first else [], self._said)

    def settings(self) -> RunSettings:
        """Return the settings of the run; FileError: the recording does not hold them."""
        return recorded_settings(self._path, self.about)

    def model(self) -> Model | None:
        """Return the arm and the scene of the run; None: the recording does not hold them.

        Raises:
            FileError: they are damaged, or of another version.
        """
        about = self.about
        if SETTINGS not in about.files:
            return None
        run = recorded_settings(self._path, about)
        with TemporaryDirectory(prefix="farhand-") as folder:
            places = unpack_model(self._path, about, Path(folder))
            return read_model(msgspec.structs.replace(run, **places._asdict()))


def about_run(run: RunSettings, *, name: str, files: Mapping[str, bytes], begun: str = "") -> About:
    """Return the description that the recording of a run carries.

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
