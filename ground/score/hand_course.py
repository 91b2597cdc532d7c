"""What the hand did while it led the arm: its grips, and how it moved in each.

A grip lasts from a press of the dead-man until it is let go.  It counts if the arm was led in it.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ground.score.smoothness import spectral_arc_length
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.handle import HandleSample

RATE_HZ = 50.0  # of the speed that is looked at: no hand is quicker than half of it
SHORTEST_S = 0.2  # of a grip, or a movement, that is looked at
LEAST_WAY_M = 0.001  # of a grip in which the hand moved
STANDS = 0.1  # share of the greatest speed of a grip below which the hand stands (B. Rohrer et al., Movement
# smoothness changes during stroke recovery, Journal of Neuroscience 22, 2002: arrests)


@dataclass(slots=True)
class Grip:
    """One grip: where the hand was, and when."""

    at_s: "array[float]" = field(default_factory=lambda: array("d"))
    p: "array[float]" = field(default_factory=lambda: array("d"))  # [m], three for each instant
    has_led: bool = False  # the arm

    @property
    def duration_s(self) -> float:
        """How long it lasted."""
        return self.at_s[-1] - self.at_s[0] if self.at_s else 0.0

    def speed(self) -> NDArray[np.float64]:
        """Return the speed of the hand at even times [m/s]; empty: it did not move, or not for long."""
        if self.duration_s < SHORTEST_S:
            return np.zeros(0)
        even_s = np.arange(self.at_s[0], self.at_s[-1], 1.0 / RATE_HZ)
        p = np.array(self.p).reshape(-1, 3)
        steps = np.diff([np.interp(even_s, self.at_s, p[:, axis]) for axis in range(3)])
        way = np.linalg.norm(steps, axis=0)
        return np.asarray(way * RATE_HZ) if way.sum() >= LEAST_WAY_M else np.zeros(0)


@dataclass(slots=True)
class HandCourse:
    """The grips of a run."""

    grips: list[Grip] = field(default_factory=list)
    _is_pressed: bool = False
    _is_led: bool = False

    def on_state(self, state: str) -> None:
        """Take the state of authority."""
        self._is_led = state == State.TELEOP

    def on_sample(self, sample: HandleSample) -> None:
        """Take where the hand is, and whether it presses."""
        if sample.dead_man:
            if not self._is_pressed:
                self.grips.append(Grip())
            grip = self.grips[-1]
            grip.has_led |= self._is_led
            grip.at_s.append(sample.sampled_ns / NS_PER_S)
            grip.p.extend(sample.p_handle)
        self._is_pressed = sample.dead_man

    @property
    def leading(self) -> list[Grip]:
        """The grips in which the arm was led."""
        return [grip for grip in self.grips if grip.has_led]


def clutching(grips: list[Grip]) -> int | None:
    """Return how often the hand took hold anew; None: it never led the arm."""
    return len(grips) - 1 if grips else None


def corrections(grips: list[Grip]) -> int | None:
    """Return how often the hand stood and went on within a grip; None: it never moved.

    A movement that is aimed well is one: each further one corrects it (D. E. Meyer et al., Optimality in
    human motor performance, Psychological Review 95, 1988).
    """
    counts = [len(_movements(speed)) - 1 for speed in _speeds(grips)]
    return sum(counts) if counts else None


def smoothness(grips: list[Grip]) -> float | None:
    """Return the spectral arc length of the movements, weighted by their time; None: there are none."""
    movements = [piece for speed in _speeds(grips) for piece in _movements(speed)]
    found = [
        (length, piece.size)
        for piece in movements
        if piece.size >= SHORTEST_S * RATE_HZ and (length := spectral_arc_length(piece, RATE_HZ))
    ]
    return sum(length * size for length, size in found) / sum(size for _, size in found) if found else None


def _speeds(grips: list[Grip]) -> Iterator[NDArray[np.float64]]:
    return (speed for grip in grips if (speed := grip.speed()).size)


def _movements(speed: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the stretches in which the hand does not stand."""
    moves = (speed >= STANDS * speed.max()).astype(int)
    ends = np.diff(moves, prepend=0, append=0)
    begins, ends = np.flatnonzero(ends > 0), np.flatnonzero(ends < 0)
    return [speed[begin:end] for begin, end in zip(begins, ends, strict=True)]
