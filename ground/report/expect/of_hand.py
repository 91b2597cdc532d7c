"""How a hand was led, what it felt, where it brought the tool; what a sensor measured beside the model."""

import math
from typing import Annotated, NamedTuple

import msgspec
import numpy as np

from ground.report.expect.expectation import (
    AtLeast,
    AtMost,
    Between,
    Count,
    Degrees,
    Evidence,
    Is,
    Metres,
    Newtons,
)
from ground.report.facts.facts import Facts
from ground.report.facts.forces import FeltForce
from ground.report.facts.ranges import RangeAccount
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings


class ToolCourse(NamedTuple):
    """Where a hand has led the tool, measured against where it took it."""

    moved_m: float  # at the end
    turned_deg: float
    strayed_m: float  # of its place, at most on the way


def tool_course(facts: Facts, run: RunSettings) -> ToolCourse | None:
    """Return it; None: no hand was armed, or no report seen since."""
    armed_s = min((at_s for at_s, act in facts.arms if act == "ArmTeleop"), default=math.inf)
    seen = [report.q for at_s, report in facts.seen if at_s >= armed_s]
    if not seen:
        return None
    from predictor.model.kinematics import tool_pose  # these load numba, which few reports need
    from predictor.model.spatial import rotation_vector

    robot = read_model(run).robot
    poses = np.array([tool_pose(robot, q) for q in seen])
    away = np.linalg.norm(poses[:, :3, 3] - poses[0, :3, 3], axis=1)
    turned = np.linalg.norm(rotation_vector(poses[-1, :3, :3] @ poses[0, :3, :3].T))
    return ToolCourse(float(away[-1]), math.degrees(turned), float(away.max()))


DIGITS = 6


class FixtureEnd(AtMost):
    """Between the commanded tool at last and the end of its tube."""

    key, kind, is_of_tube_user = "fixture_end_max_m", Metres, True

    def measured(self, seen: Evidence) -> float | None:
        """Return it [m]; None: there was no tube."""
        return seen.facts.guides.distance_from_end(seen.run)


class FixtureBeyond(AtMost):
    """By which it was outside of the tube at most."""

    key, kind, is_of_tube_user = "fixture_beyond_max_m", Metres, True

    def measured(self, seen: Evidence) -> float | None:
        """Return it [m]; None: there was no tube."""
        return seen.facts.guides.most_beyond_wall(seen.run)


class FixtureAround(Is):
    """A tube had to lead around something."""

    key, is_of_tube_user = "fixture_around", True

    def measured(self, seen: Evidence) -> bool:
        """Return whether one has a bend."""
        return any(row.points > 2 for row in seen.facts.guides.made)


def _account(seen: Evidence) -> RangeAccount | None:
    return seen.facts.ranges.account(seen.facts.seen)


class RangeOff(AtMost):
    """Measured by the range sensor less computed, at the same instants."""

    key, kind, digits = "range_off_max_m", Metres, DIGITS

    def measured(self, seen: Evidence) -> float | None:
        """Return the greatest difference [m]; None: there were no samples."""
        account = _account(seen)
        return None if account is None else account.off_max_m


class RangeApart(AtMost):
    """Cycles between the signals by what is computed and what is measured."""

    key, kind = "range_apart_max", Count

    def measured(self, seen: Evidence) -> int | None:
        """Return them; None: one of the signals is missing."""
        account = _account(seen)
        return None if account is None or account.cycles_apart is None else abs(account.cycles_apart)


def _felt(seen: Evidence) -> FeltForce | None:
    return seen.facts.forces.row()


class ForcePeak(Between):
    """Lowest, highest: the greatest that the hand felt."""

    key, kind = "force_peak_n", tuple[Newtons, Newtons]

    def measured(self, seen: Evidence) -> float | None:
        """Return it [N]."""
        felt = _felt(seen)
        return None if felt is None else felt.peak_n


class ForceLeft(AtMost):
    """That is asked for when the hand is bilateral last."""

    key, kind = "force_left_max_n", Newtons

    def measured(self, seen: Evidence) -> float | None:
        """Return it [N]."""
        felt = _felt(seen)
        return None if felt is None else felt.left_n


class PortEnergy(AtLeast):
    """Least from the hand."""

    key, kind = "port_energy_min_j", Annotated[float, msgspec.Meta(ge=-1.0, le=0.0)]

    def measured(self, seen: Evidence) -> float | None:
        """Return it [J]."""
        felt = _felt(seen)
        return None if felt is None else felt.least_energy_j


class ClearanceMin(AtLeast):
    """Of what was predicted."""

    key, kind = "clearance_min_m", Metres

    def measured(self, seen: Evidence) -> float | None:
        """Return the least [m]."""
        return seen.facts.least_predicted_m


def _course(seen: Evidence) -> ToolCourse | None:
    return tool_course(seen.facts, seen.run)


class ToolMoved(Between):
    """Lowest, highest: by the hand, from where it took it."""

    key, kind = "tool_moved_m", tuple[Metres, Metres]

    def measured(self, seen: Evidence) -> float | None:
        """Return how far [m]."""
        course = _course(seen)
        return None if course is None else round(course.moved_m, DIGITS)


class ToolTurned(Between):
    """The same of its attitude."""

    key, kind = "tool_turned_deg", tuple[Degrees, Degrees]

    def measured(self, seen: Evidence) -> float | None:
        """Return how far [deg]."""
        course = _course(seen)
        return None if course is None else round(course.turned_deg, DIGITS)


class ToolStrays(AtMost):
    """Of its place, anywhere under the hand."""

    key, kind = "tool_strays_max_m", Metres

    def measured(self, seen: Evidence) -> float | None:
        """Return how far at most [m]."""
        course = _course(seen)
        return None if course is None else round(course.strayed_m, DIGITS)


OF_HAND = (
    FixtureEnd(),
    FixtureBeyond(),
    FixtureAround(),
    RangeOff(),
    RangeApart(),
    ForcePeak(),
    ForceLeft(),
    PortEnergy(),
    ClearanceMin(),
    ToolMoved(),
    ToolTurned(),
    ToolStrays(),
)
