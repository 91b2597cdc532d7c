"""Scenes with a mesh for tests: an L of two bricks, written as an OBJ file beside the scene file."""

from pathlib import Path

import numpy as np

from predictor.geometry.primitive_meshes import box_mesh
from predictor.geometry.shapes import Box
from tests.nominal_run import SCENE

BRICKS = (((0.5, 0.0, 0.0), (0.5, 0.1, 0.1)), ((0.1, 0.0, 0.5), (0.1, 0.1, 0.6)))  # centre, half edges [m]
STATION = (
    '\n[[mesh]]\nname = "station"\nbody = "base"\nfile = "meshes/l.obj"\ntranslation = [0.9, 0.9, 0.4]\n'
)


def write_l(path: Path) -> Path:
    """Write the L, one arm of 1.0 m along x and one of 1.1 m along z."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines, before = [], 1
    for centre, half in BRICKS:
        T = np.eye(4)
        T[:3, 3] = centre
        mesh = box_mesh(Box(name="", body="", T_base_box=T, half=np.array(half)))
        lines += [f"v {x} {y} {z}" for x, y, z in mesh.vertices.tolist()]
        lines += [f"f {a} {b} {c}" for a, b, c in (mesh.faces + before).tolist()]
        before += len(mesh.vertices)
    path.write_text("\n".join(lines) + "\n")
    return path


def write_scene(folder: Path, more: str = STATION) -> Path:
    """Write the shipped scene with something more, and the L beside it; return the scene file."""
    write_l(folder / "meshes" / "l.obj")
    scene = folder / "scene.toml"
    scene.write_text(Path(SCENE).read_text() + more)
    return scene
