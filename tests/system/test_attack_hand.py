"""The judge of the hand in the attack finds what must not be."""

import math

import msgspec
import numpy as np
import pytest

from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.plan.hand_settings_table import HandSettingsTable
from tests.system.attack_hand import SAMPLE_NS, FeltAccount, settings_of

ZERO = (0.0, 0.0, 0.0)


class Found(list):
    """Rules that were broken."""

    def find(self, at_ns, rule, text):
        self.append(rule)


def judged(*messages):
    found = Found()
    account = FeltAccount(found)
    for message in messages:
        account.take(message, 0)
    return found


def felt(force=ZERO, energy=0.0):
    return HandForce(
        at_ns=0, force=force, torque=ZERO, asked=(), limit="", passed=1.0, p_sent=ZERO, p_received=ZERO,
        delay=7.0, gain=40.0, passive_gain=None, stable_gain=None, energy=energy,
    )  # fmt: skip


def sample(at_ns):
    return HandleSample(
        number=1, sampled_ns=at_ns, p_handle=ZERO, quat_handle=(1.0, *ZERO), dead_man=True,
        left_button=False, right_button=False,
    )  # fmt: skip


def test_every_hand_that_is_drawn_is_one_that_a_file_may_state():
    hands = [settings_of(np.random.default_rng(seed)) for seed in range(100)]
    assert all(msgspec.convert(msgspec.to_builtins(hand), HandSettingsTable) == hand for hand in hands)


@pytest.mark.parametrize(
    ("told", "rules"),
    [
        (felt((30.0, 0.0, 0.0), 0.1), []),
        (felt((36.0, 0.0, 0.0)), ["force"]),
        (felt(energy=-0.03), ["energy"]),
        (felt((math.nan, 0.0, 0.0)), ["number"]),
    ],
)
def test_what_is_felt_is_judged(told, rules):
    assert judged(told) == rules


def test_a_dead_man_counts_no_longer_than_it_was_said_to_be_pressed():
    pressed = HandIntent(p_handle=ZERO, speed=0.0, dead_man=True, at_ns=0)
    assert judged(pressed, sample(DEAD_MAN_NS)) == []
    assert judged(pressed, sample(DEAD_MAN_NS + 2 * SAMPLE_NS)) == ["dead-man"]
