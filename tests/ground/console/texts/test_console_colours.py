"""Colours keep apart for every eye: through the matrices of Machado, Oliveira and Fernandes (2009)."""

import itertools

import numpy as np
import pytest

from ground.console.scene.goals import GoalLook
from ground.console.scene.ground_plane import GroundPlane
from ground.console.scene.legend import MEDIUM_PX, SOLID_PX, THICK_PX, LegendEntry, legend_entries
from ground.console.scene.scene_look import FixtureLook, NearestPair, SceneLook, WayOutLook
from ground.console.scene.viewpoints import LAYERS
from ground.console.texts import theme

ALIKE = 20.0  # least distance in Lab of colours that are drawn alike (CIE 1976; 2.3 is just seen)
OTHERWISE = 8.0  # the same of colours that differ in style too
EYES = {  # linear RGB to linear RGB, severity 1.0
    "all cones": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ_FROM_RGB = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = XYZ_FROM_RGB.sum(axis=1)
ONE_THING = [{"plan", "its end"}, {"✖ refused pair", "closer than required"}]  # in two styles

POINT = np.zeros(3)
EVERYTHING = SceneLook(
    commanded=(0.0,),
    seen=(0.0,),
    now=(0.0,),
    planned={"": np.zeros((2, 3))},
    fixtures=tuple(FixtureLook(None, *state) for state in ((None, False), (POINT, False))),
    goals=(GoalLook(POINT, 0.01, "goal"),),
    nearest=NearestPair("", ends=(POINT, POINT)),
    way_out=WayOutLook(np.zeros((2, 3))),
    red=frozenset({"hand"}),
)
BESIDE_THE_LEGEND = [
    LegendEntry(theme.PLATFORM, SOLID_PX, "whole", "platform"),
    LegendEntry(theme.TARGET, SOLID_PX, "whole", "target"),
    LegendEntry(theme.BAD, THICK_PX, "whole", "closer than required"),
    LegendEntry(theme.SUN, MEDIUM_PX, "whole", "sun"),
]
PLANE = GroundPlane(0.0, 0.5, (0.0, 0.0), (1.0, 1.0))
SCENE = [*legend_entries(EVERYTHING, {layer.name for layer in LAYERS}, PLANE), *BESIDE_THE_LEGEND]
MODES = [*theme.MODE_LOOKS.values(), theme.RUN_OVER_LOOK]


def lab(colour, eye):
    """Return a colour as an eye sees it, in Lab under the white of sRGB."""
    coded = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    share = XYZ_FROM_RGB @ np.clip(EYES[eye] @ linear, 0.0, 1.0) / WHITE
    f = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one, other, eye):
    return float(np.linalg.norm(lab(one, eye) - lab(other, eye)))


def too_near(eye, pairs):
    """Return the pairs that are nearer than they may be; a row is (name, name, colour, colour, least)."""
    rows = [(a, b, round(apart(one, other, eye), 1), least) for a, b, one, other, least in pairs]
    return [row for row in rows if row[2] < row[3]]


def test_a_colour_for_an_eye_without_a_cone_is_computed_as_published():
    assert lab("#ffffff", "all cones") == pytest.approx([100.0, 0.0, 0.0], abs=0.01)
    assert lab("#ff0000", "all cones") == pytest.approx([53.24, 80.09, 67.20], abs=0.01)
    for eye in EYES:  # what has no hue has none for any eye
        assert lab("#808080", eye)[1:] == pytest.approx([0.0, 0.0], abs=0.1)
    assert apart("#ff0000", "#00b000", "all cones") > 100.0 > 4.0 * apart("#a64800", "#587000", "deutan")


@pytest.mark.parametrize("eye", EYES)
def test_things_of_the_scene_keep_apart_for_every_eye(eye):
    pairs = [
        (a.words, b.words, a.colour, b.colour, ALIKE if a[1:3] == b[1:3] else OTHERWISE)
        for a, b in itertools.combinations(SCENE, 2)
        if {a.words, b.words} not in ONE_THING
    ]
    assert len(pairs) > 100
    assert too_near(eye, pairs) == []


@pytest.mark.parametrize("eye", EYES)
def test_frames_of_the_modes_keep_apart_from_one_another_and_from_all_in_the_scene(eye):
    among = [(a.title, b.title, a.colour, b.colour, ALIKE) for a, b in itertools.combinations(MODES, 2)]
    others = [
        (mode.title, entry.words, mode.colour, entry.colour, OTHERWISE)
        for mode, entry in itertools.product(MODES, SCENE)
        if mode.border == "solid"  # white is told by its dashes
    ]
    planned = [("OPERATE", "plan", theme.MODE_LOOKS["live"].colour, theme.PLANNED, ALIKE)]
    assert too_near(eye, among + others + planned) == []


@pytest.mark.parametrize("eye", EYES)
def test_nothing_but_caution_and_alarm_looks_like_them(eye):
    means_alarm = {"✖ refused pair", "closer than required"}
    others = [(entry.words, entry.colour) for entry in SCENE if entry.words not in means_alarm]
    others += [(mode.title, mode.colour) for mode in MODES]
    alarms = {"caution": theme.WARN, "alarm": theme.BAD}
    pairs = [
        (word, name, alarms[word], colour, 0.5 * ALIKE)
        for word, (name, colour) in itertools.product(alarms, others)
    ]
    assert too_near(eye, pairs) == []


def test_the_commanded_arm_is_neither_caution_nor_alarm():
    for eye, colour in itertools.product(EYES, (theme.WARN, theme.BAD, theme.ALARM)):
        assert apart(theme.COMMANDED, colour, eye) >= ALIKE
