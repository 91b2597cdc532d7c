"""A recording as an export reads it: each message once, and the model that it carries."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from ground.run.kept.recorded_model import recorded_settings, unpacked
from predictor.run_model import Model, read_model
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import SETTINGS, About, damage_text
from telemetry.recording.records.sayings import Saying


class Recorded:
    """One recording."""

    def __init__(self, path: Path) -> None:
        """Look at its beginning; FileError: there is none, or nothing in it can be read."""
        self._path = path
        self._deliveries = read_deliveries(path)
        self._said = self._deliveries.said()
        self._first = next(self._said, None)
        if self._first is None:
            raise FileError(path, "", self.damage or "holds no messages")

    @property
    def about(self) -> About:
        """What it tells of its run."""
        return self._deliveries.about

    @property
    def damage(self) -> str:
        """What could not be read so far, or empty."""
        return damage_text(self._deliveries.damage)

    def said(self) -> Iterator[Saying]:
        """Return each message once; to be read once."""
        return chain([self._first] if self._first else [], self._said)

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
            places = unpacked(self._path, about, Path(folder))
            return read_model(replace(run, **places._asdict()))
