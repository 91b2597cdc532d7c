"""What a gate loads: it starts at once, and a fault of a large library is none of the gate's."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.real_time

BUILT = """
import sys
import numpy
from planner.gate.role import build
from telemetry.drive.store import MemoryStore
from tests.nominal_run import nominal_run

build(nominal_run(), MemoryStore(), numpy.random.default_rng(0))
print(*sys.modules.keys() & {"numba", "scipy", "trimesh", "yourdfpy", "coacd", "mujoco"})
"""


def test_a_gate_that_has_read_its_model_has_loaded_no_large_library():
    ran = subprocess.run([sys.executable, "-c", BUILT], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
