"""A portrait among what stands around shows arm and scene, the way of the tool, and rings at goals."""

import numpy as np

from ground.rehearsal.portrait.scene_portrait import BODY_COLOUR, WAY, ArmPlace, scene_portrait
from ground.scenario.scenario_files import data_folder
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot

ARM = read_robot(data_folder() / "robots" / "shiyan7_like.toml")
SCENES = data_folder() / "scenes"
NOTHING = np.zeros((0, 3))
SIZE = (160, 120)


def drawn(scene="adjacent_target", way=NOTHING, goals=NOTHING):
    place = ArmPlace(ARM, ARM.home_q)
    return scene_portrait(place, read_scene(SCENES / f"{scene}.toml"), way=way, goals=goals, size=SIZE)


def alike(picture, colour):
    """How many pixels have the hue of a colour."""
    hue = np.array(colour) / np.linalg.norm(colour)
    pixels = picture / np.maximum(np.linalg.norm(picture, axis=2, keepdims=True), 1.0)
    return int(np.sum(pixels @ hue > 0.995))


def test_what_stands_around_an_arm_is_seen_with_it():
    picture = drawn()
    assert picture.shape == (120, 160, 3)
    assert alike(picture, BODY_COLOUR) > 300


def test_a_target_that_floats_apart_is_seen_too():
    assert alike(drawn("free_target"), BODY_COLOUR) > 300


def test_the_way_of_the_tool_and_goals_are_drawn_upon_it():
    way = np.array([[1.2, 0.0, 1.1], [1.0, 0.0, 0.2], [1.0, 0.6, 0.2]])
    bare = alike(drawn(), WAY)
    assert alike(drawn(way=way), WAY) > bare + 30
    assert alike(drawn(goals=way[2:]), WAY) > bare + 5
