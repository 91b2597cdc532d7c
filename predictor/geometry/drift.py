"""What a scene's bodies may have drifted beside what is said of them: their shapes, larger by that.

    drift [m/s] of a body  x  age of the model [s]  =  allowance [m] of each shape that stands for it

A body on the arm's own base, and the arm itself, have none unless the scene file says so.  What the stated
motion of a body leaves open is its drift as well: boxes cover the motion, and are larger by the rest.
A mesh that drifts is kept clear of by the boxes that cover it: these grow, and corners of a larger box hold
more than is needed, never less.
"""

from collections.abc import Mapping
from dataclasses import replace

from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.inputs.arrays import read_only


def with_drift(scene: Scene, age_s: float) -> Scene:
    """Return a scene as it is kept clear of when what is known of it is so old [s]."""
    grown = {body.name: body.drift * age_s for body in scene.bodies if body.drift > 0.0}
    if not grown:
        return scene
    return replace(
        scene,
        boxes=tuple(_larger_box(box, grown.get(box.body, 0.0)) for box in scene.boxes),
        capsules=tuple(_larger_capsule(rod, grown.get(rod.body, 0.0)) for rod in scene.capsules),
        meshes=tuple(mesh for mesh in scene.meshes if mesh.body not in grown),
        allowances={shape.name: grown[shape.body] for shape in scene.volumes if shape.body in grown},
    )


def allowance_of(pair: tuple[str, str], allowances: Mapping[str, float]) -> float:
    """Return by how much more than the rest a pair has to keep apart [m]."""
    return max(allowances.get(name, 0.0) for name in pair) if allowances else 0.0


def _larger_box(box: Box, by_m: float) -> Box:
    return replace(box, half=read_only(box.half + by_m)) if by_m else box


def _larger_capsule(rod: Capsule, by_m: float) -> Capsule:
    return replace(rod, radius=rod.radius + by_m) if by_m else rod
