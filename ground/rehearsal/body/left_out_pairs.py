"""What a scene's mounts leave out, looked at all the same: by the exact triangles of limb and body.

    limb with parts, body that rides on the arm's base     their triangles, as `predictor.collision` has them
    limb that is capsules alone, body that goes by itself or is a load of the arm's, triangles that
    touch where the run begins                             not judged, and told so by not being told

MuJoCo touches convex pieces, so it cannot judge what overlaps by its pieces.  No pair changes faster than
its levers say: what was far away is not measured again until it may be near.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.plant import Touch, TrueClearance
from predictor.collision.method import CollisionWorld, build_world
from predictor.geometry.shapes import Scene
from predictor.model.mounts import Mounting
from predictor.model.robot import Capsules, Robot

Array = NDArray[np.float64]
Pair = tuple[str, str]

METHOD = "mesh"


class LeftOutPairs:
    """The pairs that can be judged; they never touch at the start."""

    def __init__(
        self, robot: Robot, scene: Scene, left_out: Sequence[Mounting], *, start_q: Sequence[float]
    ) -> None:
        """Find them, and look at them once."""
        pairs = {m[:2]: found for m in left_out if (found := _pairs(robot, scene, m))}
        self._world = _world(robot, scene, pairs)
        while self._world is not None and not self._world.clearance(start_q).distance > 0.0:
            touching = self._world.clearance(start_q).pair
            pairs = {named: found for named, found in pairs.items() if touching not in found}
            self._world = _world(robot, scene, pairs)
        self.judged: tuple[Pair, ...] = tuple(pairs)
        self._q, self._bound = np.array(start_q), -np.inf

    def contacts(self, q: Array) -> list[Touch]:
        """Return the deepest pair that touches at q (n,), if any does."""
        return [Touch(pair, -depth) for depth, pair in self._measured(q, below=0.0) if depth <= 0.0]

    def clearance(self, q: Array) -> list[TrueClearance]:
        """Return the least signed distance at q (n,); empty: there is nothing to judge."""
        return self._measured(q, below=np.inf)

    def _measured(self, q: Array, *, below: float) -> list[TrueClearance]:
        """Measure, unless the distance is surely above a bound."""
        if self._world is None:
            return []
        self._bound -= float(self._world.levers @ np.abs(q - self._q))
        self._q = q.copy()
        if self._bound > below:
            return []
        found = self._world.clearance(q)
        self._bound = found.distance
        return [TrueClearance(*found)]


def _pairs(robot: Robot, scene: Scene, mounting: Mounting) -> list[Pair]:
    """Return what physics does not watch because of a mount: all of the limb's frame and all of the shape.

    Of each frame one capsule stands for all of its parts.
    """
    frames = dict(zip(robot.capsules.names, robot.capsules.frame.tolist(), strict=True))
    frame = frames[mounting.capsule]
    is_pieced = any(part.frame == frame and part.pieces for part in robot.parts)
    if frame == 0 or not is_pieced or mounting.freedom.goes_by_itself:
        return []
    limb = next(name for name, its in frames.items() if its == frame)
    known = {shape.name for shape in scene.volumes}  # what a load is made of is none of the scene's
    return [(limb, volume) for volume in mounting.volumes if volume in known]


def _world(robot: Robot, scene: Scene, pairs: dict[Pair, list[Pair]]) -> CollisionWorld | None:
    """Return the triangles of these pairs alone; None: there are none."""
    kept = {pair for found in pairs.values() for pair in found}
    if not kept:
        return None
    limbs, shapes = {limb for limb, _ in kept}, {shape for _, shape in kept}
    around = _shapes(scene, shapes)
    mounts = tuple((limb, s.name) for limb in limbs for s in around.volumes if (limb, s.name) not in kept)
    return build_world(METHOD, _limbs(robot, limbs), replace(around, mounts=mounts))


def _limbs(robot: Robot, names: set[str]) -> Robot:
    """Return the arm with the frames of these capsules alone."""
    own = robot.capsules
    rows = [row for row, name in enumerate(own.names) if name in names]
    frames = own.frame[rows]
    capsules = Capsules(
        names=tuple(own.names[row] for row in rows),
        frame=frames,
        p0=own.p0[rows],
        p1=own.p1[rows],
        radius=own.radius[rows],
    )
    parts = tuple(part for part in robot.parts if part.frame in frames)
    return replace(robot, capsules=capsules, parts=parts, self_pairs=robot.self_pairs[:0])


def _shapes(scene: Scene, names: set[str]) -> Scene:
    """Return the scene with these volumes alone, and the meshes that they cover."""
    boxes = tuple(box for box in scene.boxes if box.name in names)
    rods = tuple(rod for rod in scene.capsules if rod.name in names)
    covered = {shape.cover_of for shape in boxes} | {shape.cover_of for shape in rods}
    meshes = tuple(mesh for mesh in scene.meshes if mesh.name in covered)
    return replace(scene, boxes=boxes, capsules=rods, meshes=meshes)
