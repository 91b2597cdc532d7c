"""The tree over convex pieces: each piece in one leaf, each node around its children."""

import numpy as np

from predictor.geometry.piece_tree import piece_tree
from tests.predictor.geometry.solids import box, depths

PIECES = tuple(box((2.0 * k, 0.0, 0.0), (2.0 * k + 1.0, 1.0, 1.0)) for k in (3, 0, 4, 1, 2))


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


def test_each_piece_is_in_one_leaf():
    leaves = [node.pieces for node in nodes(piece_tree(PIECES)) if not node.children]
    assert sorted(leaves) == [(0,), (1,), (2,), (3,), (4,)]


def test_a_node_holds_its_children_and_its_bounds_hold_its_hull():
    for node in nodes(piece_tree(PIECES)):
        for child in node.children:
            assert depths(node.hull, child.hull.vertices).min() > -1e-12
        assert (node.hull.vertices >= node.bounds[0]).all() and (node.hull.vertices <= node.bounds[1]).all()


def test_pieces_are_parted_along_the_longest_axis():
    first, second = piece_tree(PIECES).children
    assert first.bounds[1, 0] < second.bounds[0, 0]
    assert abs(len(first.pieces) - len(second.pieces)) == 1


def test_one_piece_is_a_tree_by_itself():
    root = piece_tree(PIECES[:1])
    assert root.children == () and np.ptp(root.bounds, axis=0).tolist() == [1.0, 1.0, 1.0]
