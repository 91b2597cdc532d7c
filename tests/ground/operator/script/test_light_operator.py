"""What a scripted operator and a report load: no kernel, so that they start at once."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.real_time
LOADED = """
import sys
import ground.operator.script.operator_role, ground.report.run_summary
print(*sys.modules.keys() & {"numba", "scipy", "trimesh", "mujoco"})
"""


def test_who_follows_a_script_and_who_sums_up_have_loaded_no_large_library():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
