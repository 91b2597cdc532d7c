"""A plan that is watched: ten times as fast, paused, stepped, rewound; its certificate in words."""

import msgspec
import numpy as np
import pytest
from scene_bench import BODIES, HOME, MIDWAY, NOW, RUN, THERE, S, flown_state, plan

from ground.console.motion.preview import Preview
from ground.console.texts import theme
from ground.console.texts.plan_words import certificate_words
from telemetry.messages.plan import Evidence
from telemetry.messages.prediction import CollisionState

PLAN = plan()


def watched(seconds=0.0):
    preview = Preview()
    preview.show_plan(PLAN)
    preview.play_or_pause(NOW)
    preview.go_on(NOW + round(seconds * S))
    return preview


def test_nothing_is_watched_before_somebody_asks_for_it():
    preview = Preview()
    preview.show_plan(PLAN)
    assert (preview.pose, preview.at_s, preview.duration_s) == (None, None, 10.0)


def test_a_second_of_watching_is_ten_of_the_plan():
    assert watched(0.3).at_s == pytest.approx(3.0)
    assert watched(0.0).pose == HOME


def test_the_ghost_stops_where_the_plan_ends_and_begins_again_from_there():
    preview = watched(1.7)
    assert (preview.at_s, preview.is_playing, preview.pose) == (10.0, False, THERE)
    preview.play_or_pause(NOW)
    assert (preview.at_s, preview.is_playing) == (0.0, True)


def test_between_two_told_poses_the_ghost_stands_between_them():
    preview = watched()
    preview.go_to(0.5 * (preview._times[3] + preview._times[4]))
    assert preview.pose == pytest.approx(np.mean([PLAN.path[2], PLAN.path[3]], axis=0))


def test_poses_are_taken_at_the_times_that_the_plan_tells():
    timed = msgspec.structs.replace(PLAN, path=(MIDWAY, THERE), path_s=(8.0, 10.0))
    preview = Preview()
    preview.show_plan(timed)
    preview.go_to(8.0)
    assert preview.pose == MIDWAY


def test_who_pauses_steps_or_rewinds_stands_there():
    preview = watched(0.3)
    preview.play_or_pause(NOW)
    preview.go_on(NOW + S)
    assert preview.at_s == pytest.approx(3.0)
    preview.step(-0.25)
    assert (preview.at_s, preview.is_playing) == (pytest.approx(2.75), False)
    preview.go_to(-5.0)
    assert preview.at_s == 0.0


def test_another_plan_begins_unwatched_and_a_plan_that_is_gone_has_no_ghost():
    preview = watched(0.3)
    preview.show_plan(msgspec.structs.replace(PLAN))
    assert preview.at_s is None
    preview.show_plan(None)
    preview.play_or_pause(NOW)
    assert (preview.pose, preview.duration_s) == (None, 0.0)


def collisions(world):
    return CollisionState(
        at_ns=NOW, world=world, level="clear", required=0.03, scene=None, itself=None, uncertainty=None,
        at_least=None, ahead=None, skipped=0,
    )  # fmt: skip


def fresh_plan(**changes):
    evidence = Evidence(
        robot=b"r", scene=b"s", limits=b"l", method="capsules", required=0.03, set_point=12, at=3.25
    )
    given = {"configuration": RUN.configuration, "evidence": evidence, "digest": bytes(16), **changes}
    return msgspec.structs.replace(PLAN, certificate=msgspec.structs.replace(PLAN.certificate, **given))


def words(ready, *heard):
    return certificate_words(flown_state(ready, *heard).snapshot(NOW), RUN, BODIES.robot)


def test_a_fresh_certificate_tells_where_the_plan_comes_nearest():
    told = words(fresh_plan(), collisions(1))
    assert told.colour == theme.GOOD
    assert told.text.startswith("certificate 00000000 is fresh: nearest ")
    assert "80.0 mm at 3.2 s (30.0 mm required; capsules)" in told.text


@pytest.mark.parametrize(
    ("ready", "world", "said"),
    [
        (fresh_plan(), 2, "for a world that has changed since; plan or arm again"),
        (fresh_plan(configuration=b"other"), 1, "another model"),
        (
            fresh_plan(start_q=(0.1, *HOME[1:])),
            1,
            "(joint 1 by 5.73 deg); plan again",
        ),
    ],
)
def test_a_stale_certificate_tells_why_and_what_to_do(ready, world, said):
    told = words(ready, collisions(world))
    assert told.colour == theme.BAD
    assert "is STALE" in told.text and said in told.text


def test_while_the_predictor_is_silent_nobody_says_that_a_certificate_counts():
    assert "not known, the predictor is silent" in words(fresh_plan()).text
