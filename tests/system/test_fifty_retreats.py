"""Fifty retreats in a row that all push the wrong way end not one millimetre nearer (R10): no ratchet."""

import msgspec
import pytest

from ground.operator.act_tables import RetreatTable
from ground.operator.script.script import ScriptAct
from ground.scenario.scenario import run_settings
from predictor.collision.method import build_world
from predictor.run_model import read_model
from predictor.verdict.escape import EscapeJudge
from telemetry.messages.acts import ActReply
from tests.system.test_escape_flight import SCENARIO, STROKE, Escaped

RETREATS = 50
ONE_MILLIMETRE = 1e-3
TOWARDS = msgspec.structs.replace(STROKE, direction=(0.0, 0.0, -1.0), displacement_m=0.008, for_s=0.3)
LONG_ENOUGH = msgspec.structs.replace(SCENARIO, duration_s=3000.0)
RETREAT = ScriptAct(retreat=RetreatTable(strokes=(TOWARDS,)))

pytestmark = pytest.mark.sweep


class Pushed(Escaped):
    """A flight of retreats that a hand leads nearer, as far as it is let."""

    def __init__(self, retreats):
        self.armings = 0
        super().__init__(*[RETREAT] * retreats, scenario=LONG_ENOUGH)

    def observe(self, at_ns, role, message):
        super().observe(at_ns, role, message)
        if role == "operator" and isinstance(message, ActReply) and message.act == "ArmTeleop":
            self.armings += message.accepted


def nearer(flown):
    """Return by how much the nearest pair has come nearer at any released set-point [m]."""
    model = read_model(run_settings(SCENARIO, seed=1, run_id="pushed"))
    world = build_world(SCENARIO.collision_method, model.robot, model.scene, version=1)
    distances = [world.clearance(point.q, None).distance for _, point in flown.motions]
    return world.clearance(SCENARIO.start_q, None).distance - min(distances)


def test_fifty_retreats_in_a_row_end_not_one_millimetre_nearer():
    flown = Pushed(RETREATS)
    assert flown.armings >= RETREATS and any(not verdict.ok for verdict in flown.verdicts)
    assert 0.0 < nearer(flown) <= ONE_MILLIMETRE


def test_with_a_memory_that_each_rest_renews_ten_of_them_would_come_nearer(monkeypatch):
    def renewed(judge, q, T_world_base):
        before, judge.pairs = judge.pairs, judge._near_pairs(q, T_world_base)
        return judge.pairs != before

    monkeypatch.setattr(EscapeJudge, "on_rest", renewed)
    assert nearer(Pushed(10)) > ONE_MILLIMETRE
