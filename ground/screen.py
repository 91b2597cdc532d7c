"""Whether there is a screen on which the console can appear: asked in a child process.

The windowing library ends the whole process if it finds no usable screen, so only a child may try.
"""

import os
import subprocess
import sys

from ground.run.processes.process import child_environment

PROBE = "import ground.console; from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
PROBE_S = 20.0


def has_screen() -> bool:
    """Return whether a window can be opened."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        probe = subprocess.run(
            [sys.executable, "-P", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=child_environment(),
            timeout=PROBE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0
