"""The spacecraft's body as the rest of a rehearsal knows it: it moves, is measured, and may touch something.

    commanded state --> step --> measured --> telemetry
                          |----> contacts, clearance, base turn --> truth, for the record alone
                          '----> model, positions --> pictures

Which body flies a scenario names: `ground.rehearsal.body.physics` moves by forces,
`ground.rehearsal.body.kinematic` by command alone.  A body decides nothing: commands, holds and latches are
in `ground.rehearsal.spacecraft.onboard`.
"""

from typing import NamedTuple, Protocol

import mujoco
import numpy as np
from numpy.typing import NDArray

from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

CONTROL_PERIOD_NS = 10_000_000
UNTURNED = (1.0, 0.0, 0.0, 0.0)  # attitude of a base that has not moved


class PlantError(RuntimeError):
    """The simulation has left the domain in which its numbers mean anything."""


class Measured(NamedTuple):
    """What perfect sensors would read."""

    q: Array  # (n,) [rad]
    qd: Array  # (n,) [rad/s]
    currents: Array  # (n,) [A]
    quat_world_base: Array  # (4,) w, x, y, z; w >= 0
    p_world_base: Array  # (3,) from where the base stood at the start [m]
    rate_base: Array  # (3,) in base axes [rad/s]


class Touch(NamedTuple):
    """Two shapes that touch."""

    pair: tuple[str, str]
    depth: float  # [m]


class TrueClearance(NamedTuple):
    """The least signed distance of all pairs that must not touch."""

    distance: float  # [m]; negative is penetration
    pair: tuple[str, str]


class Plant(Protocol):
    """A spacecraft's body; the world's axes are the base's at the start."""

    model: mujoco.MjModel  # MuJoCo's, of its shapes

    def step(self, reference: JointState) -> None:
        """Move one control period towards the commanded state; PlantError: there is no next state."""

    def lock(self, joint: int, q: float) -> None:
        """Let a commanded joint stand at q from now on, whatever its command."""

    def put_bodies(self, t_s: float) -> None:
        """Put the bodies that have a stated motion where they are at an instant of the run."""

    def measured(self) -> Measured:
        """Return joint and base state without sensor noise."""

    def contacts(self) -> list[Touch]:
        """Return every pair that touches now, deepest first."""

    def clearance(self) -> TrueClearance:
        """Return the least signed distance now."""

    def judged(self) -> tuple[tuple[str, str], ...]:
        """Return limb and shape of each pair that mounts leave out and that is measured all the same."""

    def base_turn(self) -> float:
        """Return the angle that the platform has turned since the start [rad]."""

    def positions(self) -> Array:
        """Return where everything of `model` is now, as `ground.rehearsal.body.mujoco_body` puts it back."""


def drive_share(drive_lag_s: float) -> float:
    """Return the share of the way to its command that a drive of this lag goes in a control period."""
    return 1.0 if drive_lag_s == 0.0 else 1.0 - float(np.exp(-CONTROL_PERIOD_NS * 1e-9 / drive_lag_s))
