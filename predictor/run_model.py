"""The model of a run, read in one place: what is parsed is what was digested.

    robot file, scene file, what they name ---read once---> bytes ---> SHA-256 ---> as the run says?
                                                              |                          |
                                                              +---> Robot, Scene         +---> world version

So a role works with the very content that the configuration hash binds, or it is not built at all.  A further
kind of file joins by being read through the same reader, in a fixed order.  The arm of a model carries the
loads that its scene gives it.  What moves keeps clear of its bodies by what they may drift until a set-point
is done (`predictor.geometry.drift`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Protocol

from predictor.geometry.drift import with_drift
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.inputs.world_version import CHANGE_BITS, CONTENT_BITS
from predictor.model.files.robot_file import read_robot
from predictor.model.load import LoadError, with_loads
from predictor.model.mounts import Mounting, mountings
from predictor.model.robot import Robot
from telemetry.files.settings import LARGEST_FILE, FileError, read_file

DIGITS_SHOWN = 12  # hexadecimal digits of a digest that tell people which is which
MOST_SHARED = 8  # models that a process keeps


class RunModel(Protocol):
    """What a run's settings say of its model."""

    @property
    def robot_file(self) -> str: ...

    @property
    def scene_file(self) -> str: ...

    @property
    def model_digests(self) -> tuple[bytes, ...]:
        """SHA-256 of every file, in the order in which they are read."""
        ...

    @property
    def model_age_s(self) -> float:
        """How old what is known of a body is when a set-point is done [s]."""
        ...


class ModelFile(NamedTuple):
    """A file as it was read."""

    path: Path
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """An arm and its scene, and the files that say so."""

    robot: Robot  # with its loads
    scene: Scene  # without them, as it is stated
    age_s: float  # of what is known of its bodies when a set-point of the run is done; 0: of no run yet
    left_out: tuple[Mounting, ...]  # by the scene's mounts, those on loads among them
    files: tuple[ModelFile, ...]  # in the order of reading: robot, what it names, scene, what that names

    @property
    def kept_clear(self) -> Scene:
        """The scene as motion keeps clear of it: its bodies may have drifted."""
        return with_drift(self.scene, self.age_s)

    @property
    def digests(self) -> tuple[bytes, ...]:
        """SHA-256 of every file."""
        return tuple(hashlib.sha256(file.content).digest() for file in self.files)

    @property
    def world_version(self) -> int:
        """Version of this world before any change: `CONTENT_BITS` of a digest, then zeros."""
        digest = hashlib.sha256(b"".join(self.digests)).digest()
        return int.from_bytes(digest, "big") >> (8 * len(digest) - CONTENT_BITS) << CHANGE_BITS


_ModelKey = tuple[str, str, tuple[bytes, ...], float]  # files, digests of all that was read, age of bodies
_SHARED_MODELS: dict[_ModelKey, Model] = {}


def read_model(run: RunModel) -> Model:
    """Read the model that a run names; roles of one process share what is made of the same content.

    Raises:
        FileError: a file cannot be used, or is not what the run began with: which, both digests, what to do.
    """
    files, age_s = (run.robot_file, run.scene_file, run.model_digests), run.model_age_s
    known = _SHARED_MODELS.get((*files, age_s)) or _SHARED_MODELS.get((*files, 0.0))
    if known is None:
        known = _read(*files)
    else:
        _read_again(known.files, run.model_digests)
    return known if known.age_s == age_s else _share((*files, age_s), replace(known, age_s=age_s))


def read_new_model(robot_file: Path | str, scene_file: Path | str) -> Model:
    """Read the model for a run that begins with it.

    Raises:
        FileError: a file cannot be used.
    """
    model = _read(robot_file, scene_file, None)
    return _share((str(robot_file), str(scene_file), model.digests, model.age_s), model)


def _share(key: _ModelKey, model: Model) -> Model:
    """Keep a model for the roles of this process; return it."""
    if len(_SHARED_MODELS) == MOST_SHARED:
        _SHARED_MODELS.clear()
    _SHARED_MODELS[key] = model
    return model


def _read(robot_file: Path | str, scene_file: Path | str, expected: Sequence[bytes] | None) -> Model:
    files: list[ModelFile] = []

    def read(path: Path | str, *, at_most: int = LARGEST_FILE) -> bytes:
        content = read_file(path, at_most=at_most)
        if expected is not None:
            _check(path, content, expected[len(files) :])
        files.append(ModelFile(Path(path), content))
        return content

    bare_robot = read_robot(robot_file, read, has_flown=expected is not None)
    stated = read_scene(scene_file, read)
    robot, scene = _put_together(bare_robot, stated, scene_file)
    left_out = mountings(robot, stated)
    return Model(robot=robot, scene=scene, age_s=0.0, left_out=left_out, files=tuple(files))


def _read_again(files: Sequence[ModelFile], expected: Sequence[bytes]) -> None:
    """Raise the FileError of the first of files that are not what they were when they were read before."""
    for index, (path, content) in enumerate(files):
        again = read_file(path, at_most=max(LARGEST_FILE, len(content)))
        _check(path, again, expected[index:])


def _put_together(robot: Robot, scene: Scene, scene_file: Path | str) -> tuple[Robot, Scene]:
    """Return the arm with the loads that the scene gives it, and the scene without them."""
    try:
        return with_loads(robot, scene)
    except LoadError as error:
        raise FileError(scene_file, "", f"does not fit {robot.name}: {error}") from None


def _check(path: Path | str, content: bytes, expected: Sequence[bytes]) -> None:
    """Compare a file with the first of the digests that are expected next."""
    found = hashlib.sha256(content).digest()
    if not expected or found != expected[0]:
        wanted = expected[0].hex()[:DIGITS_SHOWN] if expected else "no such file"
        digests = f"SHA-256 {found.hex()[:DIGITS_SHOWN]}..., expected {wanted}..."
        cure = "put the former content back, or end the run and start another"
        raise FileError(path, "", f"is not what this run began with ({digests}); {cure}")
