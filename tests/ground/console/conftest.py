"""What needs Qt is marked `gl` and left out of the plain test run; without a screen windows are offscreen.

Where the system's Qt libraries are missing those files cannot even be imported: then they are not collected,
and a run that asks for them (`-m gl`) finds nothing and fails.
"""

import os
from importlib import import_module
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def has_qt() -> bool:
    """True if Qt's widgets can be loaded."""
    try:
        import_module("PySide6.QtWidgets")
    except ImportError:
        return False
    return True


NEED_QT = (
    "bulk_paths",
    "close_up",
    "colours",
    "keys",
    "messages",
    "fixtures",
    "framing",
    "history",
    "lanes",
    "labels",
    "layout",
    "legend",
    "looks",
    "marks",
    "opengl",
    "punctual",
    "queue",
    "replay",
    "run_card",
    "scene_keys",
    "strip",
    "tool_panel",
    "top_bar",
    "plots",
    "trends",
    "viewpoints",
    "window",
)
HERE = Path(__file__).parent
collect_ignore = (
    [] if has_qt() else [str(path) for name in NEED_QT for path in HERE.rglob(f"test_console_{name}.py")]
)
