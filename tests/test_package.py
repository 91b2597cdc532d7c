"""The wheel holds the packages and their data, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.real_time

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ground", "telemetry", "planner", "predictor", "haptics")


def test_the_wheel_holds_every_module_every_scenario_and_the_guide_and_nothing_else(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("farhand-*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = {path for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    data = set((ROOT / "scenarios").rglob("*.toml")) | {*(ROOT / "ground" / "guide").glob("*.md")}
    data |= set(filter(Path.is_file, (ROOT / "ground" / "guide" / "pictures").rglob("*")))
    data |= set((ROOT / "ground" / "report").rglob("*.j2"))
    assert held == {path.relative_to(ROOT).as_posix() for path in modules | data}
