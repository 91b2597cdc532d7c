"""What stands behind a record that was not written is taken back once, and then the log may work again."""

from planner.gate.set_points.stream import Released
from planner.gate.set_points.write_ahead import Unsent, WriteAhead
from telemetry.messages.acts import ActReply

RECORD = Released(epoch=1, seq=0, state=None, execute_at_ns=0)
ACCEPTED = ActReply(act="ArmPlan", accepted=True, reason="", detail="", to="person")


def test_where_nothing_was_said_a_failure_takes_nothing_back():
    ahead = WriteAhead()
    assert ahead.on_record_failed() == Unsent()
    ahead.take_back_acts()
    assert ahead.take_output() == []


def test_an_act_is_taken_back_once_however_many_records_fail():
    ahead = WriteAhead()
    ahead.log(RECORD)
    ahead.send(ACCEPTED)
    ahead.take_output()
    for answers in (1, 0):
        ahead.on_record_failed()
        ahead.take_back_acts()
        assert [reply.accepted for reply in ahead.take_output()] == [False] * answers


def test_after_a_failure_records_come_last_until_somebody_tries_again():
    ahead = WriteAhead()
    ahead.on_record_failed()
    ahead.log(RECORD)
    assert (ahead.take_output(), ahead.take_late()) == ([], [RECORD])
    ahead.try_again()
    ahead.log(RECORD)
    assert (ahead.take_output(), ahead.take_late()) == ([RECORD], [])
