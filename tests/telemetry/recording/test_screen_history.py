"""What a screen has to be told to know what it knew at an instant: no less, and not all that there was."""

from itertools import pairwise

import msgspec
import pytest

from telemetry.messages.acts import Lease
from telemetry.messages.health import Beat
from telemetry.messages.images import ImagePacket, ImageStatus
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.queue import GateStatus, HoldNotice
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.screen_history import BULK, CLOCK_S, KeptMessage, ScreenHistory
from tests.telemetry.wire.test_codec import example

S = 1_000_000_000


def at(*seconds):
    return [round(each * S) for each in seconds]


def instants(*told, bulk=()):
    """Keep (instant [s], message, sender) and (instant [s], name of the bulk)."""
    kept = ScreenHistory()
    for number, (at_s, message, sender) in enumerate(told, 1):
        kept.on_message(KeptMessage(round(at_s * S), number, message), sender)
    for at_s, name in bulk:
        kept.on_bulk(name, at(at_s))
    kept.close()
    return kept


def told_at(kept, at_s):
    return [each.at_ns for each in kept.known_at(round(at_s * S))]


def status(camera, number):
    return msgspec.structs.replace(example(ImageStatus), camera=camera, number=number)


@pytest.mark.parametrize("kind", [Lease, HoldNotice, GateStatus])
def test_all_that_makes_history_is_told_and_nothing_of_later(kind):
    kept = instants(*((k, example(kind), "gate") for k in range(10)))
    assert told_at(kept, 6.5) == at(0, 1, 2, 3, 4, 5, 6)


def test_of_a_state_the_newest_second_is_told():
    kept = instants(*((k / 10, example(Beat), "planner") for k in range(100)))
    assert told_at(kept, 5.05) == at(*(4 + k / 10 for k in range(11)))


def test_who_has_fallen_silent_long_ago_is_told_too():
    kept = instants((1.0, example(Beat), "planner"), *((k, example(Beat), "bridge") for k in range(2, 90)))
    assert told_at(kept, 80.0) == at(1, 79, 80)


def test_each_camera_has_a_status_of_its_own():
    kept = instants((1.0, status("a", 0), "image_monitor"), (50.0, status("b", 0), "image_monitor"))
    assert told_at(kept, 60.0) == at(1, 50)


def test_of_telemetry_enough_is_told_to_see_each_silence_and_the_clock():
    times = [*(k / 10 for k in range(50)), *(20 + k / 10 for k in range(400))]
    kept = instants(*((at_s, example(Telemetry), "bridge") for at_s in times))
    told = told_at(kept, 50.0)
    assert {*at(0, 4.9, 20)} <= {*told}
    assert [each for each in told if each >= (50.0 - CLOCK_S) * S] == at(*(36 + k / 10 for k in range(141)))
    silences = [later - earlier for earlier, later in pairwise(told)]
    assert [silence for silence in silences if silence > S // 2] == at(15.1)
    assert len(told) < 190


def test_what_is_read_again_is_the_end_of_the_bulk_however_long_ago_it_was():
    arm, packet = PredictedArm.__name__, ImagePacket.__name__
    kept = instants(bulk=[*((k, arm) for k in range(20)), *((k / 2, packet) for k in range(20))])
    spans = {span.name: span for span in kept.spans(50 * S)}
    assert list(spans[arm][:2]) == at(19 - BULK[arm], 19)
    assert (spans[packet].from_ns, spans[packet].until_ns) == (
        round((9.5 - BULK[packet]) * S),
        round(9.5 * S),
    )


def test_a_camera_that_has_stood_still_is_read_where_its_last_picture_came_with_the_clock_of_then():
    frozen = [(k, status("a", 4 if k >= 5 else k), "image_monitor") for k in range(60)]
    reports = [(k / 10, example(Telemetry), "bridge") for k in range(600)]
    kept = instants(*frozen, *reports, bulk=[(59.0, ImagePacket.__name__)])
    assert (4 * S - S, 4 * S) in [span[:2] for span in kept.spans(59 * S)]
    assert len([each for each in told_at(kept, 59.0) if each <= 4 * S]) == 41
