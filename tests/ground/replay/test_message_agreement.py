"""What was heard and what is said again: in order, octet for octet, or figures that nobody can tell apart."""

import msgspec

from ground.replay.message_agreement import is_near, message_agreement
from telemetry.messages.handle import HandIntent
from telemetry.messages.prediction import World
from telemetry.recording.records.sent_messages import ReceivedMessage
from telemetry.wire.codec import pack_message


def world(version):
    return World(version=version, configuration=b"")


def hand(speed):
    return HandIntent(p_handle=(0.1, 0.2, 0.3), speed=speed, dead_man=True)


def heard(*numbered):
    return [ReceivedMessage(number, 5, "gate", type(m).__name__, pack_message(m)) for number, m in numbered]


def test_messages_that_nobody_on_record_heard_are_passed_over():
    found = message_agreement(heard((1, world(1)), (4, world(4))), [world(k) for k in range(1, 6)])
    assert (found.compared, found.unheard, found.difference) == (2, 3, None)


def test_a_message_may_not_come_later_than_its_number_says():
    found = message_agreement(heard((1, world(1)), (2, world(9))), [world(1), world(2), world(9)])
    assert (found.compared, found.difference.what) == (1, "World to gate")


def test_messages_that_are_all_alike_hide_none_of_another_kind():
    beats = [world(1)] * 6
    again = [*beats, world(7)]
    found = message_agreement(heard((1, beats[0]), (2, beats[0]), (6, beats[0]), (7, world(7))), again)
    assert (found.compared, found.unheard, found.difference) == (4, 3, None)


def test_what_was_heard_before_the_last_thing_on_record_must_be_said_again():
    found = message_agreement(heard((1, world(1)), (2, world(2))), [world(1)], known_until_ns=6)
    assert found.difference is not None


def test_a_message_that_is_not_said_again_is_a_difference():
    found = message_agreement(heard((1, world(1)), (2, world(2))), [world(1)])
    assert found.difference.now == "nothing of the kind"


def test_after_the_last_thing_on_record_of_a_killed_life_nothing_is_compared():
    found = message_agreement(heard((1, world(1)), (2, world(2))), [world(1)], known_until_ns=5)
    assert (found.compared, found.beyond, found.difference) == (1, 1, None)


def test_figures_of_another_processor_agree_and_are_told():
    found = message_agreement(heard((1, hand(0.1))), [hand(0.1 + 1e-15)])
    assert (found.compared, found.by_figures, found.difference) == (1, 1, None)


def test_figures_that_differ_by_more_are_a_difference():
    found = message_agreement(heard((1, hand(0.1))), [hand(0.1 + 1e-11)])
    assert found.difference is not None


def test_near_values_have_the_same_shape_and_the_same_words():
    assert is_near({"a": [1.0, "x"]}, {"a": [1.0 + 1e-13, "x"]})
    assert not is_near({"a": 1.0}, {"b": 1.0})
    assert not is_near([1.0], [1.0, 2.0])
    assert not is_near(1.0, "1.0")


def test_a_key_that_nobody_says_is_a_difference():
    (said,) = heard((1, world(1)))
    added = msgspec.msgpack.encode({**msgspec.msgpack.decode(said.payload), "laid_aside": None})
    assert message_agreement([said._replace(payload=added)], [world(1)]).difference is not None
