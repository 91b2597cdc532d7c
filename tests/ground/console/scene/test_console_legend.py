"""What is written at the bottom of the scene: how the platform has moved, with its age."""

import msgspec
from scene_bench import BODIES, NOW, PLANE, flown_state, turned
from screen_bench import arm

from ground.console.scene.legend import FIXED_BASE_TEXT, legend_entries
from ground.console.scene.scene_look import scene_look
from ground.console.scene.viewpoints import SKY
from telemetry.messages.prediction import BasePose


def base_words(*predicted, **changes):
    state = flown_state()
    for told in predicted:
        state.on_message(told, NOW)
    look = scene_look(BODIES, state.snapshot(NOW), NOW)._replace(**changes)
    return [entry for entry in legend_entries(look, {SKY}, PLANE) if not entry.width]


def test_a_base_that_is_bolted_to_the_ground_is_said_to_be_fixed():
    assert [entry.words for entry in base_words(floats=False)] == [FIXED_BASE_TEXT]


def test_the_turn_of_the_platform_is_told_as_seen_with_its_age_and_as_predicted():
    now, commanded = (BasePose(p_world_base=(0.0, 0.0, 0.0), quat_world_base=turned(x)) for x in (0.1, 0.2))
    seen, predicted = base_words(msgspec.structs.replace(arm(NOW), base_now=now, base_commanded=commanded))
    assert seen.words.startswith("platform turned 0.0° since T+") and seen.words.endswith(", 3.5 s ago")
    assert predicted.words == "platform 5.7° now, 11.5° commanded"


def test_a_turn_that_is_too_old_is_struck():
    assert [entry.is_struck for entry in base_words(seen_is_stale=True)] == [True]
