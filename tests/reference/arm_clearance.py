"""Plain reference: clearance of an arm by ternary search along each axis.

Slow and simple: the distance from a point that runs along a segment to a convex shape is convex, so thirds
are dropped until nothing is left.  Vectorised over leading axes; imports nothing of the project.
"""

import numpy as np

from tests.reference.plain_tree import tree_frames

STEPS = 60
INSIDE = 1e-10  # [m] nearer than this to a box, a segment is in it, or the depth is as near to zero


def least_along(distance_at, shape, steps=STEPS):
    """Least value of a convex function of s in [0, 1], for every element of `shape`."""
    low, high = np.zeros(shape), np.ones(shape)
    for _ in range(steps):
        third = (high - low) / 3.0
        right_is_nearer = distance_at(low + third) > distance_at(high - third)
        low = np.where(right_is_nearer, low + third, low)
        high = np.where(right_is_nearer, high, high - third)
    middle = distance_at(0.5 * (low + high))
    return np.minimum(middle, np.minimum(distance_at(np.zeros(shape)), distance_at(np.ones(shape))))


def point_segment(p, a, b):
    """Distance of points p (..., 3) and segments a-b."""
    run = b - a
    length2 = (run * run).sum(-1)
    t = ((p - a) * run).sum(-1) / np.where(length2 == 0.0, 1.0, length2)
    return np.linalg.norm(p - a - np.clip(t, 0.0, 1.0)[..., None] * run, axis=-1)


def outside_box(p, half):
    """Distance of points p (..., 3) and the box, in its frame; zero inside."""
    return np.linalg.norm(np.maximum(np.abs(p) - half, 0.0), axis=-1)


def depth_in_box(p0, p1, half):
    """Least shift that parts segments (..., 3) from the box: least overlap over all possible normals."""
    axes = np.broadcast_to(np.eye(3), (*p0.shape[:-1], 3, 3))
    across = np.cross(axes, (p1 - p0)[..., None, :])
    length = np.linalg.norm(across, axis=-1, keepdims=True)
    unit = np.where(length > 0.0, across / np.where(length > 0.0, length, 1.0), axes)
    normals = np.concatenate([axes, -axes, unit, -unit], axis=-2)
    reach = np.abs(normals) @ half
    ends = [np.einsum("...ki,...i->...k", normals, p) for p in (p0, p1)]
    return (reach - np.minimum(*ends)).min(-1)


def segment_segment(p0, p1, q0, q1, steps=STEPS):
    """Distance of segments (..., 3)."""
    return least_along(lambda s: point_segment(p0 + s[..., None] * (p1 - p0), q0, q1), p0.shape[:-1], steps)


def segment_box(p0, p1, half, steps=STEPS):
    """Signed distance of segments (..., 3) and a box, in the box's frame: outside, or minus the depth."""
    outside = least_along(lambda s: outside_box(p0 + s[..., None] * (p1 - p0), half), p0.shape[:-1], steps)
    return np.where(outside > INSIDE, outside, -depth_in_box(p0, p1, half))


def arm_clearance(robot, scene, q, steps=STEPS):
    """Least signed distance at poses q (N, n): arm against scene (but its mounts) and against itself."""
    joints = [(j.parent, j.T_parent_joint, j.axis, j.pivot, j.kind) for j in robot.joints]
    frames, shape = tree_frames(joints, q), robot.capsules
    ends = [
        [frames[f][:, :3, :3] @ p + frames[f][:, :3, 3] for p in (p0, p1)]
        for f, p0, p1 in zip(shape.frame, shape.p0, shape.p1, strict=True)
    ]
    least = np.full(len(q), np.inf)
    for m, (name, radius) in enumerate(zip(shape.names, shape.radius, strict=True)):
        for box in scene.boxes:
            if (name, box.name) not in scene.mounts:
                T = np.linalg.inv(box.T_base_box)
                p0, p1 = (end @ T[:3, :3].T + T[:3, 3] for end in ends[m])
                least = np.minimum(least, segment_box(p0, p1, box.half, steps) - radius)
        for bar in scene.capsules:
            if (name, bar.name) not in scene.mounts:
                least = np.minimum(
                    least, segment_segment(*ends[m], bar.p0, bar.p1, steps) - radius - bar.radius
                )
    for i, j in robot.self_pairs:
        gap = segment_segment(*ends[i], *ends[j], steps)
        least = np.minimum(least, gap - shape.radius[i] - shape.radius[j])
    return least
