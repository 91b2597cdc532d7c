"""The beat: on its grid whenever it is asked for, and never twice in one period."""

import msgspec
import pytest

from telemetry.life.beat import BEAT_NS, PeriodicBeat, PollWord
from telemetry.messages.acts import GoNoGo
from telemetry.messages.health import Beat
from telemetry.messages.queue import GateStatus
from tests.telemetry.wire.test_codec import example

MS = 1_000_000


def instants(beating, asked_ns):
    return [now_ns for now_ns in asked_ns if beating.take_due(now_ns)]


def test_a_role_that_ticks_a_hundred_times_a_second_beats_five_times():
    beats = instants(PeriodicBeat("predictor", b""), range(0, 1000 * MS, 10 * MS))
    assert beats == [0, 200 * MS, 400 * MS, 600 * MS, 800 * MS]


def test_after_a_stall_there_is_one_beat_and_the_next_one_is_on_the_grid_again():
    beating = PeriodicBeat("gate", b"")
    assert instants(beating, (0, 3 * BEAT_NS + 7, 3 * BEAT_NS + 8)) == [0, 3 * BEAT_NS + 7]
    assert beating.due_ns == 4 * BEAT_NS


def test_the_beat_says_who_lives_and_for_which_configuration():
    (effect,) = PeriodicBeat("haptics", b"agreed").take_due(0)
    assert effect.message == Beat(role="haptics", configuration=b"agreed")


@pytest.mark.parametrize(
    ("poll", "is_ready", "said"),
    [
        ((("planner", None),), True, [True]),
        ((("planner", False),), True, [True]),
        ((("planner", True),), True, []),
        ((("planner", None),), False, []),
        ((("console", None),), True, []),
        ((), True, []),
    ],
)
def test_a_process_says_go_once_it_is_ready_and_is_asked_in_vain(poll, is_ready, said):
    status = msgspec.structs.replace(example(GateStatus), poll=poll)
    answers = PollWord("planner").answers(status, is_ready=is_ready)
    assert [effect.message.go for effect in answers if isinstance(effect.message, GoNoGo)] == said
