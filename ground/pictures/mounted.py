"""Where the cameras of a scenario are, as every role is told, for motions and hands in their frames."""

from collections.abc import Iterable

from ground.pictures.camera import CameraTable
from predictor.model.hand_axes import picture_axes
from predictor.model.quaternions import quaternion_from_axes
from telemetry.agreed.run_settings import CameraMount
from telemetry.plan.hand_frame import HandAxes


def mounted(table: CameraTable) -> CameraMount:
    """Return where a camera is."""
    (rx, ry, rz), (ux, uy, uz) = table.T_mount_camera[:3, :2].T.tolist()
    return CameraMount(
        name=table.name,
        mount=table.mount,
        p_mount_camera=table.position_m,
        right=(rx, ry, rz),
        up=(ux, uy, uz),
    )


def camera_axes(cameras: Iterable[CameraMount]) -> dict[str, HandAxes]:
    """Return in what axes a hand steers in the picture of each camera; one on the platform is a view."""
    return {camera.name: _axes(camera) for camera in cameras}


def _axes(camera: CameraMount) -> HandAxes:
    w, x, y, z = quaternion_from_axes(picture_axes(camera.right, camera.up)).tolist()
    return HandAxes("camera" if camera.mount == "tool" else "view", (w, x, y, z))
