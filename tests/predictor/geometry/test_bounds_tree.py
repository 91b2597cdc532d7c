import numpy as np
import pytest

from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.bounds_tree_kernels import DEEPEST

RNG = np.random.default_rng(4)


def some_boxes(count):
    centre, half = RNG.uniform(-5, 5, (count, 3)), RNG.uniform(0, 0.3, (count, 3))
    return centre - half, centre + half


def below(tree, node):
    """Every item below a node, by the links alone."""
    first, count = tree.link[node]
    if count:
        return [*tree.order[first : first + count]]
    return below(tree, node + 1) + below(tree, first)


@pytest.mark.parametrize("count", [1, 4, 5, 7, 300])
def test_each_node_is_around_all_that_is_below_it_and_nothing_is_lost(count):
    low, high = some_boxes(count)
    tree = bounds_tree(low, high)
    assert sorted(below(tree, 0)) == [*range(count)]
    for node, bounds in enumerate(tree.bounds):
        items = below(tree, node)
        assert (bounds[:3] == low[items].min(axis=0)).all()
        assert (bounds[3:] == high[items].max(axis=0)).all()


def test_no_end_holds_more_than_was_asked_for():
    tree = bounds_tree(*some_boxes(500), at_most=3)
    assert 1 <= tree.link[tree.link[:, 1] > 0, 1].min() <= tree.link[:, 1].max() <= 3


def test_items_in_one_place_are_divided_all_the_same():
    tree = bounds_tree(np.zeros((1000, 3)), np.ones((1000, 3)))
    assert tree.link[:, 1].max() <= 4
    assert sorted(tree.order) == [*range(1000)]


def depth(tree, node=0):
    first, count = tree.link[node]
    return 1 if count else 1 + max(depth(tree, node + 1), depth(tree, first))


def test_a_tree_of_ten_thousand_is_not_deep():
    assert depth(bounds_tree(*some_boxes(10_000))) < 30


def test_items_ever_nearer_to_a_point_make_no_tree_deeper_than_a_walk_can_remember():
    centre = np.zeros((900, 3))
    centre[:, 0] = 2.0 ** -np.arange(900.0)
    assert depth(bounds_tree(centre, centre, at_most=1)) <= DEEPEST


def test_bounds_that_are_no_numbers_are_refused():
    low, high = some_boxes(3)
    high[1, 1] = np.nan
    with pytest.raises(ValueError, match="finite"):
        bounds_tree(low, high)


def test_nothing_makes_an_empty_tree():
    assert len(bounds_tree(np.empty((0, 3)), np.empty((0, 3))).bounds) == 0
