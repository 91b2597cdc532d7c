"""What the screens are told of cameras and sun, in a rehearsal and in its replay."""

import msgspec
import numpy as np

from ground.console.facts.settings import NO_SURROUNDINGS, Goal, consoles, observers, with_around
from ground.pictures.camera import TO_SUN, CameraTable
from ground.rehearsal.scenario_info import about_rehearsal, around_of, recorded_around
from ground.scenario.scenario import load, run_settings
from telemetry.life.contract import RoleSpec

SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="")
CAMERA = CameraTable(
    name="global",
    mount="platform",
    position_m=(0.0, -3.0, 1.0),
    look_at_m=(0.0, 0.0, 0.0),
    up=(0.0, 0.0, 1.0),
    fov_deg=40.0,
)
OTHERS = msgspec.structs.replace(SCENARIO, cameras=(CAMERA,))


def test_a_rehearsal_tells_where_its_sun_stands_and_which_cameras_it_has():
    told = around_of(OTHERS, cameras=True)
    assert np.allclose(told.to_sun, TO_SUN)
    assert told.cameras == (CAMERA,)
    assert around_of(OTHERS, cameras=False).cameras == ()


def test_a_recording_tells_the_same():
    for scenario in (SCENARIO, OTHERS, load("reach_behind_antenna")):
        assert recorded_around(about_rehearsal(scenario, RUN)) == around_of(scenario, cameras=True)


def test_a_rehearsal_tells_the_goals_of_its_hand():
    (goal,) = around_of(load("reach_behind_antenna"), cameras=False).goals
    assert goal.tolerance == 0.01 and len(goal.place) == 3
    assert around_of(SCENARIO, cameras=False).goals == ()


def test_of_a_flight_nobody_here_knows_the_sun():
    assert (
        recorded_around(msgspec.structs.replace(about_rehearsal(OTHERS, RUN), mode="live")) == NO_SURROUNDINGS
    )


def test_every_screen_of_a_run_is_told_and_nobody_else():
    other = RoleSpec("gate", "gate", RUN)
    around = around_of(OTHERS, cameras=True)
    first, *screens = with_around([other, *consoles(RUN), *observers(RUN)], around)
    assert first is other
    assert [screen.settings.around for screen in screens] == [around] * len(screens)
    assert len(screens) == 6


def test_a_person_is_told_the_task_and_where_a_tube_is_to_lead_the_hand():
    led = load("fixture_around_panel")
    told = around_of(led, cameras=True)
    assert told.goals == (Goal(place=(1.037, 0.5, 0.15), tolerance=0.03),)
    assert "Behind the panel is a goal" in told.task
    assert recorded_around(about_rehearsal(led, RUN)) == told
