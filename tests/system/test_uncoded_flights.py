"""A flight whose messages go as they are decides what the same flight decides whose messages are coded."""

import hashlib

import msgspec
import numpy as np
import pytest

from ground.faults.ground_faults import (
    Disturbance,
    FailingStore,
    Frozen,
    Killed,
    LateVerdicts,
    SlowStore,
    Stepped,
)
from ground.rehearsal.virtual_flight import Flight, fly
from telemetry.messages.health import RecorderHealth
from telemetry.wire.kinds import pack_message, unpack_message
from tests.short_flights import planned_a_little

ROLES = ("bridge", "predictor", "planner", "gate", "haptics", "operator")
OF_THE_DRIVER = {"speedup": None, "processes": [], "coded": True}
SWEPT = 200


def fault(rng):
    """Return one of the faults that need no octets."""
    role, at_s = str(rng.choice(ROLES)), float(rng.uniform(1.0, 15.0))
    lasting = {"participant": role, "at_s": at_s, "duration_s": float(rng.uniform(0.2, 4.0))}
    share = float(rng.uniform(0.0, 0.5))
    match rng.integers(7):
        case 0:
            return Disturbance(**lasting, drop=share, double=share, late=share, late_s=0.5)
        case 1:
            return Killed(**lasting, keeps_store=bool(rng.integers(2)))
        case 2:
            return Frozen(**lasting)
        case 3:
            return Stepped(participant=role, at_s=at_s, step_s=float(rng.choice([-100.0, -0.5, 0.5, 100.0])))
        case 4:
            return SlowStore(**lasting, write_s=0.3)
        case 5:
            return FailingStore(**lasting, how=str(rng.choice(["refuses", "tears"])))
    return LateVerdicts(**lasting | {"participant": "gate"}, drop=share, late=share, late_s=2.0)


def flown(seed, *, coded, faults=None):
    """Return the summary of a flight with seeded faults, and a digest of all that anybody received in it."""
    rng = np.random.default_rng(seed)
    faults = faults or tuple(fault(rng) for _ in range(1 + seed % 3))
    digest = hashlib.sha256()

    def on_message(at_ns, role, message):
        if not isinstance(message, RecorderHealth):  # it counts records, of which there are fewer
            digest.update(f"{at_ns} {role} ".encode() + pack_message(unpack_message(pack_message(message))))

    scenario = planned_a_little(duration_s=20.0, faults=faults).with_plant("kinematic")
    return fly(scenario, Flight(seed=seed, witness=on_message, coded=coded)), digest.hexdigest()


def compare(seed):
    """Fly one seed both ways, and assert that nothing differs."""
    coded, uncoded = flown(seed, coded=True), flown(seed, coded=False)
    assert (coded[0].coded, uncoded[0].coded) == (True, False)
    assert uncoded[1] == coded[1]
    one, other = (msgspec.structs.replace(flight[0], **OF_THE_DRIVER) for flight in (coded, uncoded))
    assert one == other


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_everybody_receives_the_same_at_the_same_time_coded_or_not(seed):
    compare(seed)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(3, SWEPT))
def test_two_hundred_seeds_with_faults_decide_the_same_coded_or_not(seed):
    compare(seed)


LASTING = {"participant": "gate", "at_s": 1.0, "duration_s": 5.0}


@pytest.mark.parametrize(
    "fault",
    [
        Disturbance(**LASTING, damage=0.1),
        Disturbance(**LASTING, replay=0.1),
        FailingStore(**LASTING | {"participant": "recorder"}, how="refuses"),
    ],
)
def test_a_flight_in_which_a_fault_acts_on_octets_is_coded_whatever_is_asked(fault):
    assert Flight(seed=1, coded=False).is_coded([fault])


def test_a_flight_that_is_recorded_is_coded_whatever_is_asked(tmp_path):
    assert Flight(seed=1, coded=False, recording=tmp_path / "flight.mcap").is_coded([])


def test_other_flights_are_coded_only_if_that_is_asked():
    assert Flight(seed=1).is_coded([])
    assert not Flight(seed=1, coded=False).is_coded([Frozen(**LASTING), Disturbance(**LASTING, drop=0.5)])
