"""Write a mesh as an OBJ file: text that every program reads, and that holds every digit."""

from predictor.geometry.mesh import Mesh


def obj_text(mesh: Mesh) -> bytes:
    """Return the file; corners are counted from 1."""
    corners = (f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist())
    faces = (f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist())
    return "\n".join([*corners, *faces, ""]).encode()
