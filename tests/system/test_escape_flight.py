"""An arm that begins nearer than is required gets out, by plan and by hand, and then flies as usual."""

import msgspec
import pytest

from ground.operator.act_tables import PlanTable, RetreatTable
from ground.operator.script.script import ScriptAct
from ground.scenario.scenario import load
from ground.scenario.scenario_table import LinkTable
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.acts import ActReply
from telemetry.messages.queue import GateStatus, HoldNotice, Verdict
from tests.system.test_failed_joint import Flown

replace = msgspec.structs.replace
SCENARIO = load("escape")
BY_HAND, BY_PLAN, AS_USUAL = SCENARIO.acts
STROKE = BY_HAND.retreat.strokes[0]
REQUIRED, STARTS = 0.030, 0.0246


class Escaped(Flown):
    """One flight: its verdicts and the states of its gate."""

    def __init__(self, *acts, scenario=SCENARIO):
        self.verdicts, self.states, self.notices, self.replies = [], [], [], []
        truth = replace(scenario.truth, plant="kinematic", link_offset_m=0.0)
        super().__init__(replace(scenario, acts=acts, truth=truth, link=LinkTable(up_s=0.5, down_s=0.5)))

    def observe(self, at_ns, role, message):
        super().observe(at_ns, role, message)
        if role == "gate" and isinstance(message, Verdict):
            self.verdicts.append(message)
        elif role == "operator" and isinstance(message, GateStatus) and message.state not in self.states[-1:]:
            self.states.append(message.state)
        elif role == "operator" and isinstance(message, HoldNotice):
            self.notices.append(message.reason)
        elif role == "operator" and isinstance(message, ActReply):
            self.replies.append(message)

    @property
    def ways_out(self):
        return [verdict for verdict in self.verdicts if verdict.escape]


@pytest.fixture(scope="module")
def as_shipped():
    return Escaped(*SCENARIO.acts)


@pytest.fixture(scope="module")
def by_hand_alone():
    stroke = replace(STROKE, for_s=30.0)
    return Escaped(ScriptAct(retreat=RetreatTable(strokes=(stroke,))))


def test_by_hand_a_little_then_by_plan_it_comes_out_and_flies_as_usual(as_shipped):
    assert as_shipped.facts.script.completed
    assert [state for state in as_shipped.states if state in ("retreat", "plan")] == [
        "retreat", "retreat", "plan"
    ]  # fmt: skip


def test_no_pair_comes_nearer_than_it_began_and_no_point_goes_faster_than_a_centimetre_a_second(as_shipped):
    found = as_shipped.ways_out
    assert len(found) > 20 and all(verdict.ok for verdict in found)
    assert found[0].clearance == pytest.approx(STARTS, abs=1e-6)
    assert found[-1].clearance > REQUIRED
    assert max(verdict.escape.fallen for verdict in found) < 0.001
    assert 0.001 < max(verdict.escape.speed for verdict in found) <= 0.010


def test_a_verdict_on_a_way_out_is_told_apart_from_every_usual_one(as_shipped):
    usual = [verdict for verdict in as_shipped.verdicts if verdict.ok and not verdict.escape]
    assert usual and min(verdict.clearance for verdict in usual) >= REQUIRED


def test_what_is_remembered_stays_as_it_was_first_and_goes_once_all_is_clear(as_shipped):
    told = [world.broken for _, world in as_shipped.worlds]
    first = next(broken for broken in told if broken)
    assert first[0].distance == pytest.approx(STARTS, abs=1e-6)
    assert {broken for broken in told if broken} == {first} and told[-1] == ()


def test_by_hand_alone_it_comes_out_and_the_gate_ends_the_retreat_there(by_hand_alone):
    assert by_hand_alone.facts.script.completed
    assert Reason.CLEAR_AGAIN in by_hand_alone.notices
    assert by_hand_alone.ways_out[-1].clearance > REQUIRED


def test_without_a_retreat_it_stays_where_it_is_and_is_told_the_way_out():
    usual = replace(AS_USUAL, plan=PlanTable(moves=AS_USUAL.plan.moves, attempts=1))
    stuck = Escaped(usual)
    assert not stuck.facts.script.completed
    assert cause(Reason.INSIDE_MARGIN) in stuck.facts.script.detail
    assert cure(Reason.INSIDE_MARGIN) in stuck.facts.script.detail
    assert stuck.motions == []
