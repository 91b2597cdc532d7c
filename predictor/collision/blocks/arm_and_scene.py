"""Pack an arm and a scene as the kernels of blocks read them (`arm_and_scene_layout`)."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.lanes.chain import chain_of, volumes_in
from predictor.collision.tables import NUMBER, Tables
from predictor.inputs.rigid import fixed
from predictor.model.reach import reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def arm_and_scene(robot: Robot, tables: Tables) -> ArmAndScene:
    """Return both packed for lanes."""
    chain = chain_of(robot)
    row_of = np.argsort(tables.obstacles[:, NUMBER]).astype(np.int64)
    row_of.setflags(write=False)
    return ArmAndScene(
        tree=robot.tree,
        rows=chain.rows,
        base=fixed(chain.T_base_0[:3].T.ravel()),
        volumes=fixed(volumes_in(chain, robot.capsules)),
        tables=tables,
        row_of=row_of,
        reach=reach(robot),
    )
