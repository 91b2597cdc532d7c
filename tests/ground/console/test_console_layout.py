"""HOLD and the top bar are whole on every screen; panels that have no room below them scroll, unsqueezed."""

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
SIZES = ((1024, 640), (1280, 800), (1600, 1000), (1920, 1080))  # [px]
SCALES = ("1", "1.5", "2")
TIMEOUT_S = 120.0
SCENE_SHARE = 0.45


def probed(command, scale, *, more="-", **environment):
    """Where things are in a window on such a screen; `more`: the place of one large panel more."""
    told = subprocess.run(
        [*command, sys.executable, str(PROBE), more],
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
    return SimpleNamespace(
        **{name: edges(*found.pop(name)) for name in ("screen", "window", "hold", "top", "scene")}, **found
    )


def offscreen(size, scale, folder, *, more="-"):
    """The same without a screen, on one of this size."""
    place = {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    dots = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    file = folder / "screens.json"
    file.write_text(json.dumps({"screens": [{"name": "screen", **place, **dots}]}))
    return probed((), scale, more=more, QT_QPA_PLATFORM=f"offscreen:configfile={file}")


def edges(x, y, width, height):
    return SimpleNamespace(left=x, top=y, right=x + width, bottom=y + height)


def area(place):
    return (place.right - place.left) * (place.bottom - place.top)


def is_inside(inner, outer):
    fits_across = outer.left <= inner.left and inner.right <= outer.right
    return fits_across and outer.top <= inner.top and inner.bottom <= outer.bottom


def assert_whole(seen):
    assert is_inside(seen.window, seen.screen)
    assert is_inside(seen.hold, seen.screen)
    assert is_inside(seen.top, seen.screen)
    assert seen.cut_off == []
    assert seen.squeezed == []
    assert seen.too_wide == []


@pytest.mark.real_time
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_hold_and_the_top_bar_are_whole_on_every_screen(size, scale, tmp_path):
    assert_whole(offscreen(size, scale, tmp_path))


@pytest.mark.real_time
def test_on_a_small_screen_the_scene_has_at_least_45_per_cent_of_the_window(tmp_path):
    seen = offscreen((1280, 800), "1", tmp_path)
    assert area(seen.scene) >= SCENE_SHARE * area(seen.window)


@pytest.mark.real_time
def test_on_a_small_screen_the_open_queue_shows_five_rows(tmp_path):
    assert offscreen((1280, 800), "1", tmp_path).queue_rows >= 5


@pytest.mark.real_time
@pytest.mark.parametrize("place", ["scene", "side", "work", "below", "drawer"])
def test_one_more_row_in_the_list_is_one_more_panel_and_keeps_the_layout(place, tmp_path):
    for size, scale in (((1024, 640), "2"), ((1600, 1000), "1")):
        seen = offscreen(size, scale, tmp_path, more=place)
        assert seen.panels[-1] == "more"
        assert_whole(seen)


@pytest.mark.real_time
@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs a virtual X server (xvfb-run)")
@pytest.mark.parametrize("scale", ["1", "2"])
def test_hold_and_the_top_bar_are_whole_on_an_x_server(scale):
    server = ("xvfb-run", "-a", "-s", "-screen 0 1280x800x24")
    assert_whole(probed(server, scale, QT_QPA_PLATFORM="xcb"))
