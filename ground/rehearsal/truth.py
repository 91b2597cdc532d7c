"""What the spacecraft has and the predictor's model has not: other lengths, a load, a clock, noisy encoders.

The deviations are drawn once, from the generator handed in, so that a seed names one spacecraft.  `Watch`
tells the record what its body knows: how near anything is, and what touches.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.mjcf import welded
from ground.rehearsal.plant import Plant
from predictor.model.robot import Inertia, Robot
from telemetry.messages.health import Contact, Truth

Array = NDArray[np.float64]

PARTS_PER_MILLION = 1e-6
NEWS_M = 0.001  # a clearance that is less than any before, by this, is told at once
CHECKS_PER_REPORT = 10


def perturbed(robot: Robot, rng: np.random.Generator, *, link_offset_m: float, payload_kg: float) -> Robot:
    """Return the arm as built: every length d and a off by at most `link_offset_m`, a load at the tool."""
    dh = robot.dh.copy()
    dh[:, 1:3] += rng.uniform(-link_offset_m, link_offset_m, size=(robot.n, 2))
    dh.flags.writeable = False
    links = (*robot.links[:-1], _loaded(robot, payload_kg))
    return replace(robot, name=f"{robot.name} as built", dh=dh, links=links)


def _loaded(robot: Robot, payload_kg: float) -> Inertia:
    """Return the last link with a point mass at the tool's origin."""
    hand = robot.links[-1]
    own = (hand.mass, hand.com, hand.inertia)
    load = (payload_kg, robot.T_last_tool[:3, 3], np.zeros((3, 3)))
    return welded(hand.name, hand.frame, [own, load])


@dataclass(frozen=True, slots=True, kw_only=True)
class OnboardClock:
    """The spacecraft's clock against the ground's: an offset at the start of the run, and a drift."""

    offset_ns: int
    drift: float  # seconds gained each second

    def read(self, ground_ns: int) -> int:
        """Return the spacecraft's time at an instant of the ground's clock [ns]."""
        return ground_ns + self.offset_ns + round(ground_ns * self.drift)


def onboard_clock(*, offset_s: float, drift_ppm: float) -> OnboardClock:
    """Make the clock from a scenario's numbers."""
    return OnboardClock(offset_ns=round(offset_s * 1e9), drift=drift_ppm * PARTS_PER_MILLION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoders:
    """Joint angle sensors with white noise."""

    noise_rad: float  # standard deviation
    rng: np.random.Generator

    def read(self, q: Array) -> tuple[float, ...]:
        """Return what the encoders say of the true angles q (n,) [rad]."""
        return tuple((q + self.noise_rad * self.rng.standard_normal(len(q))).tolist())


class ContactWatch:
    """Watches a body for contacts and clearance; tells what is news, and else every tenth check."""

    def __init__(self, plant: Plant) -> None:
        """Begin with nothing told."""
        self._plant = plant
        self._depths: dict[tuple[str, str], float] = {}  # touched since the last check
        self._told: frozenset[tuple[str, str]] = frozenset()
        self._least = float("inf")
        self._checks = CHECKS_PER_REPORT

    def step(self) -> None:
        """Note what touches now; called after each control period, so that no short contact is missed."""
        for pair, depth in self._plant.contacts():
            self._depths[pair] = max(depth, self._depths.get(pair, 0.0))

    def check(self) -> Truth | None:
        """Return the truth if a contact began or ended, the clearance fell, or it was silent long enough."""
        distance, pair = self._plant.clearance()
        self._checks += 1
        touched = frozenset(self._depths)
        is_news = touched != self._told or distance < self._least - NEWS_M
        contacts = tuple(Contact(pair=named, depth=depth) for named, depth in sorted(self._depths.items()))
        self._depths.clear()
        if not is_news and self._checks < CHECKS_PER_REPORT:
            return None
        self._checks, self._told, self._least = 0, touched, min(self._least, distance)
        return Truth(clearance=distance, pair=pair, contacts=contacts, base_turn=self._plant.base_turn())
