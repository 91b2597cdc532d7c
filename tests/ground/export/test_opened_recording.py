"""A recording as it is asked from Python: arrays, lists, pictures, and one table in memory."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from ground.export import opened_recording
from ground.export.opened_recording import OpenedRecording
from ground.run.kept.usage_error import UsageError
from ground.series.figure_course import FigureError
from telemetry.files.settings import FileError
from telemetry.messages.acts import Disarm
from tests.ground.export.export_bench import picture, short_pass
from tests.ground.replay.test_kept_recordings import KEPT


@pytest.fixture(scope="module")
def hand():
    return OpenedRecording(KEPT / "hand.mcap")


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    said = short_pass()
    said.show(0.55, picture(number=2), without=range(20))
    said.show(0.6, picture(number=3))
    said.say(0.1, Disarm())  # the tap of its process was late
    return OpenedRecording(said.recorded(tmp_path_factory.mktemp("opened") / "short.mcap"))


def test_a_figure_is_read_only_arrays_with_its_unit_and_limits(hand):
    figure = hand.figure("Telemetry.q[3]")
    assert (figure.unit, figure.t.dtype, figure.values.dtype) == ("rad", np.float64, np.float64)
    assert len(figure.t) == len(figure.values) == 108 and len(figure.limits) == 2
    with pytest.raises(ValueError, match="read-only"):
        figure.values[0] = 0.0


def test_a_name_without_its_joint_is_all_of_them_and_so_not_one_figure(hand):
    assert [each.name[-3:] for each in hand.figures("Telemetry.q")] == [f"[{i}]" for i in range(1, 7)]
    with pytest.raises(ValueError, match=r"'Telemetry.q' is 6 figures, the first 'Telemetry.q\[1\]'"):
        hand.figure("Telemetry.q")


def test_a_name_that_is_not_there_is_offered_what_other_messages_hold(hand):
    hand.figures("Telemetry.q[1]")
    with pytest.raises(FigureError, match=r"no figure 'clearance'; did you mean 'Truth\.clearance'"):
        hand.figures("clearance")


def test_every_figure_is_named_and_without_a_name_all_are_read(hand):
    assert len(hand.names) > 300
    assert [each.name for each in hand.figures()] == hand.names


def looks(monkeypatch):
    """How often the file is looked through for figures."""
    found, own = [], opened_recording.RecordedFigures
    monkeypatch.setattr(
        opened_recording, "RecordedFigures", lambda *asked: found.append(asked) or own(*asked)
    )
    return found


def test_the_file_is_looked_through_again_only_for_other_messages(monkeypatch):
    recording, found = OpenedRecording(KEPT / "hand.mcap"), looks(monkeypatch)
    recording.figures("Telemetry.q", "Truth.clearance")
    recording.figures("Telemetry.qd[1]")
    assert len(found) == 1
    recording.figures("PredictedArm.residual")
    recording.figures("Truth.clearance")
    assert len(found) == 2


def test_commands_have_their_life_in_seconds(hand):
    confirmed = [each for each in hand.commands if each.state == "confirmed"]
    assert confirmed and {each.kind for each in confirmed} >= {"motion"}
    for each in confirmed:
        assert each.since_s["confirmed"] >= each.since_s["released"] >= each.t_s
        assert each.since_s["lost"] is None


def test_events_come_in_order_of_time(short):
    at_s = [event.t_s for event in short.events]
    assert at_s == sorted(at_s) and len(at_s) > 10
    assert "asks to end the arming" in [event.text for event in short.events if event.t_s == 0.1]
    assert {event.level for event in short.events} >= {"INFO", "WARNING", "ERROR"}


def test_pictures_are_arrays_and_what_is_missing_is_black(short):
    whole, torn, last = short.pictures("global")
    assert (whole.pixels.shape, whole.pixels.dtype, whole.missing) == ((240, 320), np.uint8, 0.0)
    assert whole.pixels.tobytes() == picture().pixels and whole.t_s == pytest.approx(0.2)
    assert torn.missing > 0.0 and not torn.pixels[:40].any()
    assert [whole.number, torn.number, last.number] == [1, 2, 3]


def test_pictures_are_of_one_camera_and_an_unknown_one_is_told(short):
    assert [*short.pictures("hand_eye_a")] == []
    assert len([*short.pictures()]) == 3
    with pytest.raises(ValueError, match="no camera 'globl'; did you mean 'global'"):
        short.pictures("globl")


def test_a_table_is_a_frame_in_one_line(hand):
    frame = pd.read_parquet(hand.parquet("Telemetry"))
    assert np.array_equal(frame["q.joint_3 [rad]"], hand.figure("Telemetry.q[3]").values)
    assert pl.read_parquet(hand.parquet("events")).height == len(hand.events)
    with pytest.raises(ValueError, match="no table 'telemetry'; did you mean 'Telemetry'"):
        hand.parquet("telemetry")


def test_commands_and_events_are_frames_too(hand):
    assert pd.DataFrame(hand.commands)["t_s"].is_monotonic_increasing
    assert pl.DataFrame(hand.events).columns == ["t_s", "level", "sender", "text"]


def test_without_its_library_a_table_says_what_brings_it(hand, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install '.\[parquet\]'"):
        hand.parquet("Telemetry")


def test_a_cut_recording_is_read_as_far_as_it_goes_and_says_so():
    cut = OpenedRecording(KEPT / "pictures.mcap")
    assert cut.damage.startswith("ends within a record")
    assert len(cut.figure("Telemetry.q[1]").t) > 0


def test_what_is_no_recording_is_told_as_it_is_opened(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        OpenedRecording(tmp_path / "none.mcap")
    (tmp_path / "text.mcap").write_text("no recording")
    with pytest.raises(FileError, match="not a valid MCAP file"):
        OpenedRecording(tmp_path / "text.mcap")
