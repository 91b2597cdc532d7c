"""The gate and the way out: a retreat leaves by verdicts on a way out alone, and nothing else by those."""

import math

import pytest
from msgspec.structs import replace

from planner.plans.certificate import seal
from predictor.verdict.escape import EscapeRule
from telemetry.agreed.authority import State
from telemetry.agreed.limits import ESCAPE_FALLS_M, ESCAPE_M_S
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ArmPlan, ArmTeleop
from telemetry.messages.plan import PlanReady
from telemetry.messages.prediction import BrokenMargin
from telemetry.messages.queue import EscapeFigures, HoldNotice, Queued, RollBack
from tests.planner.gate.gate_bench import Bench

GOOD = EscapeFigures(fallen=0.0004, speed=0.008)
BROKEN = (BrokenMargin(pair=("hand", "target_bus"), distance=0.0246),)


class Inside(Bench):
    """A bench whose arm stands nearer than is required; verdicts are on a way out."""

    figures, clearance = GOOD, 0.026

    def world(self, change=0, reason=""):
        return replace(super().world(change, reason), broken=BROKEN)

    def verdict(self, queued, **changes):
        fields = {"escape": self.figures, "clearance": self.clearance}
        return super().verdict(queued, **{**fields, **changes})

    def with_plan(self, *given, **named):
        super().with_plan(*given, **named)
        self.certificate = seal(replace(self.certificate, retreat=True))
        self.give(PlanReady(certificate=self.certificate, duration=3.0, shortest=3.0, moves=1))
        return self

    def retreat_by_plan(self):
        self.resumed().with_plan()
        return self.act(ArmPlan(plan_id="plan", certificate=self.certificate.digest, retreat=True))

    def retreat_by_hand(self):
        self.resumed()
        self.arm_teleop(retreat=True)
        return self.run(3.0)


def test_inside_the_margin_nothing_but_a_retreat_is_armed_and_the_way_out_is_named():
    bench = Inside().resumed().with_plan()
    digest = bench.certificate.digest
    for act in (ArmPlan(plan_id="plan", certificate=digest), ArmTeleop()):
        reply = bench.act(act)
        assert (reply.accepted, reply.reason) == (False, Reason.INSIDE_MARGIN)
        assert "hand and target_bus 24.6 mm apart" in reply.detail and "retreat" in reply.detail


def test_a_plan_that_leads_out_flies_as_retreat_and_its_entries_are_judged_so():
    bench = Inside()
    assert bench.retreat_by_plan().accepted
    bench.run(2.0)
    assert bench.gate.state is State.RETREAT
    assert all(queued.retreat for queued in bench.all(Queued))
    bench.run(4.0)
    assert len(bench.motions("motion")) == len(bench.states) and bench.gate.state is State.REST


def test_a_certificate_of_a_way_out_is_none_for_usual_motion_and_the_other_way_round():
    inside = Inside().resumed()
    Bench.with_plan(inside)
    usual = inside.act(ArmPlan(plan_id="plan", certificate=inside.certificate.digest, retreat=True))
    assert usual.reason == Reason.CERTIFICATE_MISMATCH
    clear = Inside()
    clear.world = lambda change=0, reason="": Bench.world(clear, change, reason)
    clear.resumed().with_plan()
    assert clear.arm_plan().reason == Reason.CERTIFICATE_MISMATCH


def test_where_all_is_clear_there_is_nothing_to_retreat_from():
    bench = Bench().resumed().with_plan()
    reply = bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest, retreat=True))
    assert reply.reason == Reason.CLEAR_AGAIN


@pytest.mark.parametrize(
    "figures",
    [
        None,
        EscapeFigures(fallen=0.00101, speed=0.008),
        EscapeFigures(fallen=0.0004, speed=0.0101),
        EscapeFigures(fallen=0.0004, speed=-0.001),
        EscapeFigures(fallen=math.nan, speed=0.008),
        EscapeFigures(fallen=0.0, speed=math.nan),
    ],
)
def test_the_gate_checks_the_figures_of_a_way_out_itself(figures):
    bench = Inside()
    bench.figures = figures
    bench.retreat_by_plan()
    bench.run(1.0)
    assert bench.motions() == []
    assert bench.last(RollBack).reason == Reason.VERDICT_UNSOUND


@pytest.mark.parametrize(
    "figures",
    [
        EscapeFigures(fallen=ESCAPE_FALLS_M, speed=ESCAPE_M_S),
        EscapeFigures(fallen=0.0, speed=0.0),
        EscapeFigures(fallen=-0.02, speed=0.008),
    ],
)
def test_a_way_out_may_fall_and_move_by_just_what_the_rule_allows(figures):
    bench = Inside()
    bench.figures = figures
    bench.retreat_by_plan()
    bench.run(2.0)
    assert bench.motions() and bench.all(RollBack) == []


def test_a_verdict_on_a_way_out_permits_no_usual_motion_however_clear_it_is():
    bench = Bench()
    usual = bench.verdict
    bench.verdict = lambda queued, **changes: replace(usual(queued, **changes), escape=GOOD)
    bench.resumed().with_plan().arm_plan()
    bench.run(1.0)
    assert bench.motions() == []
    assert bench.last(RollBack).reason == Reason.VERDICT_UNSOUND


def test_a_hand_that_has_led_the_arm_clear_is_stopped_there_and_told_so():
    bench = Inside()
    bench.clearance = 0.04
    bench.retreat_by_hand()
    assert bench.last(HoldNotice).reason == Reason.CLEAR_AGAIN
    assert [point.kind for point in bench.motions()][:2] == ["motion", "stop"]


def test_a_hand_that_has_not_yet_done_so_leads_on():
    assert Inside().retreat_by_hand().gate.state is State.RETREAT


def test_the_dead_man_let_go_ends_a_retreat_by_hand():
    bench = Inside().retreat_by_hand()
    bench.pressed = False
    bench.run(0.2)
    assert bench.gate.state in (State.STOPPING, State.REST)


def test_predictor_and_gate_are_given_one_rule():
    rule = EscapeRule(0.03, ESCAPE_FALLS_M, ESCAPE_M_S)
    assert (rule.falls_m, rule.fastest_m_s) == (0.001, 0.010)
