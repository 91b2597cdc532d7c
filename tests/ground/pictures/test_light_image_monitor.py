"""What an image monitor loads: it starts at once."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.real_time

COMPARED = """
import sys
from tests.ground.pictures.test_image_monitor_role import Pass

flown = Pass()
for _ in range(8):
    flown.go_on(turning=True)
    flown.hear(flown.packets())
print(flown.status().agreement, *sys.modules.keys() & {"numba", "mujoco", "scipy", "trimesh"})
"""


def test_a_monitor_that_has_compared_pictures_with_the_joints_has_loaded_no_compiler():
    ran = subprocess.run([sys.executable, "-c", COMPARED], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1.0"]
