"""`farhand plot`: any recorded figure as a picture or a table; a list of all; one line where it cannot."""

import csv
import json

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.report.figures.course_figure import course_figure
from ground.series.figure_course import FigureCourse
from tests.ground.replay.test_kept_recordings import KEPT

HAND, CUT = str(KEPT / "hand.mcap"), str(KEPT / "pictures.mcap")


def test_without_a_name_every_figure_is_listed_with_its_samples_and_limits(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "140")
    assert main(["plot", HAND]) == DONE
    rows = {line.split("  ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "108 samples" in rows["Telemetry.q[3] [rad]"] and "limits" in rows["Telemetry.q[3] [rad]"]
    assert len(rows) > 300


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure_is_drawn(ending, tmp_path, capsys):
    out = tmp_path / f"q.{ending}"
    assert main(["plot", HAND, "Telemetry.q", "Truth.clearance", "--out", str(out)]) == DONE
    assert out.stat().st_size > 10_000
    assert "Telemetry.q[6] [rad]" in capsys.readouterr().out


def test_a_table_has_each_sample_of_each_figure(tmp_path, capsys):
    out = tmp_path / "q.csv"
    told = tmp_path / "told.json"
    assert main(["plot", HAND, "Telemetry.q[3]", "--out", str(out), "--json", str(told)]) == DONE
    [row] = json.loads(told.read_text())["figures"]
    values = [float(line["value"]) for line in csv.DictReader(out.read_text().splitlines())]
    assert (row["samples"], len(values)) == (108, 108)
    assert (min(values), max(values)) == (row["least"], row["most"])


def course(values, limits):
    t = np.arange(len(values), dtype=float)
    return FigureCourse(name="A.b", unit="m", limits=limits, t=t, values=np.array(values))


@pytest.mark.parametrize(
    ("limits", "drawn"),
    [((0.0,), [0.0]), ((0.0, 9.0), []), ((4.5, 9.0), [4.5]), ((), [])],
    ids=["the only one", "both far", "one near", "none"],
)
def test_a_single_limit_is_drawn_and_of_two_each_that_the_values_come_near(limits, drawn):
    [axes] = course_figure("", [course([5.0, 5.5, 6.0, np.nan], limits)]).axes
    assert [line.get_ydata()[0] for line in axes.lines if line.get_linestyle() == "--"] == drawn


def test_a_line_is_broken_where_nothing_came():
    silent = course([1.0, 2.0, 3.0], ())
    silent.t[2] = 60.0
    [axes] = course_figure("", [silent]).axes
    assert np.isnan(axes.lines[0].get_ydata()).sum() == 1


def test_a_cut_recording_is_drawn_as_far_as_it_goes_and_the_damage_is_told(capsys):
    assert main(["plot", CUT, "Telemetry.q[3]"]) == DONE
    assert "damage     ends within a record" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([HAND, "Telemtry.q[3]"], USAGE, "no figure 'Telemtry.q[3]'; did you mean 'Telemetry.q[3]'"),
        ([HAND, "zzz"], USAGE, "no figure 'zzz'; nothing is named like it"),
        ([HAND, "--out", "q.png"], USAGE, "say what q.png is to show"),
        ([HAND, "Telemetry.q[3]", "--out", "q.gif"], BAD_FILE, "q.gif: its name must end in"),
        (["none.mcap", "Telemetry.q[3]"], BAD_FILE, "none.mcap: cannot be read (no such file)"),
    ],
    ids=["mistyped", "unknown", "nothing to show", "no picture", "no file"],
)
def test_what_cannot_be_drawn_is_one_line(words, code, told, capsys):
    assert main(["plot", *words]) == code
    assert told in capsys.readouterr().err
