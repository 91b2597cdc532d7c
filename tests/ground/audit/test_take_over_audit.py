"""A lease is taken over at rest or after HOLD, by a person; what else the gate grants is named."""

import pytest

from ground.audit.account import Account, Armed
from ground.audit.authority import AuthorityAudit
from ground.audit.law import SECOND, Law

LAW = Law(period_ns=SECOND // 4, depth=4, required_m=0.03, configuration=b"", bounds=None)
AT_NS = 20 * SECOND
LAST = ((0.0,), (0.0,), (0.0,))


def taken_over(by="console-2", accepted=True, **known):
    """An account in which the lease of `console` is asked for by another, and the gate has answered."""
    account = Account(law=LAW)
    audit = AuthorityAudit(account)
    audit.on_heard_LeaseRequest(AT_NS - SECOND, {"session": 1}, "console")
    account.armed, account.last = Armed("ArmTeleop", "console", AT_NS - SECOND), LAST
    for name, value in known.items():
        setattr(account, name, value)
    audit.on_heard_LeaseRequest(AT_NS, {"session": 2, "take_over": True}, by)
    audit.on_sent_ActReply(AT_NS, {"act": "LeaseRequest", "accepted": accepted, "reason": "", "to": by})
    return account


@pytest.mark.parametrize(
    "known", [{"confirmed_ns": AT_NS - 2 * SECOND}, {"held_by": "console-2"}], ids=["rest", "HOLD"]
)
def test_at_rest_or_after_hold_the_lease_is_the_other_s_and_nothing_is_armed(known):
    account = taken_over(**known)
    assert (account.holder, account.armed, account.findings) == ("console-2", None, [])


def test_in_motion_a_take_over_that_was_granted_is_named():
    (finding,) = taken_over().findings
    assert finding.rule == "lease" and "while the arm moved" in finding.text


def test_a_script_that_was_granted_a_take_over_is_named():
    (finding,) = taken_over(by="operator", confirmed_ns=AT_NS - 2 * SECOND).findings
    assert "script" in finding.text


def test_what_the_gate_refuses_changes_nothing():
    account = taken_over(accepted=False)
    assert (account.holder, account.findings) == ("console", []) and account.armed


def test_another_life_of_a_console_has_armed_nothing():
    account = Account(law=LAW)
    audit = AuthorityAudit(account)
    audit.on_heard_LeaseRequest(AT_NS, {"session": 1}, "console")
    account.armed = Armed("ArmTeleop", "console", AT_NS)
    audit.on_heard_LeaseRequest(AT_NS + 1, {"session": 1}, "console")
    assert account.armed, "a renewal ends nothing"
    audit.on_heard_LeaseRequest(AT_NS + 2, {"session": 2}, "console")
    assert account.armed is None
