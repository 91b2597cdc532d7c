"""What a rehearsal's supervisor and operator load: they start at once, and need no kernel."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.real_time
LOADED = """
import sys
import ground.operator.operator_role, ground.rehearsal.live
print(*sys.modules.keys() & {"numba", "scipy", "trimesh", "mujoco"})
"""


def test_who_supervises_and_who_follows_a_script_have_loaded_no_large_library():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
