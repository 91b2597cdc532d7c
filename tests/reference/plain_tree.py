"""A slow, plain oracle of a tree of joints: every joint's motion by the power series of its twist's matrix.

Takes joints as (parent, T_parent_joint, axis, pivot, kind), the parent an index or -1; imports nothing of
the project.
"""

import numpy as np

TERMS, HALVINGS = 24, 6


def exponential(X):
    """exp of matrices (..., 4, 4): the power series of X / 2^k, squared k times."""
    X = X / 2.0**HALVINGS
    total = term = np.broadcast_to(np.eye(4), X.shape)
    for k in range(1, TERMS):
        term = term @ X / k
        total = total + term
    for _ in range(HALVINGS):
        total = total @ total
    return total


def unit_motion(axis, pivot, kind):
    """The matrix (4, 4) whose exponential times q is the joint's motion in its own frame."""
    X = np.zeros((4, 4))
    if kind == "prismatic":
        X[:3, 3] = axis
    else:
        X[:3, :3] = np.array([np.cross(axis, e) for e in np.eye(3)]).T
        X[:3, 3] = -X[:3, :3] @ pivot
    return X


def tree_frames(joints, q):
    """Poses of all frames, (n + 1) x (..., 4, 4), at q (..., n)."""
    q = np.asarray(q)
    frames = [np.broadcast_to(np.eye(4), (*q.shape[:-1], 4, 4))]
    for i, (parent, T_parent_joint, axis, pivot, kind) in enumerate(joints):
        motion = exponential(unit_motion(axis, pivot, kind) * q[..., i, None, None])
        frames.append(frames[parent + 1] @ T_parent_joint @ motion)
    return frames
