"""The tree of bounds finds just what a look at every one of them finds."""

import random

import pytest

from planner.gate.own_look.box_tree import BoxTree


def bounds(rng, size):
    """Return random bounds, flat ones and points among them."""
    low = [rng.uniform(-2.0, 2.0) for _ in range(3)]
    return (*low, *(x + rng.choice((0.0, rng.uniform(0.0, size))) for x in low))


def touch(a, b):
    return all(a[k] <= b[k + 3] and b[k] <= a[k + 3] for k in range(3))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 100, 1000])
def test_a_region_is_told_all_that_it_touches_and_nothing_else(count):
    rng = random.Random(count)
    everything = [bounds(rng, rng.choice((0.05, 0.5, 5.0))) for _ in range(count)]
    tree = BoxTree(everything)
    for _ in range(200):
        region = bounds(rng, rng.choice((0.01, 1.0)))
        expected = [number for number, around in enumerate(everything) if touch(around, region)]
        assert sorted(tree.touching(region)) == expected


@pytest.mark.parametrize("step", [-1.0, 1.0])
@pytest.mark.parametrize("axis", range(3))
def test_bounds_that_only_share_a_face_or_all_lie_in_one_place_are_found(axis, step):
    low = [step if k == axis else 0.0 for k in range(3)]
    tree = BoxTree([(0.0, 0.0, 0.0, 1.0, 1.0, 1.0)] * 5)
    assert sorted(tree.touching((*low, *(x + 1.0 for x in low)))) == [0, 1, 2, 3, 4]
