"""The parts of the shared training scene, made again from their description, each about its own z axis."""

import json
from functools import cache
from itertools import pairwise

import numpy as np

from tests.shared_data import shared_file

FACETS = {"arm": 64}  # around the axis; station modules have 96
STATION_FACETS, DOME_RINGS = 96, 12


@cache
def parts():
    """The rows of the scene: group, name, desc, and what is known of their volumes."""
    return tuple(json.loads(shared_file("data/scenes/underwater_training/scene.json").read_text())["parts"])


def turned_profile(profile, facets):
    """The triangles (t, 3, 3) of a body of revolution, closed at both ends; profile: rows of radius and z."""
    angles = 2.0 * np.pi * np.arange(facets) / facets
    rings = [
        np.column_stack([r * np.cos(angles), r * np.sin(angles), np.full(facets, z)]) for r, z in profile
    ]
    first, last = (np.tile([0.0, 0.0, profile[end][1]], (facets, 1)) for end in (0, -1))
    triangles = []
    for low, high in pairwise([first, *rings, last]):
        following, above = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        triangles += [np.stack([low, following, above], axis=1), np.stack([low, above, high], axis=1)]
    return np.concatenate(triangles)


def _profile(desc):
    if desc["shape"] == "cylinder":
        r, z = desc["diameter"] / 2.0, desc["length"] / 2.0
        return [(r, -z), (r, z)]
    if desc["shape"].startswith("tube"):
        r, wide, z = desc["diameter"] / 2.0, desc["collar_diameter"] / 2.0, desc["length"] / 2.0
        inner = z - desc["collar_length"]
        return [(wide, -z), (wide, -inner), (r, -inner), (r, inner), (wide, inner), (wide, z)]
    r, z, dome = desc["diameter"] / 2.0, desc["cylinder_length"] / 2.0, desc["dome_height"]
    rise = np.linspace(0.0, np.pi / 2.0, DOME_RINGS + 1)[:-1]
    upper = [(r * np.cos(a), z + dome * np.sin(a)) for a in rise] + [(0.0, z + dome)]
    return [(radius, -height) for radius, height in reversed(upper)] + upper


def triangles_of(part):
    """The triangles (t, 3, 3) of a part."""
    import trimesh

    desc = part["desc"]
    if desc["shape"] == "box":
        mesh = trimesh.creation.box(desc["size"])
        return np.asarray(mesh.triangles)
    if "sphere" in desc["shape"]:
        return np.asarray(trimesh.creation.icosphere(2, desc["diameter"] / 2.0).triangles)
    return turned_profile(_profile(desc), FACETS.get(part["group"], STATION_FACETS))


def content(triangles):
    """The volume that closed triangles enclose [m^3]: the sum of the pyramids above the origin."""
    a, b, c = triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0
