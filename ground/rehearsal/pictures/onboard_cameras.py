"""The spacecraft's cameras: when each takes a picture, the work of taking it, and how it is sent.

    control period   0 . . . . 8 . . . . 16 . . . . 25        each camera 4 times each second,
                     a         b         global     a         one after the other

A picture is taken from a snapshot of the joint positions, with data of its own, while the body moves on.

    shards of a      a . . a . . a . . a . .
              b      . b . . b . . b . . b .      sent spread over nearly the time until the next picture
         global      . . c . . c . . c . . c

So the stream is steady, and a burst of losses takes a few packets of each picture instead of many of one.
The price is that a picture is complete by so much later.
"""

import threading
from heapq import heappop, heappush
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.pictures.camera import HEIGHT, RATE, TO_SUN, WIDTH, CameraTable
from ground.rehearsal.body.geoms import RayShapes
from ground.rehearsal.body.mujoco_body import restore
from ground.rehearsal.body.plant import CONTROL_PERIOD_NS, Plant
from ground.rehearsal.pictures.raycast import CameraPose, directions
from ground.rehearsal.pictures.rendering import Optics, Surfaces, render, surfaces, vignette
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot
from predictor.rays.caster import warm
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import Work
from telemetry.messages.images import Image, ImageShard
from telemetry.wire.shards import shards

Array = NDArray[np.float64]

PICTURE_WORK = "picture"
CONTROLS_PER_PICTURE = round(1e9 / RATE) // CONTROL_PERIOD_NS
MOST_WAITING = 12  # pictures of one camera in the making; beyond it the camera skips


class Camera(NamedTuple):
    """One camera on its body."""

    name: str
    sight: RayShapes
    body: int
    T_body_camera: Array  # (4, 4)
    optics: Optics


class Stamp(NamedTuple):
    """What distinguishes one picture of a camera from another."""

    number: int
    sampled_ns: int  # spacecraft clock
    seed: int  # of its noise


_own = threading.local()


def take_picture(places: Array, camera: Camera, stamp: Stamp) -> Image:
    """Return the picture that a camera takes of the spacecraft with everything in these places."""
    model = camera.sight.model
    data = _data(model)
    restore(model, data, places)
    R_world_body = data.xmat[camera.body].reshape(3, 3)
    T = camera.T_body_camera
    eye = CameraPose(data.xpos[camera.body] + R_world_body @ T[:3, 3], R_world_body @ T[:3, :3], TO_SUN)
    pixels = render(camera.sight, data, eye, optics=camera.optics, rng=np.random.default_rng(stamp.seed))
    return Image(
        camera=camera.name,
        number=stamp.number,
        sampled_ns=stamp.sampled_ns,
        width=pixels.shape[1],
        height=pixels.shape[0],
        pixels=pixels.tobytes(),
    )


def _data(model: mujoco.MjModel) -> mujoco.MjData:
    """Return data of this thread for the model: made once, because making it costs as much as 1,000 rays."""
    if getattr(_own, "model", None) is not model:
        _own.model, _own.data = model, mujoco.MjData(model)
    return _own.data


class Cameras:
    """All cameras of a spacecraft."""

    def __init__(
        self,
        plant: Plant,
        robot: Robot,
        scene: Scene,
        *,
        tables: tuple[CameraTable, ...],
        rng: np.random.Generator,
    ) -> None:
        """Mount them; `rng` gives each picture the seed of its noise."""
        self._plant, self._rng = plant, rng
        self._cameras = _mounted(tables, plant.model, robot, scene=scene)
        self._numbers = [0] * len(tables)
        self._waiting = [0] * len(tables)

    def due_works(self, controls: int, spacecraft_ns: int) -> list[Work]:
        """Return the pictures to take in this control period (counted from 1)."""
        phase, n = controls % CONTROLS_PER_PICTURE, len(self._cameras)
        if not n:  # quicker
            return []
        return [
            self._work(index, spacecraft_ns)
            for index in range(n)
            if phase == index * CONTROLS_PER_PICTURE // n and self._waiting[index] < MOST_WAITING
        ]

    def on_picture(self, image: Image) -> None:
        """Take note that a picture is made."""
        self._waiting[[camera.name for camera in self._cameras].index(image.camera)] -= 1

    def _work(self, index: int, spacecraft_ns: int) -> Work:
        self._numbers[index] += 1
        self._waiting[index] += 1
        seed = int(self._rng.integers(2**63))
        stamp = Stamp(self._numbers[index], spacecraft_ns, seed)
        return Work(PICTURE_WORK, take_picture, (self._plant.positions(), self._cameras[index], stamp))


def _mounted(
    tables: tuple[CameraTable, ...], model: mujoco.MjModel, robot: Robot, *, scene: Scene
) -> list[Camera]:
    """Return the cameras, ready: what their rays are compiled to is there; without cameras nothing is."""
    if not tables:
        return []
    sight, look = RayShapes(model), surfaces(model, robot, scene)
    warm()
    return [_camera(table, sight, look, robot=robot) for table in tables]


def _camera(table: CameraTable, sight: RayShapes, look: Surfaces, *, robot: Robot) -> Camera:
    frame, T_body_mount = robot.tool if table.mount == "tool" else (0, np.eye(4))
    rays = directions(WIDTH, HEIGHT, table.fov)
    return Camera(
        name=table.name,
        sight=sight,
        body=sight.model.body(f"frame_{frame}").id,
        T_body_camera=T_body_mount @ table.T_mount_camera,
        optics=Optics(rays, vignette(rays), look),
    )


SPREAD_NS = NS_PER_S // RATE - CONTROL_PERIOD_NS  # from the first shard of a picture to the last, at most


class PictureDownlink:
    """The shards that wait for their turn."""

    def __init__(self) -> None:
        """Start with none."""
        self._waiting: list[tuple[int, int, ImageShard]] = []
        self._put = 0

    def add(self, image: Image, now_ns: int) -> None:
        """Take a picture."""
        made = shards(image)
        for k, shard in enumerate(made):
            self._put += 1
            heappush(self._waiting, (now_ns + k * SPREAD_NS // len(made), self._put, shard))

    def pop_due(self, now_ns: int) -> list[ImageShard]:
        """Return what is to be sent by now, in the order of its time."""
        due = []
        while self._waiting and self._waiting[0][0] <= now_ns:
            due.append(heappop(self._waiting)[2])
        return due
