"""Shortest durations within the joints' limits."""

import numpy as np
import pytest

from planner.motion.timing.limits import Peaks, shortest_duration
from predictor.motion.stop import JointLimits

LIMITS = JointLimits(
    q_min=(-3.0, -3.0), q_max=(3.0, 3.0), qd_max=(0.5, 0.5), qdd_max=(0.25, 0.25), qddd_max=(1.0, 1.0)
)


def peaks(speed=(0.0, 0.0), acceleration=(0.0, 0.0), jerk=(0.0, 0.0)):
    return Peaks(np.array(speed), np.array(acceleration), np.array(jerk))


@pytest.mark.parametrize(
    ("found", "quantity", "duration"),
    [
        (peaks(speed=(0.0, 2.0)), "speed", 4.0),
        (peaks(acceleration=(0.0, 4.0)), "acceleration", 4.0),
        (peaks(jerk=(0.0, 64.0)), "jerk", 4.0),
    ],
)
def test_each_limit_alone_asks_for_its_own_duration(found, quantity, duration):
    shortest = shortest_duration(found, LIMITS)
    assert (shortest.joint, shortest.quantity) == (1, quantity)
    assert shortest.duration_s == pytest.approx(duration)


def test_the_slowest_joint_and_quantity_decide():
    shortest = shortest_duration(peaks(speed=(1.0, 0.5), acceleration=(0.1, 9.0), jerk=(1.0, 1.0)), LIMITS)
    assert (shortest.joint, shortest.quantity, shortest.duration_s) == (1, "acceleration", pytest.approx(6.0))
    assert str(shortest) == "shortest 6.00 s: joint 2 acceleration decides"
