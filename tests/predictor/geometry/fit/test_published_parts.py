"""The parts of the shared training scene: volumes and fill ratios are the ones that it lists."""

import pytest

from predictor.geometry.fit.methods import fit
from predictor.geometry.fit.solid import solid_of_triangles
from predictor.geometry.fit.volumes import BoundingCapsule
from tests.predictor.geometry.fit.training_parts import content, parts, triangles_of

LISTED = 1e-4  # [m] to which axis ends and radii are listed
A_TENTH_OF_A_POINT = 1e-3
RATIOS = {"core_module": 0.8266, "node_module": 0.9662, "lab_module": 0.9290, "arm": 0.4921}


@pytest.fixture(scope="module")
def fitted():
    """Every part with its triangles and its fit; parts of the same description are fitted once."""
    known = {}
    for part in parts():
        key = str(part["desc"])
        if key not in known:
            triangles = triangles_of(part)
            known[key] = triangles, fit(solid_of_triangles(triangles), "capsule-by-box").volume
    return [(part, *known[str(part["desc"])]) for part in parts()]


def test_axis_ends_and_radii_are_the_listed_ones(fitted):
    for part, triangles, volume in fitted:
        listed = part["bv"]
        assert volume.kind == listed["type"], part["name"]
        assert volume.radius == pytest.approx(listed["radius"], abs=LISTED), part["name"]
        if isinstance(volume, BoundingCapsule):
            ends = sorted([volume.p0, volume.p1], key=lambda end: end[2])
            assert ends[0] == pytest.approx([0.0, 0.0, listed["z0"]], abs=LISTED), part["name"]
            assert ends[1] == pytest.approx([0.0, 0.0, listed["z1"]], abs=LISTED), part["name"]
        assert volume.margins(triangles.reshape(-1, 3)).min() >= 0.0


@pytest.mark.parametrize("group", RATIOS)
def test_fill_ratios_are_the_listed_ones(fitted, group):
    rows = [(triangles, volume) for part, triangles, volume in fitted if part["group"] == group]
    true = sum(content(triangles) for triangles, _ in rows)
    assert true / sum(volume.volume for _, volume in rows) == pytest.approx(
        RATIOS[group], abs=A_TENTH_OF_A_POINT
    )
