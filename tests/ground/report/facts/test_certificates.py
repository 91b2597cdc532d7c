"""A run's certificates: which were made, which were armed, which were stale by then."""

import pytest

from ground.report.facts.certificates import Certificates, as_lines
from telemetry.messages.acts import ActReply, ArmPlan
from tests.ground.operator.fake_gate import plan_ready


def answered(reason=""):
    """A plan that was made, and armed if there is no reason not to."""
    certificates, ready = Certificates(), plan_ready("act-1.1")
    certificates.on_plan_ready(1.0, ready)
    certificates.on_arm_plan(ArmPlan(plan_id="act-1.1", certificate=ready.certificate.digest, number=4))
    reply = ActReply(act="ArmPlan", accepted=not reason, reason=reason, detail="", to="operator", number=4)
    certificates.on_act_reply(2.5, reply)
    return certificates


def test_a_plan_that_was_armed_tells_when_and_how_near_it_comes():
    (row,) = answered().rows
    assert (row.plan_id, row.made_s, row.armed_s, row.refused) == ("act-1.1", 1.0, 2.5, "")
    assert as_lines([row]) == ["certified  1 plan armed; act-1.1 nearest: 200 mm between hand and target"]


@pytest.mark.parametrize("reason", ["world_changed", "start_mismatch"])
def test_a_certificate_that_was_stale_is_told_with_its_reason(reason):
    (row,) = answered(reason).rows
    assert (row.armed_s, row.refused) == (None, reason)
    assert as_lines([row]) == []
