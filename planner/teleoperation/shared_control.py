"""Shared control of the tool by hand, tube and clearance: what leads it beside the hand, by choice.

    asked --> along the nearest tube --> clear of what is near --> given, and why it is another
                                         .surroundings

    along     the hand goes on along the axis as fast as it heads for the goal, or along the axis itself,
              whichever is more: a hand that points through an obstacle at what is behind goes around it.  One
              that does not head for the goal, or is there, goes along the axis as it asks to
    across    what it asks for across the axis fades towards the wall, and is led back beyond it

Along a tube it is continuous in the hand and in the place.  What is given is no faster than what was asked
for, and is judged as whatever a hand asks for.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.frames import base_by_arm
from planner.teleoperation.mapping import NOTED_SHARE, GivenTwist
from planner.teleoperation.step import Barrier
from planner.teleoperation.surroundings import ClearTwist, CoastingArm, Surroundings
from planner.teleoperation.tool_law import PLACE, TURN, ToolLimits, coast, tool_motion
from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.fixtures.offset import length_and_direction
from predictor.geometry.fixtures.tube import Tube
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.hand_settings import Shared
from telemetry.messages.fixture import Fixture
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import World

Array = NDArray[np.float64]

BACK_S = 2.0  # in which a place beyond the free middle comes back to it, if nothing else is asked for
FREE_SHARE = 0.5  # of the radius, within which the hand moves across as it likes
SLOWS_S = 2.0  # before the end of the axis, at the speed of the hand, from where on it goes slower
HEADS_SHARE = 0.2  # of the speed, towards the goal: from there on the hand is taken to mean it
THERE_M = 0.02  # before the end of the axis, from where on that counts less


class SharedControl:
    """The tubes and the surroundings that are blended with what the hand asks for."""

    def __init__(self, shared: tuple[Shared, ...], surroundings: Surroundings | None) -> None:
        """Change nothing before a message comes; `surroundings` are needed to share with the clearance."""
        self._by_tube = "fixture" in shared
        self._surroundings = surroundings if "clearance" in shared else None
        self._tubes: dict[str, Tube] = {}
        self._base_at: Callable[[Sequence[float]], Array] | None = None

    def on_fixtures(self, fixtures: Iterable[Fixture]) -> None:
        """Take all fixtures that there are."""
        tubes = (each for each in fixtures if self._by_tube and each.kind == "tube")
        self._tubes = {tube.fixture_id: tube_of(tube) for tube in tubes}

    def on_world(self, world: World) -> None:
        """Take where the base stands."""
        if self._surroundings:
            self._base_at = base_by_arm(self._surroundings.world.base, world)

    def blend(self, asked: Array, robot: Robot, newest: JointState, *, limits: ToolLimits) -> GivenTwist:
        """Return what is given of a twist (6,) of the tool that goes on from the newest set-point."""
        given = GivenTwist(asked, ())
        if self._tubes:
            given = self._along_tube(asked, tool_pose(robot, newest.q)[:3, 3])
        if self._surroundings is None or not given.twist.any():
            return given
        return self._clear(self._surroundings, given, self._coasting(robot, newest, limits))

    def barrier(self, newest: JointState, *, period_s: float) -> Barrier | None:
        """Return what asks whether a set-point may follow the newest one; None: nothing is kept clear of."""
        if self._surroundings is None:
            return None
        T_world_base = self._base_at(newest.q) if self._base_at else None
        if self._surroundings.world.base is not None and T_world_base is None:
            return None
        return partial(self._surroundings.barrier_breach, period_s=period_s, T_world_base=T_world_base)

    def _along_tube(self, asked: Array, p: Array) -> GivenTwist:
        """Return what the tube that is nearest to the tool at p (3,) gives."""
        name, tube = min(self._tubes.items(), key=lambda row: row[1].nearest(p).distance)
        given = np.concatenate([along_tube(asked[PLACE], p, tube), asked[TURN]])
        return GivenTwist(given, (f"led along the fixture {name}",) if _is_noted(asked, given) else ())

    def _clear(self, around: Surroundings, asked: GivenTwist, arm: CoastingArm) -> GivenTwist:
        """Return what of a twist leads clear of what is around."""
        clear = around.clear_twist(asked.twist, arm)
        if clear.pair is None or not _is_noted(asked.twist, clear.twist):
            return GivenTwist(clear.twist, asked.notes)
        return GivenTwist(clear.twist, (_led_away_note(asked.twist, clear), *asked.notes))

    def _coasting(self, robot: Robot, newest: JointState, limits: ToolLimits) -> CoastingArm:
        """Return the arm as it goes on from the newest set-point if the hand lets go."""
        T_world_base = self._base_at(newest.q) if self._base_at else None
        shift = coast(tool_motion(robot, newest), limits)
        return CoastingArm(robot, np.array(newest.q), shift, T_world_base)


def along_tube(wanted: Array, p: Array, tube: Tube) -> Array:
    """Return the velocity (3,) [m/s] of the tool at p (3,) for what the hand wants (3,) [m/s]."""
    speed = float(np.linalg.norm(wanted))
    if speed == 0.0:
        return wanted
    near, offset = tube.nearest(p), tube.offset(p)
    _, to_goal = length_and_direction(tube.points[-1] - p)
    straight, axial = float(wanted @ to_goal), float(wanted @ near.tangent)
    rest = max(tube.length - near.along, 0.0)
    means_it = min(max(straight / (HEADS_SHARE * speed), 0.0), 1.0) * min(rest / THERE_M, 1.0)
    onward = axial + means_it * max(straight - axial, 0.0)
    onward = min(onward, rest / SLOWS_S)
    across = wanted - axial * near.tangent
    edge = min(max((near.distance / max(tube.radius, 1e-9) - FREE_SHARE) / (1.0 - FREE_SHARE), 0.0), 1.0)
    outward = min(float(across @ offset.inward), 0.0)
    across = across - edge * outward * offset.inward
    back = max(near.distance - FREE_SHARE * tube.radius, 0.0) / BACK_S
    bent = onward * near.tangent + (1.0 - edge) * across + min(back, speed) * offset.inward
    length = float(np.linalg.norm(bent))
    return bent if length <= speed else bent * (speed / length)


def _is_noted(asked: Array, given: Array) -> bool:
    """True if place or turn of a twist (6,) are given so otherwise that it is noted."""
    return any(
        float(np.linalg.norm((given - asked)[part])) > NOTED_SHARE * float(np.linalg.norm(asked[part]))
        for part in (PLACE, TURN)
    )


def _led_away_note(asked: Array, clear: ClearTwist) -> str:
    """Return what the hand is led away from, and how fast it is of what was asked."""
    part, unit = (PLACE, "m/s") if asked[PLACE].any() else (TURN, "rad/s")
    given, wanted = (float(np.linalg.norm(twist[part])) for twist in (clear.twist, asked))
    return f"led away from {' and '.join(clear.pair or ())}: {given:.3f} of {wanted:.3f} {unit}"
