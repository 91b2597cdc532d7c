"""Courses of figures as few points as a picture shows: of each stretch its least and its greatest."""

from array import array
from dataclasses import dataclass, field

import numpy as np

from ground.report.page.page_data import PlottedCourse

STRETCHES = 240  # of a course: twice as many points
GAP_S = 3.0  # without a sample, in which a course is broken
DIGITS, SECONDS = 6, 3


@dataclass(slots=True)
class Samples:
    """One figure as it came."""

    at_s: "array[float]" = field(default_factory=lambda: array("d"))
    value: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, at_s: float, value: float) -> None:
        """Take one sample."""
        self.at_s.append(at_s)
        self.value.append(value)

    def share(self, percent: float) -> float | None:
        """Return the value that so many of them [%] do not exceed; None: there is none."""
        return round(float(np.percentile(self.value, percent)), DIGITS) if len(self.value) else None

    @property
    def greatest(self) -> tuple[float, float] | None:
        """When it was greatest [s], and how great; None: there is no sample."""
        if not len(self.value):
            return None
        at = int(np.argmax(self.value))
        return round(self.at_s[at], SECONDS), round(self.value[at], DIGITS)


def plotted(name: str, samples: Samples) -> PlottedCourse:
    """Return a course to be drawn."""
    t, value = np.asarray(samples.at_s), np.asarray(samples.value)
    kept = _extremes(t, value) if len(t) > 2 * STRETCHES else np.arange(len(t))
    at_s: list[float] = []
    shown: list[float | None] = []
    for index in kept.tolist():
        if at_s and t[index] - at_s[-1] > GAP_S:
            at_s.append(round(0.5 * (float(t[index]) + at_s[-1]), SECONDS))
            shown.append(None)
        at_s.append(round(float(t[index]), SECONDS))
        shown.append(round(float(value[index]), DIGITS))
    return PlottedCourse(name=name, at_s=at_s, value=shown)


def _extremes(t: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return the places of the least and the greatest of each stretch, in order."""
    stretch = ((t - t[0]) * STRETCHES / max(t[-1] - t[0], 1e-9)).astype(int)
    begins = np.flatnonzero(np.diff(stretch, prepend=-1))
    found = set[int]()
    for begin, end in zip(begins, [*begins[1:], len(t)], strict=True):
        piece = value[begin:end]
        found |= {int(begin + np.argmin(piece)), int(begin + np.argmax(piece))}
    return np.array(sorted(found))
