"""Who has the handle, as screens are told: five times a second, with how old the hand's word is."""

from haptics.device import HandleReading
from haptics.whose_hand import OWNER_NS, HandleOwner
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.handle import UPRIGHT, HandleSample

READING = HandleReading(
    p_handle=(0.0, 0.0, 0.0), quat_handle=UPRIGHT, dead_man=True, left_button=False, right_button=False
)


def told(hand, now_ns, intent_ns=None):
    sample = HandleSample(
        number=1, sampled_ns=now_ns, p_handle=(0.0, 0.0, 0.0), quat_handle=UPRIGHT, dead_man=True,
        left_button=False, right_button=False,
    )  # fmt: skip
    return hand.take_due(sample, READING, holder="console", device=None, intent_ns=intent_ns)


def test_it_is_told_when_it_is_due_and_not_before():
    hand = HandleOwner()
    assert [len(told(hand, now_ns)) for now_ns in (0, OWNER_NS - 1, OWNER_NS, OWNER_NS + 1)] == [1, 0, 1, 0]


def test_the_age_of_the_hand_is_told_and_that_of_a_stamp_ahead_is_none():
    ages = [
        told(HandleOwner(), NS_PER_S, intent_ns)[0].age for intent_ns in (None, NS_PER_S // 2, 2 * NS_PER_S)
    ]
    assert ages == [None, 0.5, 0.0]
