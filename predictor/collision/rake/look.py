"""Whether an arm of capsules keeps a distance from all in RAKE poses side by side, and no more than that.

The volumes of one frame have a ball around them all: what is beyond that in every pose is beyond them.

    ball ---> tree over the obstacles: a node that is out of reach in all poses is left out with all it holds
    ball ---> ball of another frame:   so are the pairs of their volumes
    volume -> obstacle, volume:        the first that is within reach in any pose ends the look

It rounds as single precision does, and takes more for a hit than there is, never less: `slack`.  Poses that
are evenly spread over one piece of a way meet at once what is in its way (Thomason, Kingston and Kavraki,
Motions in microseconds via vectorized sampling-based planning, 2024).
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.frames_kernels import PLACES
from predictor.collision.packing import seen_from
from predictor.collision.rake.arm import rake_arm
from predictor.collision.rake.look_kernels import NEXT, RakeLooker
from predictor.collision.rake.placing_kernels import MOUNTS, NUMBER
from predictor.collision.tables import CENTRE, COUNT, HALF, LINK, Tables
from predictor.collision.tables import MOUNTS as LEAF_MOUNTS
from predictor.model.robot import Robot
from predictor.proximity.proximity_layout import RAKE

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


ROUNDINGS = 64.0 * 2.0**-24  # slack over the greatest length


def rake_looker(robot: Robot, tables: Tables, T_world_base: Array | None) -> RakeLooker:
    """Return what looks at an arm in a scene; told where the base stands if that counts."""
    arm, tables = rake_arm(robot), tables if T_world_base is None else seen_from(tables, T_world_base)
    obstacles, volumes, leaves = tables.obstacles, arm.volumes.copy(), len(tables.leaves)
    balls = len(volumes) - leaves
    volumes[balls:, MOUNTS] = tables.leaves[volumes[balls:, NUMBER].astype(int), LEAF_MOUNTS]
    far = float(np.abs(obstacles[:, CENTRE : HALF + 3]).sum(axis=1).max(initial=0.0))
    frames = np.zeros((len(arm.rows) + 1, PLACES * RAKE), np.float32)
    frames[0] = np.repeat(arm.base, RAKE)
    return RakeLooker(
        tree=robot.tree,
        rows=arm.rows,
        volumes=volumes,
        meetings=arm.meetings,
        obstacles=obstacles.astype(np.float32),
        nodes=tables.nodes[:, :LINK].astype(np.float32),
        links=_links(tables),
        mounted=tables.mounted,
        slack=ROUNDINGS * (arm.reach + far),
        frames=frames,
        axes=np.zeros((len(volumes), 6 * RAKE), np.float32),
        turn=np.empty(2 * RAKE, np.float32),
        q=np.empty(robot.n + RAKE),
        is_open=np.empty(balls, np.int64),
    )


def _links(tables: Tables) -> Integers:
    """Return the links (t, 3) of the nodes."""
    links = np.zeros((len(tables.nodes), 3), np.int64)
    for node in range(len(links) - 1, -1, -1):
        link, count = tables.nodes[node, LINK : COUNT + 1].astype(int)
        links[node] = (link, count, node + 1) if count else (0, 0, links[link, NEXT])
    return links
