"""What else than the hand has a say in where the tool goes, by choice: a tube, and what the arm is near to.

    asked --> along the nearest tube --> clear of what is near --> given, and why it is another
              .led_along                 .led_clear

What is given is no faster than what was asked for, and is judged as whatever a hand asks for.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.standing_base import base_at
from planner.teleoperation.led_along import led
from planner.teleoperation.led_clear import Clear, Coasting, Surroundings
from planner.teleoperation.mapping import TOLD_SHARE
from planner.teleoperation.tool_law import PLACE, TURN, ToolLimits, coast, tool_motion
from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.tube import Tube
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.hand_settings import Shared
from telemetry.joint_state import JointState
from telemetry.messages.fixture import Fixture
from telemetry.messages.prediction import World

Array = NDArray[np.float64]


class Given(NamedTuple):
    """What is given of a twist that the hand asks for."""

    twist: Array  # (6,) in base axes [m/s, rad/s]
    notes: tuple[str, ...]  # why it is another one


class SharedControl:
    """The tubes and the surroundings that bend what the hand asks for."""

    def __init__(self, shared: tuple[Shared, ...], surroundings: Surroundings | None) -> None:
        """Bend nothing before something is told; `surroundings` are needed to share with the clearance."""
        self._by_tube = "fixture" in shared
        self._surroundings = surroundings if "clearance" in shared else None
        self._tubes: dict[str, Tube] = {}
        self._world: World | None = None

    def lead(self, fixtures: Iterable[Fixture]) -> None:
        """Take all fixtures that there are."""
        tubes = (each for each in fixtures if self._by_tube and each.kind == "tube")
        self._tubes = {tube.fixture_id: tube_of(tube) for tube in tubes}

    def hear(self, world: World) -> None:
        """Take where the base stands, and which joints do for good."""
        self._world = world

    def bend(self, asked: Array, robot: Robot, newest: JointState, *, limits: ToolLimits) -> Given:
        """Return what is given of a twist (6,) of the tool that goes on from the newest set-point."""
        given = Given(asked, ())
        if self._tubes:
            given = self._along_tube(asked, tool_pose(robot, newest.q)[:3, 3])
        if self._surroundings is None or not given.twist.any():
            return given
        return self._clear(self._surroundings, given, self._coasting(robot, newest, limits))

    def _along_tube(self, asked: Array, p: Array) -> Given:
        """Return what the tube that is nearest to the tool at p (3,) gives."""
        name, tube = min(self._tubes.items(), key=lambda row: row[1].nearest(p).distance)
        given = np.concatenate([led(asked[PLACE], p, tube), asked[TURN]])
        return Given(given, (f"led along the fixture {name}",) if _is_told(asked, given) else ())

    def _clear(self, around: Surroundings, asked: Given, arm: Coasting) -> Given:
        """Return what of a twist leads clear of what is around."""
        clear = around.lead(asked.twist, arm)
        if clear.pair is None or not _is_told(asked.twist, clear.twist):
            return Given(clear.twist, asked.notes)
        return Given(clear.twist, (_led_away(asked.twist, clear), *asked.notes))

    def _coasting(self, robot: Robot, newest: JointState, limits: ToolLimits) -> Coasting:
        """Return the arm as it goes on from the newest set-point if the hand lets go."""
        T_world_base = None
        if self._surroundings and self._world:
            T_world_base = base_at(self._surroundings.world.base, self._world, newest.q)
        shift = coast(tool_motion(robot, newest), limits)
        return Coasting(robot, np.array(newest.q), shift, T_world_base)


def _is_told(asked: Array, given: Array) -> bool:
    """True if place or turn of a twist (6,) are given so otherwise that people are told."""
    return any(
        float(np.linalg.norm((given - asked)[part])) > TOLD_SHARE * float(np.linalg.norm(asked[part]))
        for part in (PLACE, TURN)
    )


def _led_away(asked: Array, clear: Clear) -> str:
    """Say what the hand is led away from, and how fast it is of what was asked."""
    part, unit = (PLACE, "m/s") if asked[PLACE].any() else (TURN, "rad/s")
    given, wanted = (float(np.linalg.norm(twist[part])) for twist in (clear.twist, asked))
    return f"led away from {' and '.join(clear.pair or ())}: {given:.3f} of {wanted:.3f} {unit}"
