"""Detailed rooms for tests: a cylinder of panels with an open hatch, racks and rails along its wall."""

import numpy as np

from predictor.geometry.mesh import joined, mesh_of, placed
from predictor.geometry.primitive_meshes import box

RADIUS_M, LENGTH_M = 2.2, 7.0
HATCH = 0.25  # of a turn, and of the length, where the wall is left out


def turned(angle, at):
    """Return the pose (4, 4) of something turned about the axis of the room."""
    T = np.eye(4)
    T[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    T[:3, 3] = T[:3, :3] @ np.asarray(at)
    return T


def room(*, around=48, along=60, racks=720, is_open=False):
    """Return a room of about around x along panels, so many racks, and 4 rails; open: of bare quads."""
    wide, long = 2.0 * np.pi * RADIUS_M / around, LENGTH_M / along
    panel = box((0.01, 0.96 * wide, 0.96 * long))
    if is_open:
        panel = mesh_of(panel.vertices, [f for f in panel.faces if np.ptp(panel.vertices[f, 0]) == 0.0][:2])
    parts = [
        placed(panel, turned(2.0 * np.pi * i / around, (RADIUS_M, 0.0, (j + 0.5) * long - 0.5 * LENGTH_M)))
        for i in range(around)
        for j in range(along)
        if i > HATCH * around or j > HATCH * along
    ]
    levels = max(1, racks // 48)
    parts += [
        placed(box((0.3, 0.12, 0.8 * LENGTH_M / levels)), turned(np.pi * (0.25 + 0.5 * k), (1.9, y, z)))
        for k in range(4)
        for y in (np.arange(12) - 5.5) * 0.18
        for z in (np.arange(levels) + 0.5) * LENGTH_M / levels - 0.5 * LENGTH_M
    ]
    parts += [placed(box((0.03, 0.03, 6.0)), turned(0.5 * np.pi * k, (1.6, 0.0, 0.0))) for k in range(4)]
    return joined(parts)
