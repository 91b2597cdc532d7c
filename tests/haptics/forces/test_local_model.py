"""What a wall asks of the device: it pushes who is in it, and nobody else."""

import pytest

from haptics.forces.local_model import wall_force
from telemetry.messages.force import Wall

WALL = Wall(p_wall=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0), stiffness=500.0, damping=5.0)


@pytest.mark.parametrize("outside", [0.0, 0.001])
def test_a_hand_that_is_not_in_a_wall_feels_nothing_however_fast_it_comes(outside):
    assert wall_force(WALL, (0.0, 0.0, outside), (0.0, 0.0, -1.0)) == (0.0, 0.0, 0.0)


def test_a_hand_in_a_wall_is_pushed_out_and_never_pulled_in():
    assert wall_force(WALL, (0.0, 0.0, -0.01), (0.0, 0.0, -0.1)) == pytest.approx((0.0, 0.0, 5.5))
    assert wall_force(WALL, (0.0, 0.0, -0.01), (0.0, 0.0, 2.0)) == (0.0, 0.0, 0.0)
