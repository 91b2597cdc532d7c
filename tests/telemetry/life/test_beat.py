"""The beat: on its grid whenever it is asked for, and never twice in one period."""

from telemetry.life.beat import BEAT_NS, PeriodicBeat
from telemetry.messages.health import Beat

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
