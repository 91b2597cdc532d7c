"""All figures of a recording as arrays: each value of each message once, also of what no screen receives.

Telemetry.q[3], ImageStatus[global].age     named as PLOTS names them
HandIntent[operator].speed                  what only the record receives is told apart by who says it
"""

from array import array
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from ground.run.kept.recorded_run import RecordedRun
from ground.series.catalogue import FigureRow, figure_row, is_shown, recorded_columns, stream_name
from ground.series.columns import Column
from ground.series.figure_course import FigureCourse, FigureError, figures_named
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.messages.base import Message
from telemetry.recording.records.sent_messages import RecordedMessage
from telemetry.wire.routes import ROUTES


class _Stream(NamedTuple):
    """The figures of one kind of message, of one camera or sender if it is told apart by that."""

    columns: Sequence[Column]
    rows: Sequence[FigureRow]
    at_ns: "array[int]"
    values: "array[float]"  # row by row

    def add(self, at_ns: int, message: Message) -> None:
        found = (column.get(message) for column in self.columns)
        self.values.extend(float("nan") if value is None else value for value in found)
        self.at_ns.append(at_ns)

    def course(self, index: int) -> FigureCourse:
        at_ns = np.frombuffer(self.at_ns, dtype=np.int64) if self.at_ns else np.empty(0, np.int64)
        values = np.array(self.values).reshape(len(at_ns), len(self.rows))[:, index]
        order = np.argsort(at_ns, kind="stable")  # taps of several processes come out of order
        row = self.rows[index]
        t, values = at_ns[order] / NS_PER_S, np.ascontiguousarray(values[order])
        for each in (t, values):
            each.flags.writeable = False
        return FigureCourse(name=row.name, unit=row.unit, limits=row.limits, t=t, values=values)


class _Streams:
    """The kinds of message that came, each with its figures."""

    def __init__(self, recorded: RecordedRun) -> None:
        """Know none yet; FileError: the settings are not there, or of another version."""
        self._run, self._sliding = recorded.settings(), _sliding(recorded)
        self._streams: dict[str, _Stream] = {}
        self.places: dict[str, tuple[_Stream, int]] = {}

    def of(self, record: RecordedMessage, message: Message) -> _Stream | None:
        """Return where the figures of a message belong; None: it has none."""
        if not (columns := recorded_columns(type(message), len(self._run.reach))):
            return None
        of = "" if is_shown(type(message)) or len(ROUTES[type(message)].senders) < 2 else record.sender
        name = stream_name(type(message), str(getattr(message, "camera", of)))
        if name not in self._streams:
            rows = [figure_row(name, column, self._run, sliding=self._sliding) for column in columns]
            self._streams[name] = stream = _Stream(columns, rows, array("q"), array("d"))
            self.places.update({row.name: (stream, index) for index, row in enumerate(rows)})
        return self._streams[name]


class RecordedFigures:
    """The figures of a recording."""

    def __init__(self, recorded: RecordedRun, names: Collection[str] = ()) -> None:
        """Read a recording through; `names`: those that are wanted, so that others are not kept.

        Raises:
            FileError: the recording does not hold the settings of its run, or another version wrote it.
        """
        streams, self.kinds = _Streams(recorded), kinds_of(names)  # of messages; empty: all
        self._places = streams.places
        for record in recorded.messages():
            is_wanted = not self.kinds or record.name in self.kinds
            if is_wanted and (message := record.message) and (stream := streams.of(record, message)):
                stream.add(record.at_ns, message)
        self.damage = recorded.damage  # what could not be read; empty: nothing

    @property
    def names(self) -> list[str]:
        """All figures of which something was recorded."""
        return [*self._places]

    def course(self, name: str) -> FigureCourse:
        """Return a figure over time; FigureError: nothing of it was recorded."""
        if name not in self._places:
            raise FigureError(name, self.names)
        stream, index = self._places[name]
        return stream.course(index)

    def courses(self, name: str) -> list[FigureCourse]:
        """Return a figure over time; without its joint or axis all of that name.

        Raises:
            FigureError: nothing of it was recorded.
        """
        return [self.course(each) for each in figures_named(name, self._places)]


def figure_names(recorded: RecordedRun) -> list[str]:
    """Return all figures of which something was recorded, and keep no value; FileError: as above."""
    streams = _Streams(recorded)
    for record in recorded.messages():
        if message := record.message:
            streams.of(record, message)
    return [*streams.places]


def kinds_of(names: Collection[str]) -> frozenset[str]:
    """Return the kinds of message that figures are of."""
    return frozenset(name.partition(".")[0].partition("[")[0] for name in names)


def _sliding(recorded: RecordedRun) -> Collection[int]:
    """Return the joints, from 0, whose values are lengths; none if the model is not there."""
    try:
        model = recorded.model()
    except FileError:
        return ()
    return () if model is None else [i for i, joint in enumerate(model.robot.commanded) if joint.unit == "m"]
