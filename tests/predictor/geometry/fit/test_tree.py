"""The tree over convex pieces: each piece in one leaf, each node around all below it."""

import numpy as np
import pytest

from predictor.geometry.fit.tree import BOUNDS, tree_over
from predictor.geometry.mesh import Mesh
from tests.predictor.geometry.solids import box, depths

PIECES = [box((2.0 * k, 0.0, 0.0), (2.0 * k + 1.0, 1.0, 1.0)).vertices for k in (3, 0, 4, 1, 2)]
ROUNDING = 1e-12


def leaves(node):
    return [leaf for half in node.halves for leaf in leaves(half)] if node.halves else [node]


def nodes(node):
    yield node
    for half in node.halves:
        yield from nodes(half)


def inside(bound, points):
    """How deep the outermost of points is inside a bound [m]."""
    if isinstance(bound, Mesh):
        return depths(bound, points).min()
    return (bound.half - np.abs((points - bound.T[:3, 3]) @ bound.T[:3, :3])).min()


@pytest.mark.parametrize("kind", BOUNDS)
def test_each_piece_is_in_one_leaf(kind):
    found = leaves(tree_over(PIECES, kind))
    held = [[inside(leaf.bound, piece) >= -ROUNDING for piece in PIECES] for leaf in found]
    assert np.sum(held, axis=0).tolist() == np.sum(held, axis=1).tolist() == [1] * len(PIECES)


@pytest.mark.parametrize("kind", BOUNDS)
def test_the_root_holds_all_pieces(kind):
    assert inside(tree_over(PIECES, kind).bound, np.concatenate(PIECES)) >= -ROUNDING


def test_a_hull_holds_those_below_it():
    for node in nodes(tree_over(PIECES, "hull")):
        assert all(inside(node.bound, half.bound.vertices) >= -ROUNDING for half in node.halves)


def test_pieces_are_parted_in_two_halves_where_they_are_spread_most():
    first, second = tree_over(PIECES, "hull").halves
    assert first.bound.vertices[:, 0].max() < second.bound.vertices[:, 0].min()
    assert (len(leaves(first)), len(leaves(second))) == (3, 2)
