"""How the hand leads the arm since it was armed: from where the handle was in the first entry's sample."""

from pathlib import Path

import pytest

from haptics.engagement import KEPT_SAMPLES, Engagements
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from telemetry.messages.handle import Steering
from telemetry.messages.queue import Entry, PlanSource, TeleopSource

ROBOT = read_robot(Path(__file__).parents[2] / "scenarios" / "robots" / "two_arms.toml")
OTHER_TOOL = ROBOT.tool_names[1]


def led(epoch=1, *, sample=1, tool="", frame="base"):
    source = TeleopSource(sample=sample, dead_man_age=0.0, tool=tool, steering=Steering(frame=frame))
    return Entry(epoch=epoch, seq=1, state=rest(ROBOT.home_q), source=source)


def engaged(*entries, samples=1):
    engagements = Engagements(ROBOT)
    for number in range(1, samples + 1):
        engagements.on_sample(number, (0.001 * number, 0.0, 0.0))
    for entry in entries:
        engagements.on_entry(entry)
    return engagements.newest


@pytest.mark.parametrize(("later", "x_origin"), [(0, 0.001), (KEPT_SAMPLES - 1, 0.001), (KEPT_SAMPLES, 0.0)])
def test_the_hand_asks_for_nothing_where_its_sample_was_if_that_is_not_long_ago(later, x_origin):
    assert engaged(led(), samples=1 + later).p_origin == (x_origin, 0.0, 0.0)


def test_only_the_first_entry_of_an_epoch_begins_an_engagement():
    first, second = led(sample=1), led(sample=2)
    assert engaged(first, second, samples=2).p_origin == (0.001, 0.0, 0.0)
    assert engaged(first, led(epoch=2, sample=2), samples=2).p_origin == (0.002, 0.0, 0.0)


def test_a_plan_ends_the_engagement():
    plan = Entry(
        epoch=1, seq=2, state=rest(ROBOT.home_q), source=PlanSource(plan_id="p", index=0, certificate=b"")
    )
    assert engaged(led(), plan) is None


@pytest.mark.parametrize(("frame", "carrier"), [("tool", OTHER_TOOL), ("camera", ROBOT.tool_names[0])])
def test_a_frame_is_carried_by_the_tool_that_is_led_and_that_of_the_camera_by_the_first(frame, carrier):
    engagement = engaged(led(tool=OTHER_TOOL, frame=frame))
    assert (engagement.robot.tool_names[0], engagement.carrier.tool_names[0]) == (OTHER_TOOL, carrier)
