"""Where the wheel with kernels is installed, the main job compiles next to nothing."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numba
import pytest

pytestmark = [pytest.mark.sweep, pytest.mark.real_time]

ROOT = Path(__file__).resolve().parent.parent
MAIN_JOB = ("short_link", "observation_pass")
MOST_S = 1.5  # of processor time
COUNTED = """
import sys, time
from numba.core import event

class Compiling(event.Listener):
    depth, worked_s = 0, 0.0
    def on_start(self, told):
        self.depth += 1
        if self.depth == 1:
            self.began_s = time.process_time()
    def on_end(self, told):
        self.depth -= 1
        if self.depth == 0:
            self.worked_s += time.process_time() - self.began_s

compiling = Compiling()
event.register("numba:compile", compiling)
from ground.cli import main
code = main(sys.argv[1:])
print(code, compiling.worked_s, sys.modules["predictor"].__file__)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder elsewhere with a wheel for the main job and the compiler; nobody can write to it."""
    made, folder = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("elsewhere")
    command = [sys.executable, "-m", "tests.kernel_wheel", str(made), *MAIN_JOB]
    subprocess.run(command, cwd=ROOT, check=True)
    [wheel] = made.glob(f"farhand-*-cp{sys.version_info[0]}{sys.version_info[1]}-*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (folder / "numba").symlink_to(Path(numba.__file__).parent)
    return folder


@pytest.mark.parametrize("scenario", MAIN_JOB)
def test_the_main_job_compiles_next_to_nothing_where_the_wheel_is_installed(installed, tmp_path, scenario):
    given = {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    places = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-P", "-c", COUNTED, "rehearse", scenario, "--headless", "--fast"]
    flown = subprocess.run(
        command, cwd=tmp_path, env=os.environ | given | places, capture_output=True, text=True, check=True
    )
    code, worked_s, place = flown.stdout.splitlines()[-1].split()
    assert (code, Path(place).parents[1]) == ("0", installed)
    assert float(worked_s) <= MOST_S
    assert [*(tmp_path / "cache").rglob("*.code")] == []
