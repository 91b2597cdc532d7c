"""What is drawn of an arm and of what stands around it: meshes where there are any, else their volumes.

    frame with parts to be seen --> their meshes        mesh of the scene --> itself
    frame with parts to be touched alone --> those      box, capsule --> itself, unless it covers a mesh
    frame without any --> its capsules

Where that is too much to draw, a frame is drawn as it is touched, if that has fewer triangles.  Pictures,
screens and exports all draw this.
"""

from collections.abc import Iterable

from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.robot import Part, Robot


def drawn_parts(robot: Robot) -> tuple[Part, ...]:
    """Return the parts of an arm that are drawn, in the order of its file."""
    seen = {part.frame for part in robot.parts if part.is_seen}
    return tuple(part for part in robot.parts if part.is_seen or part.frame not in seen)


def affordable_parts(robot: Robot, most_faces: int) -> tuple[Part, ...]:
    """Return the parts that are drawn where so many triangles can be paid for; there may still be more."""
    drawn = drawn_parts(robot)
    if _faces(drawn) <= most_faces:
        return drawn
    chosen: list[Part] = []
    for frame in dict.fromkeys(part.frame for part in drawn):
        seen = [part for part in drawn if part.frame == frame]
        touched = [part for part in robot.parts if part.frame == frame and part.pieces]
        chosen += touched if touched and _faces(touched) < _faces(seen) else seen
    return tuple(chosen)


def drawn_capsules(robot: Robot) -> list[int]:
    """Return which capsules of an arm are drawn: those of frames without parts."""
    frames = {part.frame for part in robot.parts}
    return [index for index, frame in enumerate(robot.capsules.frame.tolist()) if frame not in frames]


def drawn_volumes(scene: Scene) -> tuple[Box | Capsule, ...]:
    """Return the boxes and capsules of a scene that are bodies by themselves."""
    volumes: tuple[Box | Capsule, ...] = (*scene.boxes, *scene.capsules)
    return tuple(shape for shape in volumes if not shape.cover_of)


def _faces(parts: Iterable[Part]) -> int:
    return sum(len(part.mesh.faces) for part in parts)
