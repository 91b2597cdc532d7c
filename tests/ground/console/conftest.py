"""Windows of these tests need no screen; those marked `gl` get one from their caller (xvfb-run)."""

import os

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
