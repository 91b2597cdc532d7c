"""On what a bench was run: machine, versions, date, commit; a figure without these tells nothing."""

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ground.run.kept.version import CHECKOUT, software_version
from telemetry.files.settings import read_file
from telemetry.life.clock import utc_ns, utc_text

LIBRARIES = (
    "numpy", "numba", "pin", "coal", "mujoco-core", "python-fcl", "eaik", "jaik", "pytracik",
    "ruckig", "toppra", "embreex",
)  # fmt: skip
CPU_INFO = "/proc/cpuinfo"


def head() -> dict[str, Any]:
    """Return machine, cores and load, versions, date and commit."""
    return {
        "machine": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "farhand": software_version(),
        "versions": {name: _version(name) for name in LIBRARIES},
        "date": utc_text(utc_ns()),
        "commit": _commit(),
    }


def _processor() -> str:
    try:
        lines = read_file(CPU_INFO).decode(errors="replace").splitlines()
    except OSError:
        lines = []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    """Return the commit of this checkout; None: it is none, or git is not there."""
    try:
        done = subprocess.run(
            ["git", "-C", str(Path(CHECKOUT).parent), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
