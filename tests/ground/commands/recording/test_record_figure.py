"""`farhand record figure`: each figure of a flight from its recording, for both rules of the queue."""

from types import SimpleNamespace

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.commands.recording.record_figure import FIGURES
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.figures.queue_figure import filled_queue_figure
from ground.report.flown_course import read_course
from ground.scenario.scenario import load


@pytest.fixture(scope="module", params=["watermark", pytest.param("refill", marks=pytest.mark.long)])
def flown(request, tmp_path_factory):
    """A flight of `extra_delay` with n_d 2 by a rule, and its recording."""
    recording = tmp_path_factory.mktemp("flown") / "run.mcap"
    scenario = load("extra_delay").with_depth(2)
    summary = fly(scenario, Flight(seed=1, cameras=False, recording=recording, policy=request.param))
    return SimpleNamespace(
        policy=request.param, summary=summary, recording=recording, course=read_course(recording)
    )


def test_the_arm_is_led_to_the_target_rolled_back_and_away_by_either_rule(flown):
    assert [row.name for row in flown.summary.expectations if not row.ok] == []
    assert len(flown.course.rolled_back_s) == 1


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "force"])
def test_each_figure_is_drawn(flown, name, tmp_path):
    picture = tmp_path / f"{name}.png"
    assert main(["record", "figure", name, str(flown.recording), "--out", str(picture)]) == DONE
    assert picture.stat().st_size > 10_000


def test_the_screen_springs_back_at_once_to_where_the_stop_ends(flown):
    at_s, shown, sent = flown.course.rolled_back_s[0], flown.course.shown, flown.course.sent
    before = [q for t, q in zip(shown.at_s, shown.q, strict=True) if t < at_s][-1]
    after = next(q for t, q in zip(shown.at_s, shown.q, strict=True) if t >= at_s + 0.02)
    rest = [q for t, q in zip(sent.at_s, sent.q, strict=True) if t < at_s + 3.0][-1]
    assert max(abs(a - b) for a, b in zip(after, rest, strict=True)) < 1e-9
    assert max(abs(a - b) for a, b in zip(before, rest, strict=True)) > 1e-3


def test_the_queue_is_shown_full_before_the_roll_back_and_empty_after_it_with_the_stop_leaving(flown):
    at_s, depth = flown.course.rolled_back_s[0], flown.course.depth
    assert len(flown.course.waiting(at_s - 0.1)) == depth + (flown.policy == "refill")
    assert flown.course.waiting(at_s + 0.1) == []
    told = [text.get_text() for text in filled_queue_figure(flown.course).axes[0].texts]
    assert "roll-back" in told and "stop" in told


def test_a_flight_without_a_roll_back_has_nothing_that_springs_back(flown):
    flown.course.rolled_back_s, kept = [], flown.course.rolled_back_s
    with pytest.raises(ValueError, match="holds no roll-back"):
        filled_queue_figure(flown.course)
    flown.course.rolled_back_s = kept


def test_a_file_that_is_no_recording_is_told_in_one_line(tmp_path, capsys):
    (tmp_path / "a.mcap").write_bytes(b"nothing")
    assert main(["record", "figure", "queue", str(tmp_path / "a.mcap")]) == BAD_FILE
    assert "a.mcap" in capsys.readouterr().err
