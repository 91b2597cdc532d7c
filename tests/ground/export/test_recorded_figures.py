"""The figures of a recording are its values, each once, as an exported table has them."""

import numpy as np
import pytest

from ground.export.recorded_figures import RecordedFigures
from ground.export.table_files import export_parquet
from ground.run.kept.recorded_run import RecordedRun
from ground.series.figure_course import FigureError, near_names
from tests.ground.replay.test_kept_recordings import KEPT

HAND = KEPT / "hand.mcap"


@pytest.fixture(scope="module")
def figures():
    return RecordedFigures(RecordedRun(HAND))


def test_a_figure_has_its_time_its_values_its_unit_and_its_limits(figures):
    course = figures.course("Telemetry.q[3]")
    assert (course.header, len(course.t), len(course.values)) == ("Telemetry.q[3] [rad]", 108, 108)
    assert np.all(np.diff(course.t) > 0.0) and 0.0 < course.t[0] < course.t[-1] < 11.4
    low, high = course.limits
    assert low < course.values.min() <= course.values.max() < high
    assert not course.values.flags.writeable and not course.t.flags.writeable


def test_the_values_are_those_of_an_exported_table(figures, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    export_parquet(HAND, tmp_path / "tables")
    table = parquet.read_table(tmp_path / "tables" / "Telemetry.parquet")
    for name, header in (
        ("Telemetry.q[3]", "q.joint_3 [rad]"),
        ("Telemetry.rate_base.x", "rate_base.x [rad/s]"),
    ):
        course = figures.course(name)
        assert np.array_equal(course.values, table[header].to_numpy())
        assert course.t == pytest.approx(table["t [s]"].to_numpy(), abs=1e-9)


def test_a_name_without_its_joint_or_axis_is_all_of_them(figures):
    joints = [course.name for course in figures.courses("Telemetry.q")]
    assert joints == [f"Telemetry.q[{i}]" for i in range(1, 7)]
    assert [course.name for course in figures.courses("Telemetry.rate_base")] == [
        f"Telemetry.rate_base.{axis}" for axis in "xyz"
    ]


def test_what_no_screen_receives_is_there_too_and_is_told_apart_by_who_says_it(figures):
    assert {"Truth.clearance", "HandIntent[operator].speed"} <= {*figures.names}
    assert "HandIntent.speed" not in figures.names


def test_what_is_not_asked_for_is_not_kept():
    some = RecordedFigures(RecordedRun(HAND), ["Telemetry.q[3]", "Truth"])
    assert {name.partition(".")[0] for name in some.names} == {"Telemetry", "Truth"}


@pytest.mark.parametrize("name", ["Telemetry.q[7]", "Telemetry", ""])
def test_what_is_not_there_is_told(figures, name):
    with pytest.raises(FigureError, match="no figure"):
        figures.courses(name)


def test_the_names_that_are_offered_hold_what_was_typed_or_end_like_it():
    names = ["Telemetry.q[3]", "Telemetry.qd[3]", "PredictedArm.residual", "Truth.clearance"]
    assert near_names("RESID", names) == ["PredictedArm.residual"]
    assert near_names("clearnce", names)[0] == "Truth.clearance"
    assert near_names("Telemtry.q[3]", names)[0] == "Telemetry.q[3]"
    assert near_names("zzz", names) == []
