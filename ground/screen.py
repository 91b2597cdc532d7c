"""Whether there is a screen on which the console can appear, and what draws there: asked in a child process.

The windowing library ends the whole process if it finds no usable screen, so only a child may try.
"""

import os
import sys
import tempfile

import msgspec

from ground.run.processes.child_answer import child_answer

PROBE = "import ground.console; from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
RENDERER_PROBE = "from ground.console.scene.opengl import print_renderer; print_renderer()"
PROBE_S = 20.0
WITHOUT_SCREEN = {"QT_QPA_PLATFORM": "offscreen"}


class ScreenProbe(msgspec.Struct, frozen=True, kw_only=True):
    """What a child has found of windows and of OpenGL."""

    has_screen: bool  # one is named
    complaint: str = ""  # why no window could be opened there, or without a screen on none
    platform: str = ""
    qt: str = ""  # version
    renderer: str = ""  # of OpenGL; empty: there is none that the scene could use
    opengl: str = ""  # its version
    is_software: bool = False  # this machine's own processor draws


def has_screen() -> bool:
    """Return whether a window can be opened."""
    return _is_named() and child_answer(PROBE, {}, patience_s=PROBE_S).text is not None


def probed_screen() -> ScreenProbe:
    """Return what windows and OpenGL are here, on the screen that is named or on none; no file stays."""
    is_named = _is_named()
    with tempfile.TemporaryDirectory(prefix="farhand-probe-") as folder:
        variables = {"XDG_CACHE_HOME": folder, **({} if is_named else WITHOUT_SCREEN)}
        answer = child_answer(RENDERER_PROBE, variables, patience_s=PROBE_S)
    if answer.text is None:
        return ScreenProbe(has_screen=is_named, complaint=answer.complaint)
    found = msgspec.json.decode(answer.text, type=dict[str, str | bool])
    return msgspec.convert({**found, "has_screen": is_named}, ScreenProbe)


def _is_named() -> bool:
    is_linux = sys.platform.startswith("linux")
    return not is_linux or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
