"""The meshes of real arms, as other programs read them."""

from functools import cache

import numpy as np

from tests.shared_data import SHARED, shared_file

FOLDERS = {
    "MH6": "motoman_mh6/meshes/collision",
    "UR5e": "ur5e/meshes/collision",
    "iiwa 14": "kuka_lbr_iiwa14/meshes/collision",
    "Canadarm2": "canadarm2/meshes",
    "Panda": "panda/meshes/collision_stl",
    "UR5": "ur5_mbm/meshes/ur5/collision",
}


@cache
def parts_of(arm):
    """The triangles (t, 3, 3) of every part of an arm."""
    import trimesh

    folder = f"data/robots/{FOLDERS[arm]}"
    names = sorted(path.name for path in (SHARED / folder).glob("*.stl")) or ["missing.stl"]
    return [np.asarray(trimesh.load(shared_file(f"{folder}/{name}")).triangles) for name in names]
