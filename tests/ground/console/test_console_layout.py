"""HOLD and the top bar are whole on every screen; what has no room below them scrolls."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from screen_bench import ROOT

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

PROBE = Path(__file__).with_name("layout_probe.py")
SIZES = ((1024, 768), (1280, 800), (1600, 1000), (1920, 1080))  # [px]
SCALES = ("1", "1.5", "2")
TIMEOUT_S = 120.0


def probed(command, scale, **environment):
    """Where things are in a window on such a screen: left, top, right and bottom edge of each."""
    told = subprocess.run(
        [*command, sys.executable, str(PROBE)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(PROBE.parent))),
            "QT_SCALE_FACTOR": scale,
            **environment,
        },
        capture_output=True,
        check=True,
        timeout=TIMEOUT_S,
    )
    found = json.loads(told.stdout)
    texts = found.pop("cut_off")
    return SimpleNamespace(**{name: edges(*place) for name, place in found.items()}, cut_off=texts)


def edges(x, y, width, height):
    return SimpleNamespace(left=x, top=y, right=x + width, bottom=y + height)


def is_inside(inner, outer):
    fits_across = outer.left <= inner.left and inner.right <= outer.right
    return fits_across and outer.top <= inner.top and inner.bottom <= outer.bottom


def assert_whole(seen):
    assert is_inside(seen.window, seen.screen)
    assert is_inside(seen.hold, seen.screen)
    assert is_inside(seen.top, seen.screen)
    assert seen.cut_off == []


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_hold_and_the_top_bar_are_whole_on_every_screen(size, scale, tmp_path):
    place = {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    dots = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    file = tmp_path / "screens.json"
    file.write_text(json.dumps({"screens": [{"name": "screen", **place, **dots}]}))
    assert_whole(probed((), scale, QT_QPA_PLATFORM=f"offscreen:configfile={file}"))


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs a virtual X server (xvfb-run)")
@pytest.mark.parametrize("scale", ["1", "2"])
def test_hold_and_the_top_bar_are_whole_on_an_x_server(scale):
    server = ("xvfb-run", "-a", "-s", "-screen 0 1280x800x24")
    assert_whole(probed(server, scale, QT_QPA_PLATFORM="xcb"))
