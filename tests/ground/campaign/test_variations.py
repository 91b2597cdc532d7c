"""What a campaign varies, and how a wrong range is told."""

import pytest

from ground.campaign.variations import check_variations, read_variation, with_values
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import FileError
from tests.ground.campaign.flights import short_scenario


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dealy=2..9", "did you mean 'delay'"),
        ("delay=9..2", "has to go up"),
        ("delay=2..2", "has to go up"),
        ("delay=2", "is no KEY=FROM..TO"),
        ("delay=a..b", "are not both numbers"),
        ("delay=nan..3", "has to go up"),
        ("depth=2.5..4", "is a whole number"),
    ],
)
def test_a_wrong_range_is_one_line_that_says_what_is_wrong(text, problem):
    with pytest.raises(UsageError, match=problem) as told:
        read_variation(text)
    assert text in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", ["loss=0..2", "jitter_s=0..5", "depth=1..4", "delay=0..3"])
def test_a_range_that_the_scenario_cannot_have_is_told_before_anything_flies(text, tmp_path):
    with pytest.raises(FileError, match=r"cannot be flown with|jitter"):
        check_variations("short_link", short_scenario(tmp_path), [read_variation(text)])


def test_a_key_is_varied_once(tmp_path):
    with pytest.raises(UsageError, match="given twice"):
        check_variations("short_link", short_scenario(tmp_path), [read_variation("loss=0..0.1")] * 2)


def test_a_delay_is_half_up_and_half_down_and_gives_the_pass_more_time(tmp_path):
    own = short_scenario(tmp_path)
    varied = with_values(own, {"delay": 7.0})
    assert (varied.link.up_s, varied.link.down_s) == (3.5, 3.5)
    assert varied.duration_s == own.duration_s + 60.0


def test_a_value_of_a_seed_depends_on_no_other_variation():
    loss = read_variation("loss=0..0.05")
    assert [loss.drawn(seed) for seed in (1, 2)] == [loss.drawn(seed) for seed in (1, 2)]
    assert loss.drawn(1) != loss.drawn(2)


def test_a_whole_number_is_drawn_from_all_of_its_range():
    depth = read_variation("depth=2..4")
    assert {depth.drawn(seed) for seed in range(40)} == {2.0, 3.0, 4.0}
