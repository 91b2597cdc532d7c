"""Keep-out regions, lines, planes and points: how far outside a place is, and the way back."""

import math

import numpy as np
import pytest

from predictor.geometry.fixtures.keep_out import KeepOutBox, KeepOutSphere
from predictor.geometry.fixtures.line import SnapLine
from predictor.geometry.fixtures.offset import FixtureError
from predictor.geometry.fixtures.plane import Plane
from predictor.geometry.fixtures.point import SnapPoint
from tests.trees import turned

ROUNDING = 1e-12
T_TURNED = np.eye(4)
T_TURNED[:3, :3], T_TURNED[:3, 3] = turned(np.random.default_rng(3)), (0.2, -0.1, 0.3)
KINDS = {
    "sphere": KeepOutSphere([0.1, 0.2, 0.3], 0.4),
    "box": KeepOutBox(T_TURNED, [0.3, 0.2, 0.5]),
    "line": SnapLine([0.1, 0.0, 0.0], [1.0, 2.0, 3.0], slack=0.05),
    "plane": Plane([0.0, 0.0, 0.2], [0.0, 1.0, 1.0]),
    "plane, held": Plane([0.0, 0.0, 0.2], [0.0, 1.0, 1.0], snaps=True, slack=0.02),
    "point": SnapPoint([0.3, 0.2, 0.1], slack=0.05),
}


@pytest.mark.parametrize("kind", KINDS)
def test_along_the_way_back_a_place_comes_nearer_by_as_much_as_it_moves(kind):
    h = 1e-6
    for p in np.random.default_rng(4).uniform(-1.0, 1.0, (100, 3)):
        here = KINDS[kind].offset(p)
        there = KINDS[kind].offset(p + h * here.inward)
        assert np.linalg.norm(here.inward) == pytest.approx(1.0, abs=ROUNDING)
        assert (here.beyond - there.beyond) / h == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_gone_back_by_as_much_a_place_is_at_the_wall(kind):
    for p in np.random.default_rng(5).uniform(-1.0, 1.0, (100, 3)):
        here = KINDS[kind].offset(p)
        if here.beyond > 0.0:
            assert KINDS[kind].offset(p + here.beyond * here.inward).beyond == pytest.approx(0.0, abs=1e-9)


def test_out_of_a_box_the_way_leads_through_the_nearest_face():
    box = KeepOutBox(np.eye(4), [1.0, 1.0, 0.2])
    found = box.offset([0.5, 0.0, -0.1])
    assert found.beyond == pytest.approx(0.1, abs=ROUNDING) and found.inward.tolist() == [0.0, 0.0, -1.0]


def test_in_the_middle_of_a_keep_out_region_there_is_a_way_out():
    assert np.linalg.norm(KeepOutSphere([0.0, 0.0, 0.0], 0.4).offset([0.0, 0.0, 0.0]).inward) == 1.0
    assert np.linalg.norm(KeepOutBox(np.eye(4), [1.0, 1.0, 1.0]).offset([0.0, 0.0, 0.0]).inward) == 1.0


def test_a_line_leads_along_and_a_point_nowhere():
    assert KINDS["line"].offset([0.0, 0.0, 0.0]).forward == pytest.approx(
        np.array([1.0, 2.0, 3.0]) / math.sqrt(14.0)
    )
    assert KINDS["point"].offset([0.0, 0.0, 0.0]).forward.tolist() == [0.0, 0.0, 0.0]


def test_a_plane_is_free_on_one_side_and_one_that_snaps_on_neither():
    over = np.array([0.0, 0.0, 0.5])
    assert Plane([0.0, 0.0, 0.0], [0.0, 0.0, 2.0]).offset(over).beyond == -0.5
    assert Plane([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], snaps=True).offset(over).beyond == 0.5


@pytest.mark.parametrize(
    "make",
    [
        lambda: KeepOutSphere([0.0, 0.0, math.inf], 0.4),
        lambda: KeepOutSphere([0.0, 0.0, 0.0], math.nan),
        lambda: KeepOutBox(np.eye(4), [1.0, 0.0, 1.0]),
        lambda: KeepOutBox(np.eye(3), [1.0, 1.0, 1.0]),
        lambda: SnapLine([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        lambda: Plane([0.0, 0.0], [0.0, 0.0, 1.0]),
    ],
)
def test_what_is_no_fixture_is_refused(make):
    with pytest.raises(FixtureError):
        make()
