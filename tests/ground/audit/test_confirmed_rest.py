"""Since when the arm is known to rest: all that was released is executed, or is known never to be."""

import pytest

from ground.audit.account import Account
from ground.audit.law import SECOND, Law
from ground.audit.releases import ReleasesAudit
from ground.audit.signs import SignsAudit

LAW = Law(period_ns=SECOND // 4, depth=4, required_m=0.03, configuration=b"", bounds=None)
REFUSED = {"epoch": 7, "seq": 2, "state": "refused", "hold": None, "kind": ""}


def known_rest(*said, executed=(7, 1), latched=False, q=0.0, held=0.0):
    """Return since when the arm rests by one report, after (7, 1), (7, 2) have left and the bridge spoke."""
    account = Account(law=LAW)
    releases, signs = ReleasesAudit(account), SignsAudit(account)
    for seq in (1, 2):
        state = {"q": (0.0,), "qd": (0.0,), "qdd": (0.0,)}
        releases.on_sent_Motion(seq, {"set_point": {"epoch": 7, "seq": seq, "kind": "stop", **state}})
    for body in said:
        signs.on_heard_BridgeReport(3, body, "bridge")
    mode = "latched" if latched else "ready"
    report = {"sampled_ns": 4, "mode": mode, "q": (q,), "hold_q": (held,), "latched": latched}
    numbers = {"executed_epoch": executed[0], "executed": executed[1]}
    signs.on_heard_Telemetry(4, {**report, **numbers}, "bridge")
    return account.confirmed_ns


def test_it_rests_once_the_last_is_executed():
    assert known_rest(executed=(7, 2)) == 4 and known_rest() is None


def test_what_the_bridge_refused_is_not_waited_for():
    assert known_rest(REFUSED) == 4


@pytest.mark.parametrize("change", [{"seq": 1}, {"state": "at bridge"}, {"kind": "operation"}])
def test_no_other_word_of_the_bridge_ends_the_wait(change):
    assert known_rest({**REFUSED, **change}) is None


def test_what_a_latched_spacecraft_will_refuse_is_not_waited_for():
    assert known_rest(latched=True) == 4


def test_latched_it_rests_where_it_is_held_and_nowhere_else():
    assert known_rest(latched=True, q=0.008) == 4 and known_rest(latched=True, q=0.01) is None
    assert known_rest(latched=True, q=0.508, held=0.5) == 4


def test_before_anything_was_commanded_a_latched_arm_rests_where_it_is_held():
    account = Account(law=LAW)
    report = {"sampled_ns": 4, "mode": "latched", "q": (0.2,), "hold_q": (0.2,), "latched": True}
    SignsAudit(account).on_heard_Telemetry(4, {**report, "executed_epoch": 0, "executed": 0}, "bridge")
    assert account.confirmed_ns == 4


def test_a_latched_report_without_joints_shows_no_rest():
    account = Account(law=LAW)
    report = {"sampled_ns": 4, "mode": "latched", "q": (), "hold_q": (), "latched": True}
    SignsAudit(account).on_heard_Telemetry(4, {**report, "executed_epoch": 0, "executed": 0}, "bridge")
    assert account.confirmed_ns is None
