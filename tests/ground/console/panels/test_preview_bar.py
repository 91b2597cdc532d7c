"""The keys by which a plan is watched, in the panel of the scene."""

import pytest
from scene_bench import BODIES, HOME, NOW, RUN, THERE, S, flown_state, plan
from screen_bench import application

from ground.console.panels.scene_panel import ScenePanel
from ground.console.scene.flat_view import FlatView

pytestmark = pytest.mark.gl


class Desk:
    """A panel of the scene before a plan, and its clock."""

    def __init__(self, *messages):
        application()
        self.now_ns = NOW
        self.panel = ScenePanel(BODIES, FlatView(BODIES), run=RUN, clock=lambda: self.now_ns)
        self.panel.resize(700, 500)
        self.snapshot = flown_state(*messages).snapshot(NOW)
        self.panel.draw(self.snapshot, NOW)

    def press(self, name):
        self.panel.preview.keys[name].click()

    def wait(self, seconds):
        self.now_ns += round(seconds * S)
        self.panel.preview._play()

    @property
    def ghost(self):
        return self.panel.view.look.watched


def test_without_a_plan_there_is_nothing_to_watch():
    assert Desk().panel.preview.isHidden()


def test_a_plan_is_watched_paused_stepped_and_rewound_by_its_keys():
    desk = Desk(plan())
    assert not desk.panel.preview.isHidden() and desk.ghost is None
    desk.press("watch")
    desk.wait(0.5)
    assert "ghost at 5.00 of 10.00 s" in desk.panel.preview.place.text()
    desk.press("watch")
    desk.wait(0.5)
    desk.press("on")
    assert "5.25" in desk.panel.preview.place.text()
    desk.press("begin")
    assert desk.ghost == HOME


def test_the_ghost_is_another_arm_than_the_commanded_one_and_can_be_sent_away():
    desk = Desk(plan())
    desk.press("watch")
    desk.wait(2.0)
    assert desk.ghost == THERE and desk.panel.view.look.commanded == HOME
    desk.press("leave")
    assert desk.ghost is None


def test_the_slider_takes_the_ghost_where_the_hand_is():
    desk = Desk(plan())
    desk.panel.preview.slider.sliderMoved.emit(500)
    assert "ghost at 5.00" in desk.panel.preview.place.text()
