"""Where the cameras of a scenario are, as every role is told, for motions that are given in their frames."""

from ground.pictures.camera import CameraTable
from predictor.model.spatial import quaternion_from_rotation
from telemetry.run_settings import CameraMount


def mounted(table: CameraTable) -> CameraMount:
    """Return where a camera is."""
    w, x, y, z = quaternion_from_rotation(table.T_mount_camera[:3, :3]).tolist()
    return CameraMount(
        name=table.name,
        mount=table.mount,
        p_mount_camera=table.position_m,
        quat_mount_camera=(w, x, y, z),
    )
