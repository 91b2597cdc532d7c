"""The places that a hand is to lead a tool to, and how far each tool still is from there.

A scenario's own, and the end of each tube that leads the hand.
"""

from typing import NamedTuple

import numpy as np

from ground.console.facts.settings import Goal
from ground.console.facts.snapshot import Snapshot
from ground.console.facts.way_left import all_goals
from ground.console.scene.bodies import Array, Bodies
from ground.console.texts import formats, theme
from ground.pictures.extent import Extent

THERE_TEXT = f"{theme.COLOUR_SYMBOLS[theme.GOOD]} there"


class GoalLook(NamedTuple):
    """A goal, as it is marked in the scene and told beside the acts."""

    place: Array  # (3,) [m]
    tolerance: float  # [m]
    name: str
    commanded: Array | None = None  # place (3,) of the tool as it is commanded [m]; None: not known
    seen: Array | None = None  # as telemetry tells [m]; None: nothing fresh is known

    @property
    def is_reached(self) -> bool:
        """True if telemetry shows the tool there."""
        return self.seen is not None and _between(self.seen, self.place) <= self.tolerance

    @property
    def words(self) -> str:
        """What stands at its mark: how far the commanded tool is."""
        return f"{self.name} {THERE_TEXT if self.is_reached else _distance(self.commanded, self.place)}"

    @property
    def sentence(self) -> str:
        """The same in a line, with what telemetry tells and how near is near enough."""
        seen = THERE_TEXT if self.is_reached else _distance(self.seen, self.place)
        near, place = formats.millimetres(self.tolerance), formats.place(self.place.tolist())
        return (
            f"{self.name}: lead the tool to {place} mm in base axes, within {near};"
            f" commanded {_distance(self.commanded, self.place)}, telemetry {seen}"
        )

    @property
    def extent(self) -> Extent:
        """The box that is to be in sight."""
        return Extent(self.place - self.tolerance, self.place + self.tolerance)


def goal_looks(bodies: Bodies, snapshot: Snapshot, now_ns: int) -> tuple[GoalLook, ...]:
    """Return all goals, with where the tool of each is now."""
    arm, report = snapshot.arm.predicted, snapshot.arm.telemetry
    commanded = arm.value.q_commanded if arm and not arm.is_stale(now_ns) else None
    seen = report.value.q if report and not report.is_stale(now_ns) else None
    goals = all_goals(bodies.goals, snapshot)
    return tuple(
        GoalLook(
            place=np.array(goal.place),
            tolerance=goal.tolerance,
            name="goal" if len(goals) == 1 else f"goal {number}",
            commanded=_tool(bodies, goal, commanded),
            seen=_tool(bodies, goal, seen),
        )
        for number, goal in enumerate(goals, start=1)
    )


def _tool(bodies: Bodies, goal: Goal, q: tuple[float, ...] | None) -> Array | None:
    return None if q is None else bodies.tool_path((q,), goal.tool)[0]


def _between(one: Array, other: Array) -> float:
    return float(np.linalg.norm(one - other))


def _distance(tool: Array | None, place: Array) -> str:
    return formats.NO_DATA if tool is None else formats.millimetres(_between(tool, place))
