"""Labels of a picture: clear of arms and of one another, inside, near what they speak of, and steady."""

import numpy as np
import pytest

from ground.console.widgets.label_places import NO_OBSTACLES, NO_STROKES, Label, LabelPlaces, Obstacles, Place

PICTURE = Place(10.0, 20.0, 640.0, 400.0)
SIZE = (90.0, 16.0)
BESIDE_PX = 40.0


def drawn(rng, count):
    """An arm of so many parts, somewhere in the picture."""
    ends = rng.uniform((150.0, 120.0), (500.0, 320.0), (count, 2, 2)).reshape(count, 4)
    return np.column_stack([ends, rng.uniform(3.0, 12.0, count)])


def labels(rng, count):
    anchors = rng.uniform((150.0, 120.0), (500.0, 320.0), (count, 2)).tolist()
    return [Label(f"label {k}", tuple(anchor), SIZE) for k, anchor in enumerate(anchors)]


def off(place, stroke):
    """How far a rectangle is from a line with round ends, by many of its points [px]."""
    x0, y0, x1, y1, half = stroke
    along = np.linspace(0.0, 1.0, 400)[:, None]
    points = np.array([[x0, y0]]) + along * np.array([[x1 - x0, y1 - y0]])
    low, high = np.array([place.x, place.y]), np.array([place.right, place.bottom])
    return float(np.linalg.norm(points - points.clip(low, high), axis=1).min()) - half


def overlap(one, other):
    return min(one.right, other.right) > max(one.x, other.x) and min(one.bottom, other.bottom) > max(
        one.y, other.y
    )


def is_inside(place):
    across = PICTURE.x <= place.x and place.right <= PICTURE.right
    return across and PICTURE.y <= place.y and place.bottom <= PICTURE.bottom


@pytest.mark.parametrize("seed", range(8))
def test_no_label_lies_over_the_arm_or_another_label_or_leaves_the_picture(seed):
    rng = np.random.default_rng(seed)
    arm, asked = drawn(rng, 12), labels(rng, 10)
    places = LabelPlaces().of(asked, Obstacles(arm, NO_STROKES), within=PICTURE)
    assert None not in places
    assert all(is_inside(place) for place in places)
    assert min(off(place, stroke) for place in places for stroke in arm.tolist()) > 0.0
    assert not any(overlap(a, b) for k, a in enumerate(places) for b in places[:k])


def test_a_label_without_an_obstacle_stands_right_beside_what_it_speaks_of():
    [place] = LabelPlaces().of([Label("a", (300.0, 200.0), SIZE)], NO_OBSTACLES, within=PICTURE)
    x, y = place.nearest(300.0, 200.0)
    assert 0.0 < np.hypot(x - 300.0, y - 200.0) < BESIDE_PX


def test_a_label_that_speaks_of_a_corner_of_the_picture_is_whole():
    for corner in ((10.0, 20.0), (650.0, 420.0)):
        [place] = LabelPlaces().of([Label("a", corner, SIZE)], NO_OBSTACLES, within=PICTURE)
        assert is_inside(place)


def test_what_is_only_avoided_is_left_where_there_is_room_near_and_covered_where_there_is_none():
    box = np.array([[200.0, 100.0], [400.0, 100.0], [400.0, 300.0], [200.0, 300.0]])
    whole = np.array([[10.0, 20.0], [650.0, 20.0], [650.0, 420.0], [10.0, 420.0]])
    label = Label("a", (380.0, 200.0), SIZE)
    [beside] = LabelPlaces().of([label], Obstacles(NO_STROKES, NO_STROKES, [box]), within=PICTURE)
    [over] = LabelPlaces().of([label], Obstacles(NO_STROKES, NO_STROKES, [whole]), within=PICTURE)
    assert beside.x >= 395.0 and over is not None


def test_a_label_does_not_jump_when_what_it_speaks_of_moves_a_little():
    places, arm = LabelPlaces(), drawn(np.random.default_rng(3), 6)
    beside = []
    for step in range(10):
        moved = arm + np.array([step, step, step, step, 0.0])
        [place] = places.of(
            [Label("a", (300.0 + step, 200.0 + step), SIZE)], Obstacles(moved, NO_STROKES), within=PICTURE
        )
        beside.append((place.x - 300.0 - step, place.y - 200.0 - step))
    assert np.ptp(beside, axis=0).max() < 20.0


def test_where_there_is_no_room_the_last_labels_are_left_out():
    small = Place(0.0, 0.0, 110.0, 60.0)
    asked = [Label(f"{k}", (55.0, 30.0), SIZE) for k in range(6)]
    places = LabelPlaces().of(asked, NO_OBSTACLES, within=small)
    left_out = [place is None for place in places]
    assert not left_out[0] and left_out[-1] and left_out == sorted(left_out)


def test_what_is_behind_the_eye_keeps_nothing_free():
    behind = Obstacles(
        np.array([[np.nan, np.nan, 300.0, 200.0, np.nan]]), NO_STROKES, [np.full((4, 2), np.nan)]
    )
    [place] = LabelPlaces().of([Label("a", (300.0, 200.0), SIZE)], behind, within=PICTURE)
    assert place is not None
