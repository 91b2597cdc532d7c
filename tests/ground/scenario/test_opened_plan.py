"""What a plan is opened to: its parts in order, what leads the hand before them, where legs start."""

from pathlib import Path

from ground.scenario.opened_plan import open_plan
from tests.ground.commands.test_verify_command import FIXTURES, SURVEY


def kinds(opened):
    return [(part.step, part.kind) for part in opened.parts]


def test_fixtures_of_a_plan_stand_before_its_first_part(tmp_path):
    led = tmp_path / "led.toml"
    led.write_text(SURVEY + FIXTURES)
    plain, opened = open_plan("survey", scenario=None), open_plan(str(led), scenario=None)
    assert kinds(opened) == [(1, "fixtures"), *kinds(plain)]
    assert [each.fixture_id for each in opened.parts[0].fixtures] == ["along", "bus"]


def test_at_a_scenario_s_station_a_plan_keeps_its_fixtures(tmp_path):
    led = tmp_path / "led.toml"
    led.write_text(SURVEY + FIXTURES)
    opened = open_plan(str(led), scenario="observation_pass")
    assert opened.parts[0].fixtures[1].frame == "target"
    assert Path(opened.settings.scene_file).stem == "adjacent_target"


def test_the_first_leg_alone_is_told_where_it_starts():
    legs = [part for part in open_plan("survey", scenario=None).parts if part.moves]
    assert [leg.start is None for leg in legs] == [False, True, True]
    assert not any(leg.refused for leg in legs)
