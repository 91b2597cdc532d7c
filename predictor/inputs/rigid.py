"""Rotations and mass properties of rigid bodies in robot and scene files, checked; read-only arrays."""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta

from predictor.inputs.arrays import Array, read_only
from telemetry.files.settings import PRINTABLE, FileError

Blame = Callable[[str, str], FileError]  # key, problem -> the error that names the file
Name = Annotated[str, Meta(max_length=64, pattern=PRINTABLE)]
Mass = Annotated[float, Meta(gt=0.0, le=1e6)]  # [kg]
Moment = Annotated[float, Meta(ge=-1e9, le=1e9)]  # [kg m^2]
Tensor = tuple[tuple[Moment, Moment, Moment], tuple[Moment, Moment, Moment], tuple[Moment, Moment, Moment]]

MATRIX_ERROR = 1e-9  # how far R R^T may be from the identity, and a tensor, relatively, from symmetric


def pose_from(
    rotation: Sequence[Sequence[float]], translation: Sequence[float], *, where: str, blame: Blame
) -> Array:
    """Return the pose (4, 4) of a file's rotation rows and translation [m]; blames what is no rotation."""
    R = np.array(rotation)
    if np.abs(R @ R.T - np.eye(3)).max() > MATRIX_ERROR or np.linalg.det(R) < 0.0:
        raise blame(f"{where}.rotation", "must be a rotation: orthonormal rows, right-handed")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, np.array(translation)
    return read_only(T)


def inertia_from(tensor: Tensor, where: str, blame: Blame) -> Array:
    """Return the tensor (3, 3) after the check that some distribution of mass can have it."""
    inertia = np.array(tensor)
    if np.abs(inertia - inertia.T).max() > MATRIX_ERROR * np.abs(inertia).max():
        raise blame(f"{where}.inertia", "must be symmetric")
    least, middle, most = np.linalg.eigvalsh(inertia)
    if not least > 0.0:
        raise blame(f"{where}.inertia", f"must be positive definite; its least moment is {least:.6g}")
    if most > (least + middle) * (1.0 + MATRIX_ERROR):
        raise blame(f"{where}.inertia", f"no body has it: moment {most:.6g} exceeds the sum of the other two")
    return read_only(inertia)
