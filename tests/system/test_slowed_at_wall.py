"""A hand that leans on what is near: the nearer, the slower, and nothing is refused that it asks for."""

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from planner.teleoperation.surroundings import SHRINKS
from predictor.model.kinematics import tool_pose
from telemetry.messages.queue import Queued, RollBack, TeleopSource, Verdict
from tests.nominal_run import MODEL

SEEDS, FEW = range(1, 31), (1, pytest.param(2, marks=pytest.mark.long))
PERIOD_S = 0.25
NEEDLESS_SHARE = 0.01
NEAR_M = 0.02  # beyond the requirement: so near it came
GENTLE = 0.03  # [m/s] from one set-point to the next: never a stop at once


class Lean:
    """What came of a hand that leans on the target, in a direction of its seed."""

    def __init__(self, seed, shared=("clearance",)):
        self.entries, self.verdicts, self.rolled_back = {}, {}, {}
        fly(leaning(seed, shared), Flight(seed=seed, cameras=False, witness=self.on_message, coded=False))

    def on_message(self, at_ns, role, message):
        match message:
            case Queued(entry=entry) if isinstance(entry.source, TeleopSource):
                self.entries[entry.epoch, entry.seq] = entry
            case Verdict() if (message.epoch, message.seq) in self.entries:
                self.verdicts[message.epoch, message.seq] = message
            case RollBack():
                self.rolled_back[message.epoch] = message

    @property
    def speeds(self):
        """How fast the tool goes with each set-point [m/s]."""
        places = [tool_pose(MODEL.robot, entry.state.q)[:3, 3] for entry in self.entries.values()]
        return np.array([np.linalg.norm(b - a) / PERIOD_S for a, b in pairwise(places)])

    @property
    def spare(self):
        """What each verdict found beyond the requirement [m]."""
        return np.array([each.clearance - each.required for each in self.verdicts.values()])


def leaning(seed, shared):
    rng = np.random.default_rng(seed)
    scenario = load("teleop_position")
    [act] = scenario.acts
    direction = (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), -1.0)
    lean = replace(
        act.teleop.strokes[0],
        direction=direction,
        displacement_m=rng.uniform(0.03, 0.06),
        until="time",
        for_s=20.0,
    )
    return replace(
        scenario,
        acts=(replace(act, teleop=replace(act.teleop, strokes=(lean,))),),
        hand=replace(scenario.hand, control="master_slave", shared=shared),
        truth=replace(scenario.truth, plant="kinematic"),
    )


def assert_slowed(lean):
    """Nothing was refused, all was far enough, and the speed fell as the barrier lets it."""
    spare = lean.spare
    assert lean.rolled_back == {} and all(verdict.ok for verdict in lean.verdicts.values())
    assert 0.0 <= spare.min() < NEAR_M
    assert (spare[1:] >= (1.0 - SHRINKS) * spare[:-1]).all()
    assert np.diff(lean.speeds).min() > -GENTLE


@pytest.mark.parametrize("seed", FEW)
def test_a_hand_that_leans_on_a_wall_is_slowed_and_never_stopped(seed):
    assert_slowed(Lean(seed))


@pytest.mark.sweep
def test_in_thirty_directions_it_is_slowed_and_needlessly_held_in_none():
    leans = [Lean(seed) for seed in SEEDS]
    refused = sum(len(lean.rolled_back) for lean in leans)
    assert refused <= NEEDLESS_SHARE * sum(len(lean.entries) for lean in leans)
    assert min(lean.spare.min() for lean in leans) >= 0.0
    for lean in leans:
        assert_slowed(lean)


def test_without_the_rule_the_same_hand_is_rolled_back():
    lean = Lean(FEW[0], shared=())
    assert next(each.reason for each in lean.rolled_back.values()) == "too_close"
