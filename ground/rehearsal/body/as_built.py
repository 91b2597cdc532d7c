"""The spacecraft as built, unlike the predictor's model: lengths, load, clock, sensors with noise.

The deviations are drawn once, from the generator handed in, so that a seed names one spacecraft.
`ContactWatch` reports to the record what the body knows: how near anything is, and what touches.

The range sensor measures with each report of telemetry, at its instant:

    positions --> own data --> poses of geoms --> beam --> nearest echo --> + noise --> RangeSample
"""

from dataclasses import dataclass, replace

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import RayShapes
from ground.rehearsal.body.mujoco_body import restore
from ground.rehearsal.body.plant import Plant
from ground.rehearsal.body.solids import frame_name
from predictor.inputs.arrays import read_only
from predictor.model.joint_tree import Joint
from predictor.model.masses import welded
from predictor.model.robot import Inertia, RangeSensor, Robot
from predictor.rays.caster import warm
from predictor.rays.echo import echo
from telemetry.messages.health import JUDGED, Contact, Truth
from telemetry.messages.spacecraft import RangeSample

Array = NDArray[np.float64]

PARTS_PER_MILLION = 1e-6
NEARLY_ALONG = 0.9  # cosine beyond which a frame's x axis is too near its joint's
NEWS_M = 0.001  # a clearance that is less than any before, by this, is reported at once
CHECKS_PER_REPORT = 10


def perturbed(robot: Robot, rng: np.random.Generator, *, link_offset_m: float, payload_kg: float) -> Robot:
    """Return the arm as built: every frame off along its joint's axis and across it, a load at the tool."""
    offsets = rng.uniform(-link_offset_m, link_offset_m, size=(len(robot.joints), 2))
    joints = tuple(_displaced(joint, *offset) for joint, offset in zip(robot.joints, offsets, strict=True))
    frame = robot.tool.frame
    links = tuple(_loaded(link, robot, payload_kg) if link.frame == frame else link for link in robot.links)
    return replace(robot, name=f"{robot.name} as built", joints=joints, links=links)


def _displaced(joint: Joint, along: float, across: float) -> Joint:
    """Return a joint whose frame is displaced [m], the axis being where it was.

    Across is the frame's own x axis, or what of it is square to the axis: for Denavit-Hartenberg rows these
    are errors of d and a.
    """
    x, y, _ = np.eye(3)
    other = x if abs(joint.axis[0]) < NEARLY_ALONG else y
    side = other - (other @ joint.axis) * joint.axis
    error = along * joint.axis + across * side / np.linalg.norm(side)
    T = joint.T_parent_joint.copy()
    T[:3, 3] += T[:3, :3] @ error
    return replace(joint, T_parent_joint=read_only(T), pivot=read_only(joint.pivot - error))


def _loaded(link: Inertia, robot: Robot, payload_kg: float) -> Inertia:
    """Return the link that carries the tool with a point mass at the tool's origin."""
    load = (payload_kg, robot.tool.T_frame_tool[:3, 3], np.zeros((3, 3)))
    return welded(link.name, link.frame, [(link.mass, link.com, link.inertia), load])


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
        """Return the readings of the encoders at the true angles q (n,) [rad]."""
        return tuple((q + self.noise_rad * self.rng.standard_normal(len(q))).tolist())


class ContactWatch:
    """Watches a body for contacts and clearance; reports changes, and else every tenth check."""

    def __init__(self, plant: Plant) -> None:
        """Begin with nothing reported."""
        self._plant = plant
        self._depths: dict[tuple[str, str], float] = {}  # touched since the last check
        self._reported: frozenset[tuple[str, str]] = frozenset()
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
        is_news = touched != self._reported or distance < self._least - NEWS_M
        contacts = tuple(Contact(pair=named, depth=depth) for named, depth in sorted(self._depths.items()))
        self._depths.clear()
        if not is_news and self._checks < CHECKS_PER_REPORT:
            return None
        self._checks, self._reported, self._least = 0, touched, min(self._least, distance)
        return Truth(
            clearance=distance,
            pair=pair,
            contacts=contacts,
            base_turn=self._plant.base_turn(),
            judged=self._plant.judged()[:JUDGED],
        )


class RangeSensing:
    """One sensor of one body."""

    def __init__(self, sensor: RangeSensor, plant: Plant, rng: np.random.Generator) -> None:
        """Mount it; its rays are compiled."""
        self._sensor, self._plant, self._rng = sensor, plant, rng
        self._body = plant.model.body(frame_name(sensor.frame)).id
        self._sight = RayShapes(plant.model, excluded_body=self._body)
        self._data = mujoco.MjData(plant.model)
        warm()

    def sample(self, spacecraft_ns: int) -> RangeSample:
        """Measure now."""
        restore(self._plant.model, self._data, self._plant.positions())
        T = np.eye(4)
        T[:3, :3] = self._data.xmat[self._body].reshape(3, 3)
        T[:3, 3] = self._data.xpos[self._body]
        found = echo(self._sensor, self._sight.caster, T_frame=T, T_shapes=self._sight.poses(self._data))
        noise = self._sensor.noise_m * float(self._rng.standard_normal())
        return RangeSample(sampled_ns=spacecraft_ns, distance=None if found is None else found + noise)
