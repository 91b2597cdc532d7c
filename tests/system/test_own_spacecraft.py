"""A spacecraft that is nothing of this project, made by a page of the guide, flies a shipped scenario."""

import numpy as np
import pytest

from ground.rehearsal import virtual_flight
from ground.rehearsal.roles import roles
from ground.rehearsal.virtual_flight import Flight, fly
from ground.run.run_plan import FAR_END
from ground.scenario.scenario import load
from ground.scenario.scenario_files import data_folder
from predictor.model.files.robot_file import read_robot
from predictor.motion import stop as stop_law
from telemetry.messages.joint_state import JointState
from tests.reference import receiver
from tests.system.relayed_receiver import Relay

ONE_NANORADIAN = 1e-9
RELAY = "tests.system.relayed_receiver:build"


@pytest.fixture
def far_end(monkeypatch):
    """Put the receiver at the far end of each rehearsal."""

    def with_receiver(*given, **options):
        return [
            spec._replace(role=RELAY) if spec.participant == FAR_END else spec
            for spec in roles(*given, **options)
        ]

    monkeypatch.setattr(virtual_flight, "roles", with_receiver)


def test_short_link_is_flown_to_its_end_plan_and_hand_over_the_octets_of_a_pass(far_end):
    summary = fly(load("short_link"), Flight(seed=1, coded=False))
    assert [(each.text, each.reason) for each in summary.findings if each.severity == "failure"] == [
        ("contacts_max is None, expected 0", "nothing was measured")
    ], "all holds but what this spacecraft has no measure of"
    assert summary.commands["confirmed"] > 40
    arm = Relay.newest.spacecraft.arm
    assert (arm.refusal, arm.mode, list(arm.waiting)) == ("", "ready", [])
    assert arm.executed[0] > 1, "set-points of the plan, and of the hand in an epoch of its own"


def test_its_stop_is_the_one_that_the_ground_has_swept():
    rng, limits = np.random.default_rng(1), read_robot(data_folder() / "robots/shiyan7_like.toml").limits
    rows = zip(limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max, strict=True)
    rows, speed, acceleration = list(rows), np.array(limits.qd_max), np.array(limits.qdd_max)
    for _ in range(100):
        qd, qdd = (list(rng.uniform(-most, most)) for most in (speed, acceleration))
        state = ([0.0] * len(rows), qd, qdd)
        known = stop_law.stop(JointState(*map(tuple, state)), limits, 0.25)
        found = receiver.stop(state, rows)
        assert len(found) == len(known)
        assert np.allclose(found, [list(map(list, row)) for row in known], rtol=0.0, atol=ONE_NANORADIAN)
