"""Which reports the audit believes: by the clock that was held, until another one is confirmed."""

from ground.audit.account import Account
from ground.audit.law import SECOND, Law
from ground.audit.signs import SignsAudit

LAW = Law(period_ns=SECOND // 4, depth=4, required_m=0.03, configuration=b"", bounds=None)
BODY = {"mode": "ready", "q": (0.0,), "hold_q": (0.0,), "latched": False, "executed_epoch": 0, "executed": 0}
CONFIRM = {"act": "Confirm", "accepted": True}


def believed(*received, confirms_s=None):
    """Whether each report is believed: when it was received, and by how much its stamp is ahead [s]."""
    account, seen = Account(law=LAW), []
    signs = SignsAudit(account)
    for at_s, ahead_s in received:
        if confirms_s is not None and at_s >= confirms_s:
            signs.on_sent_ActReply(round(at_s * SECOND), CONFIRM)
            confirms_s = None
        body = {**BODY, "sampled_ns": round((at_s + ahead_s) * SECOND)}
        signs.on_heard_Telemetry(round(at_s * SECOND), body, "bridge")
        seen.append(account.on_board is body)
    return seen


def each_second(ahead_s, *, begin, end):
    return [(float(at_s), ahead_s) for at_s in range(begin, end)]


def test_a_stray_stamp_from_the_future_is_not_believed_and_makes_no_true_one_old():
    assert believed((0.0, 0.0), (0.5, 9.0), (1.0, 0.0)) == [True, False, True]


def test_a_clock_that_steps_after_it_was_held_is_believed_once_it_is_confirmed():
    received = [*each_second(0.0, begin=0, end=4), *each_second(0.5, begin=4, end=9)]
    assert believed(*received) == [True] * 4 + [False] * 5
    assert believed(*received, confirms_s=7.0) == [True] * 4 + [False] * 3 + [True] * 2


def test_a_clock_that_goes_back_is_believed_once_it_is_confirmed():
    received = [*each_second(0.0, begin=0, end=4), *each_second(-50.0, begin=4, end=9)]
    assert believed(*received, confirms_s=7.0) == [True] * 4 + [False] * 3 + [True] * 2


def test_what_was_held_for_less_than_two_seconds_was_no_clock():
    received = [*each_second(0.0, begin=0, end=2), *each_second(0.5, begin=2, end=6)]
    assert believed(*received) == [True, True, False, False, True, True]


def test_a_clock_that_drifts_is_followed_as_far_as_clocks_drift():
    assert all(believed(*((at_s, 5e-5 * at_s) for at_s in range(0, 20_000, 10))))
    assert not all(believed(*((at_s, 5e-4 * at_s) for at_s in range(0, 20_000, 10))))
