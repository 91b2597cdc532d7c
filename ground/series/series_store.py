"""All figures of a run as they come, by name: one thread adds messages, others read courses.

on_message(message, now_ns) --> rings of its kind (and camera)        series("Telemetry.q[3]") --> course
"""

import math
from typing import NamedTuple

from ground.series.catalogue import figure_columns, stream_name
from ground.series.rings import Course, Rings
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.base import Message

Stream = tuple[type[Message], str]  # kind, and which camera it is about


class Series(NamedTuple):
    """One figure over time."""

    rings: Rings
    figure: int

    def course(self, window_ns: tuple[int, int], *, pixels: int) -> Course:
        """Return what is to be drawn in a window."""
        return self.rings.course(self.figure, window_ns, pixels=pixels)

    def newest(self, until_ns: int) -> tuple[int, float] | None:
        """Return the newest sample up to an instant, with its stamp; None: there is none."""
        rows = self.rings.rows(self.figure, (until_ns, until_ns))
        known = rows.from_ns <= until_ns
        if not known.any():
            return None
        last = int(known.nonzero()[0][-1])
        return int(rows.from_ns[last]), float(rows.high[last])


class SeriesStore:
    """What is kept of every figure that has come."""

    def __init__(self, run: RunSettings) -> None:
        """Hold nothing yet."""
        self._joints = len(run.reach)
        self._rings: dict[Stream, Rings] = {}
        self._places: dict[str, Series] = {}

    def on_message(self, message: object, now_ns: int) -> None:
        """Keep the figures of a message; of a kind that has none nothing is done."""
        if isinstance(message, Message) and (columns := figure_columns(type(message), self._joints)):
            values = (column.get(message) for column in columns)
            row = [math.nan if value is None else value for value in values]
            self.rings_of(type(message), str(getattr(message, "camera", ""))).add(now_ns, row)

    def series(self, name: str) -> Series | None:
        """Return a figure; None: nothing of it has come."""
        return self._places.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All figures of which something has come."""
        return tuple(self._places)

    def rings_of(self, kind: type[Message], camera: str = "") -> Rings:
        """Return what is kept of a kind of message, of one camera if it is about cameras."""
        rings = self._rings.get((kind, camera))
        if rings is None:
            columns = figure_columns(kind, self._joints)
            rings = self._rings[kind, camera] = Rings(len(columns))
            head = stream_name(kind, camera)
            made = {f"{head}.{column.name}": Series(rings, i) for i, column in enumerate(columns)}
            self._places = {**self._places, **made}
        return rings
