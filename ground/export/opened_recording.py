"""A recording as it is asked from Python: figures as arrays, commands, events, pictures, tables as Parquet.

    file ---> figures    `ground.series.figure_course`: name, unit, limits, t and values
         ---> commands   one row for each, with the instants of its life
         ---> events     what happened, in the words of the log
         ---> pictures   one by one, as arrays
         ---> parquet    one table (`ground.export.tables`), in memory

The file is read when it is asked, from its beginning to its end: only figures of the kinds of message that
were asked for are kept, and pictures not at all.  Times are seconds from the start of the run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.command_rows import CommandRow
from ground.export.command_table import recorded_commands
from ground.export.events import Events
from ground.export.exported_cameras import ExportedPictures
from ground.export.recorded_figures import RecordedFigures, figure_names, kinds_of
from ground.export.table_files import parquet_table
from ground.pictures.camera import CAMERAS
from ground.run.kept.recorded_run import RecordedRun
from ground.run.kept.usage_error import needs
from ground.series.figure_course import FigureCourse, FigureError, figures_named
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import nearest
from telemetry.messages.command import CommandState
from telemetry.recording.records.record import About
from telemetry.recording.records.sent_messages import RecordedMessage
from telemetry.wire.shards import Joined


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCommand:
    """One command: what became of it, and when."""

    t_s: float  # when it was first heard of
    kind: str  # motion, hold, resume, ...
    epoch: int
    seq: int
    state: str  # its last
    reason: str  # of that state, a code; empty: none was given
    since_s: dict[str, float | None]  # STATE -> when it was first heard to be in it; None: never
    clearance_m: float | None  # by its verdict; None: it had none
    required_m: float | None
    pair: tuple[str, ...]  # of bodies that come nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent:
    """One line of what happened."""

    t_s: float
    level: str  # INFO, WARNING, ERROR
    sender: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordedPicture:
    """One picture of a camera, whole or not."""

    t_s: float  # when the ground had it
    sampled_s: float  # when it was taken, by the spacecraft's clock
    camera: str
    number: int  # from 1 for each camera
    missing: float  # share of it that is missing and black, 0 to 1
    pixels: NDArray[np.uint8]  # (height, width), from the top, 0 is black


class OpenedRecording:
    """One recording."""

    def __init__(self, path: Path) -> None:
        """Look at its beginning; FileError: there is none, or nothing in it can be read."""
        self._path = path
        self.about: About = RecordedRun(path).about  # scenario, seed, version, configuration
        self._figures: RecordedFigures | None = None
        self._damage: str | None = None

    @cached_property
    def names(self) -> list[str]:
        """All figures of which something was recorded: `Telemetry.q[1]`, `Truth.clearance`, ..."""
        return figure_names(RecordedRun(self._path))

    def figure(self, name: str) -> FigureCourse:
        """Return one figure over time; ValueError: nothing of it was recorded, or the name is of several.

        q3 = open_recording("pass.mcap").figure("Telemetry.q[3]")
        q3.t, q3.values, q3.unit, q3.limits      # (m,) [s], (m,), 'rad', lowest and highest
        """
        found = self.figures(name)
        if len(found) > 1:
            raise ValueError(f"{name!r} is {len(found)} figures, the first {found[0].name!r}: ask figures")
        return found[0]

    def figures(self, *names: str) -> list[FigureCourse]:
        """Return figures over time, each once, by one look through the file.

            q = open_recording("pass.mcap").figures("Telemetry.q")      # of each joint
            np.column_stack([each.values for each in q])                # (m, n)

        Args:
            names: of figures; without its joint or axis one stands for all of them; none: every figure.

        Raises:
            ValueError: nothing of one was recorded; it names the nearest.
            FileError: the recording does not hold the settings of its run, or another version wrote it.
        """
        figures = self._read_figures(names)
        try:
            found = [course for name in names or figures.names for course in figures.courses(name)]
        except FigureError:
            for name in names:
                figures_named(name, self.names)  # offers also what other messages hold
            raise
        return [*{course.name: course for course in found}.values()]

    @cached_property
    def commands(self) -> list[RecordedCommand]:
        """Every command, oldest first; what was unfinished as the recording ended is lost or cancelled."""
        return [_command(row) for row in recorded_commands(self._messages())]

    @cached_property
    def events(self) -> list[RecordedEvent]:
        """What happened, in order of time: acts, holds, refusals, verdicts, faults, contacts, the end."""
        events = Events()
        found = [
            RecordedEvent(t_s=record.at_ns / NS_PER_S, level=level.name, sender=record.sender, text=text)
            for record in self._messages()
            if (message := record.message) is not None
            for level, text in events.of(message)
        ]
        return sorted(found, key=lambda event: event.t_s)

    def pictures(self, camera: str = "") -> Iterator[RecordedPicture]:
        """Return the pictures one by one, as the ground had them; ValueError: there is no such camera.

        Args:
            camera: whose; empty: of all, in order of time.
        """
        if camera and camera not in CAMERAS:
            raise ValueError(f"no camera {camera!r}{nearest(camera, [*CAMERAS])}")
        return (each for each in self._pictures() if camera in ("", each.camera))

    def parquet(self, table: str) -> BytesIO:
        """Return one table as a Parquet file in memory, units in the names of its columns.

            pandas.read_parquet(open_recording("pass.mcap").parquet("Telemetry"))
            polars.read_parquet(open_recording("pass.mcap").parquet("Telemetry"))

        Args:
            table: a class of messages, `commands` (each change of one) or `events`.

        Raises:
            ValueError: the recording has none of that name, or the extra `parquet` is not installed.
        """
        needs("pyarrow", extra="parquet")
        return parquet_table(RecordedRun(self._path), table)

    @property
    def damage(self) -> str:
        """What of the file could not be read; empty: nothing."""
        if self._damage is None:
            for _ in self._messages():
                pass
        return self._damage or ""

    def _pictures(self) -> Iterator[RecordedPicture]:
        pictures = ExportedPictures(self.about.speakers)
        for record in self._messages():
            for joined in pictures.joined(record.message, record.utc_ns):
                yield _picture(joined, record.at_ns)

    def _messages(self) -> Iterator[RecordedMessage]:
        recorded = RecordedRun(self._path)
        yield from recorded.messages()
        self._damage = recorded.damage

    def _read_figures(self, names: Sequence[str]) -> RecordedFigures:
        """Return the figures of these kinds of message at least, and keep them for the next question."""
        known, kinds = self._figures, kinds_of(names)
        if known is None or (known.kinds and not (kinds and kinds <= known.kinds)):
            wanted = {*kinds, *(known.kinds if known else ())} if kinds else ()
            known = self._figures = RecordedFigures(RecordedRun(self._path), wanted)
            self._damage = known.damage
        return known


def _command(row: CommandRow) -> RecordedCommand:
    verdict = row.verdict
    return RecordedCommand(
        t_s=row.begun_ns / NS_PER_S,
        kind=row.kind,
        epoch=row.epoch,
        seq=row.seq,
        state=row.state.value,
        reason=row.reason,
        since_s={state.value: _seconds(row.since_ns(state)) for state in CommandState},
        clearance_m=verdict.clearance if verdict else None,
        required_m=verdict.required if verdict else None,
        pair=verdict.pair if verdict else (),
    )


def _seconds(at_ns: int | None) -> float | None:
    return None if at_ns is None else at_ns / NS_PER_S


def _picture(joined: Joined, at_ns: int) -> RecordedPicture:
    image = joined.image
    pixels = np.frombuffer(image.pixels, dtype=np.uint8).reshape(image.height, image.width)
    return RecordedPicture(
        t_s=at_ns / NS_PER_S,
        sampled_s=image.sampled_ns / NS_PER_S,
        camera=image.camera,
        number=image.number,
        missing=joined.missing,
        pixels=pixels,
    )
