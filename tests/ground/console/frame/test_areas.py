"""Tabs, drawers and layouts: one in front, one open, and what is high enough stands by itself."""

import pytest
from screen_bench import application

from ground.console.frame.areas import Areas
from ground.console.frame.arrangement import LAYOUTS
from ground.console.panels.panel_layout import PanelPlace, PanelRow
from ground.console.widgets.figure import Panel

pytestmark = pytest.mark.gl

ROWS = (
    PanelRow("scene", PanelPlace.SCENE, Panel, stretch=1),
    PanelRow("motion", PanelPlace.WORK, Panel, tab="MOTION"),
    PanelRow("cameras", PanelPlace.WORK, Panel, tab="CAMERAS", alone_from_px=600, stretch=1),
    PanelRow("queue", PanelPlace.DRAWER, Panel, tab="QUEUE", stretch=1),
    PanelRow("joints", PanelPlace.DRAWER, Panel, tab="STATE"),
    PanelRow("link", PanelPlace.DRAWER, Panel, tab="STATE"),
)


class Bench:
    """Areas of empty panels, and how often a person has changed them."""

    def __init__(self, begun=LAYOUTS["operator"], *, height=500):
        application()
        self.panels = {row.name: Panel(row.name) for row in ROWS}
        self.changes = []
        placed = [(row, self.panels[row.name]) for row in ROWS]
        self.areas = Areas(placed, begun, lambda: self.changes.append(self.areas.arrangement))
        self.areas.resize(1200, height)
        self.areas.show()

    def seen(self):
        return {name for name, panel in self.panels.items() if panel.isVisible()}


@pytest.fixture
def bench():
    made = Bench()
    yield made
    made.areas.deleteLater()


def test_drawers_are_closed_at_first_and_one_is_open_at_a_time(bench):
    assert bench.seen() == {"scene", "motion"}
    bench.areas.open_or_close("QUEUE")
    assert bench.seen() == {"scene", "motion", "queue"}
    bench.areas.open_or_close("STATE")
    assert bench.seen() == {"scene", "motion", "joints", "link"}
    bench.areas.open_or_close("STATE")
    assert bench.seen() == {"scene", "motion"}


def test_what_is_high_enough_alone_is_not_where_a_drawer_is_open_from_the_start():
    bench = Bench(LAYOUTS["engineer"], height=700)
    assert not bench.areas.side.is_alone("CAMERAS")
    bench.areas.open_or_close("STATE")
    assert bench.areas.side.is_alone("CAMERAS")


def test_one_tab_is_in_front(bench):
    bench.areas.raise_tab("CAMERAS")
    assert bench.seen() == {"scene", "cameras"}


def test_in_a_high_column_the_cameras_stand_beside_the_tabs_and_fold_away(bench):
    bench.areas.resize(1200, 700)
    assert bench.seen() == {"scene", "motion", "cameras"}
    bench.areas.raise_tab("CAMERAS")
    assert bench.seen() == {"scene", "motion"}
    bench.areas.resize(1200, 500)
    bench.areas.raise_tab("CAMERAS")
    assert bench.seen() == {"scene", "cameras"}


def test_a_layout_puts_everything_where_it_has_it(bench):
    bench.areas.open_or_close("QUEUE")
    bench.areas.choose(LAYOUTS["operator"])
    assert bench.seen() == {"scene", "motion"}
    assert bench.changes[-1] == LAYOUTS["operator"]


def test_a_drawer_takes_its_height_from_the_scene_and_covers_nothing(bench):
    scene = bench.panels["scene"]
    before = scene.height()
    bench.areas.open_or_close("QUEUE")
    queue = bench.panels["queue"]
    foot = scene.mapTo(bench.areas, scene.rect().bottomLeft()).y()
    assert scene.height() < before
    assert foot < queue.mapTo(bench.areas, queue.rect().topLeft()).y()
