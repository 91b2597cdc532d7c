"""A rehearsal flown by another exact collision method over the same volumes ends the same."""

import msgspec
import pytest

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load

OF_THE_RUN = ("speedup", "processes", "recording")


def flown(method):
    summary = fly(
        msgspec.structs.replace(load("observation_pass"), collision_method=method),
        Flight(seed=1, coded=False),
    )
    certificates = [msgspec.structs.replace(row, digest="", method="") for row in summary.certificates]
    return msgspec.structs.replace(summary, certificates=certificates, **dict.fromkeys(OF_THE_RUN))


@pytest.mark.sweep
@pytest.mark.parametrize("method", ["capsule_tree", "scs_projection"])
def test_a_rehearsal_by_this_method_is_flown_as_by_capsules(method):
    found = flown(method)
    assert found.ok
    assert found == flown("capsules")


@pytest.mark.sweep
@pytest.mark.parametrize("method", ["convex", "obb", "mesh"])
def test_a_rehearsal_by_convex_bodies_or_triangles_ends_as_it_is_to(method):
    assert flown(method).ok
