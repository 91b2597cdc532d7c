"""Where the cameras of a scenario are, as every role is told, for motions that are given in their frames."""

from ground.pictures.camera import CameraTable
from telemetry.run_settings import CameraMount


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
