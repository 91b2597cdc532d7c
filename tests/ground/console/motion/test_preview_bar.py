"""The keys by which a plan is watched, beside the form of a motion."""

import pytest
from scene_bench import BODIES, HOME, NOW, RUN, THERE, S, flown_state, plan
from screen_bench import application

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import Handover
from ground.console.motion.motion_panel import MotionPanel, MotionSources
from ground.console.scene.flat_view import FlatView

pytestmark = pytest.mark.gl


class Desk:
    """The tab of a motion before a plan, and its clock."""

    def __init__(self, *messages):
        application()
        self.now_ns, self.view = NOW, FlatView(BODIES)
        sources = MotionSources(RUN, BODIES, self.view, Handover(), lambda: self.now_ns, Chosen())
        self.panel = MotionPanel(sources)
        self.bar = self.panel.preview_bar
        self.panel.draw(flown_state(*messages).snapshot(NOW), NOW)

    def press(self, name):
        self.bar.keys[name].click()

    def wait(self, seconds):
        self.now_ns += round(seconds * S)
        self.bar._play()

    @property
    def ghost(self):
        return self.view.look.watched


def test_without_a_plan_there_is_nothing_to_watch():
    assert Desk().bar.isHidden()


def test_a_plan_is_watched_paused_stepped_and_rewound_by_its_keys():
    desk = Desk(plan())
    assert not desk.bar.isHidden() and desk.ghost is None
    desk.press("watch")
    desk.wait(0.5)
    assert "ghost at 5.00 of 10.00 s" in desk.bar.place.text()
    desk.press("watch")
    desk.wait(0.5)
    desk.press("on")
    assert "5.25" in desk.bar.place.text()
    desk.press("begin")
    assert desk.ghost == HOME


def test_the_ghost_is_another_arm_than_the_commanded_one_and_can_be_sent_away():
    desk = Desk(plan())
    desk.press("watch")
    desk.wait(2.0)
    assert desk.ghost == THERE
    desk.press("leave")
    assert desk.ghost is None


def test_the_slider_takes_the_ghost_where_the_hand_is():
    desk = Desk(plan())
    desk.bar.slider.sliderMoved.emit(500)
    assert "ghost at 5.00" in desk.bar.place.text()
