"""How much a mesh file may hold, so that no file takes longer than 10 s or more than 1 GiB."""

from predictor.geometry.mesh import MeshError

LARGEST_FILE = 64_000_000  # bytes
MOST_TRIANGLES = 500_000


def check_triangles(count: int) -> None:
    """Raise a MeshError if a file has more triangles than are of use for collision."""
    if count > MOST_TRIANGLES:
        raise MeshError(
            f"holds {count:,} triangles, at most {MOST_TRIANGLES:,} are read; export it with fewer"
        )
