"""How the commanded tool kept to a tube: the same however few of its poses are kept."""

import math

import msgspec

from ground.report.facts import guides
from ground.report.facts.guides import Guides
from ground.scenario.scenario import load, run_settings
from predictor.run_model import read_model
from telemetry.messages.fixture import Bend, Fixture
from telemetry.messages.joint_state import JointState
from tests.ground.report.test_progress_lines import PLAN

RUN = run_settings(load("fixture_around_panel"), seed=1, run_id="test")
HOME = read_model(RUN).robot.home_q
REST = (0.0,) * len(HOME)
TUBE = Fixture(
    fixture_id="tube", kind="tube", configuration=b"", world=1, radius=0.01,
    bends=(Bend((0.0, 0.0, 0.0)), Bend((1.0, 0.0, 0.0))),
)  # fmt: skip


def led_through(angles):
    found = Guides(RUN)
    found.on_message(0.0, TUBE)
    for angle in angles:
        last = JointState(q=(HOME[0] + angle, *HOME[1:]), qd=REST, qdd=REST)
        found.on_message(1.0, msgspec.structs.replace(PLAN, last=last))
    return found


def test_of_the_poses_in_a_tube_only_how_far_they_were_beyond_it_is_kept(monkeypatch):
    angles = [math.sin(0.3 * k) for k in range(20)]
    whole = led_through(angles)
    monkeypatch.setattr(guides, "WAITING_MAX", 4)
    kept = led_through(angles)
    assert len(kept._poses) < 4 < len(whole._poses)
    assert kept.most_beyond_wall() == whole.most_beyond_wall() > 0.0
    assert kept.distance_from_end() == whole.distance_from_end()
