"""Expectations of a hand, its forces and its tool, and of a range sensor beside the model."""

from typing import Annotated

import msgspec

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
from ground.report.facts.forces import FeltForce
from ground.report.facts.led_tool import ToolMotion
from ground.report.facts.ranges import RangeAccount

DIGITS = 6


class FixtureEnd(AtMost):
    """Between the commanded tool at last and the end of its tube."""

    key, kind, is_of_tube_user = "fixture_end_max_m", Metres, True

    def measured(self, evidence: Evidence) -> float | None:
        """Return it [m]; None: there was no tube."""
        return evidence.facts.guides.distance_from_end()


class FixtureBeyond(AtMost):
    """By which it was outside of the tube at most."""

    key, kind, is_of_tube_user = "fixture_beyond_max_m", Metres, True

    def measured(self, evidence: Evidence) -> float | None:
        """Return it [m]; None: there was no tube."""
        return evidence.facts.guides.most_beyond_wall()


class FixtureAround(Is):
    """A tube had to lead around something."""

    key, is_of_tube_user = "fixture_around", True

    def measured(self, evidence: Evidence) -> bool:
        """Return whether one has a bend."""
        return any(row.points > 2 for row in evidence.facts.guides.made)


def _account(evidence: Evidence) -> RangeAccount | None:
    return evidence.facts.ranges.account()


class RangeOff(AtMost):
    """Measured by the range sensor less computed, at the same instants."""

    key, kind, digits = "range_off_max_m", Metres, DIGITS

    def measured(self, evidence: Evidence) -> float | None:
        """Return the greatest difference [m]; None: there were no samples."""
        account = _account(evidence)
        return None if account is None else account.off_max_m


class RangeApart(AtMost):
    """Cycles between the signals by what is computed and what is measured."""

    key, kind = "range_apart_max", Count

    def measured(self, evidence: Evidence) -> int | None:
        """Return them; None: one of the signals is missing."""
        account = _account(evidence)
        return None if account is None or account.cycles_apart is None else abs(account.cycles_apart)


def _force(evidence: Evidence) -> FeltForce | None:
    return evidence.facts.forces.row()


class ForcePeak(Between):
    """Lowest, highest: the greatest that the hand felt."""

    key, kind = "force_peak_n", tuple[Newtons, Newtons]

    def measured(self, evidence: Evidence) -> float | None:
        """Return it [N]."""
        felt = _force(evidence)
        return None if felt is None else felt.peak_n

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when it was."""
        return evidence.facts.forces.peak_s


class ForceLeft(AtMost):
    """That is asked for when the hand is bilateral last."""

    key, kind = "force_left_max_n", Newtons

    def measured(self, evidence: Evidence) -> float | None:
        """Return it [N]."""
        felt = _force(evidence)
        return None if felt is None else felt.left_n


class PortEnergy(AtLeast):
    """Least from the hand."""

    key, kind = "port_energy_min_j", Annotated[float, msgspec.Meta(ge=-1.0, le=0.0)]

    def measured(self, evidence: Evidence) -> float | None:
        """Return it [J]."""
        felt = _force(evidence)
        return None if felt is None else felt.least_energy_j


class ClearanceMin(AtLeast):
    """Of what was predicted."""

    key, kind = "clearance_min_m", Metres

    def measured(self, evidence: Evidence) -> float | None:
        """Return the least [m]."""
        least = evidence.facts.least_predicted
        return None if least is None else least.distance_m

    def at_s(self, evidence: Evidence) -> float | None:
        """Return when its verdict came."""
        return None if (least := evidence.facts.least_predicted) is None else least.at_s


def _tool_motion(evidence: Evidence) -> ToolMotion | None:
    return evidence.facts.tool.motion()


class ToolMoved(Between):
    """Lowest, highest: by the hand, from where it took it."""

    key, kind = "tool_moved_m", tuple[Metres, Metres]

    def measured(self, evidence: Evidence) -> float | None:
        """Return how far [m]."""
        course = _tool_motion(evidence)
        return None if course is None else round(course.moved_m, DIGITS)


class ToolTurned(Between):
    """The same of its attitude."""

    key, kind = "tool_turned_deg", tuple[Degrees, Degrees]

    def measured(self, evidence: Evidence) -> float | None:
        """Return how far [deg]."""
        course = _tool_motion(evidence)
        return None if course is None else round(course.turned_deg, DIGITS)


class ToolStrays(AtMost):
    """Of its place, anywhere under the hand."""

    key, kind = "tool_strays_max_m", Metres

    def measured(self, evidence: Evidence) -> float | None:
        """Return how far at most [m]."""
        course = _tool_motion(evidence)
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
