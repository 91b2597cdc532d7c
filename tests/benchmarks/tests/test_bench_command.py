"""A benchmark measures, tells it as JSON of a stable shape, and only informs unless told to be strict."""

import json
import re

import pytest

from ground.command_list import DONE, FAILED, USAGE
from ground.run.kept.usage_error import UsageError
from tests.benchmarks.__main__ import BENCHMARKS, main
from tests.benchmarks.peers.asked import needed
from tests.benchmarks.questions.start import Start, Took

KEYS = ["id", "case", "ours", "ours_us", "peer", "peer_us", "ratio", "spread", "target", "ok", "note"]


@pytest.mark.real_time
def test_a_quick_run_gives_rows_of_a_stable_shape(capsys):
    assert main(["collision", "--quick", "--line", "F3", "--case", "station, at", "--json"]) == DONE
    written = capsys.readouterr()
    told = json.loads(written.out)
    assert "F3 station, at random: " in written.err, "each row at once, for a run that is ended"
    assert [*told] == ["head", "rows"]
    assert {"machine", "cores", "versions", "date", "commit"} <= {*told["head"]}
    assert [row["case"] for row in told["rows"]] == ["station, at random"]
    for row in told["rows"]:
        assert [*row] == KEYS
        assert row["ours_us"] > 0.0


def test_a_first_answer_is_held_against_a_time_cold_and_warm():
    cold, warm = Start("first verdict", Took(9.0, 9.0), Took(0.5, 3.0)).rows()
    assert (cold["ok"], warm["ok"]) == (False, True)
    assert [row["ok"] for row in Start("a whole rehearsal", Took(9.0, 9.0), Took(2.0, 2.0)).rows()] == [
        None,
        None,
    ]


@pytest.mark.real_time
@pytest.mark.parametrize(("ok", "code"), [(False, FAILED), (None, DONE), (True, DONE)])
def test_only_a_strict_run_fails_by_a_missed_line(monkeypatch, capsys, ok, code):
    row = dict.fromkeys(KEYS) | {"id": "F3", "case": "station", "note": "", "ok": ok}
    row["target"] = {"words": "", "us": None, "ratio": None}
    monkeypatch.setattr("tests.benchmarks.speed.rows_of", lambda *asked: [row])
    asked = ["collision", "--quick", "--line", "F3"]
    assert main(asked) == DONE
    assert main([*asked, "--strict"]) == code
    assert ("MISSED" in capsys.readouterr().out) is (ok is False)


@pytest.mark.sweep
@pytest.mark.real_time
def test_the_gate_s_work_is_told_of_each_release_among_the_boxes_that_are_asked_for(capsys):
    assert main(["gate", "--boxes", "30", "--json"]) == DONE
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["id"], row["case"], row["target"]["us"]) == ("F22", "30 boxes", None)
    assert row["ours_us"] > 0.0 and "releases of a pass" in row["note"]


def test_without_a_name_every_benchmark_is_listed_and_a_wrong_one_is_told_with_the_nearest(capsys):
    assert main([]) == DONE
    listed = capsys.readouterr().out
    assert [name for name in BENCHMARKS if f"  {name} " not in listed] == []
    assert main(["ray"]) == USAGE
    assert "unknown benchmark 'ray'; did you mean 'rays'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("gate", "--boxes"),
        ("truth", "--scenes"),
        ("truth", "--moves"),
        ("truth", "--first-seed"),
        ("hand", "--runs"),
        ("hand", "--first-seed"),
        ("planning", "--every"),
        ("planning", "--peer-every"),
        ("planning", "--most-s"),
        ("haptics", "--seconds"),
    ],
)
@pytest.mark.parametrize("wrong", ["x", ""])
def test_a_wrong_value_is_one_line_with_its_option(capsys, name, option, wrong):
    assert main([name, f"{option}={wrong}"]) == USAGE
    told = capsys.readouterr().err
    assert told.startswith(f"farhand: {option} {wrong!r} is no ") and told.count("\n") == 1


def test_a_peer_that_is_not_installed_is_told_with_the_extra_that_brings_it():
    with pytest.raises(UsageError, match=r"nobody is not installed; `pip install '\.\[peers\]'`"):
        needed("nobody:plan")


def test_without_a_screen_the_console_is_drawn_flat_or_not_at_all(monkeypatch, capsys):
    monkeypatch.setattr("tests.benchmarks.console.has_screen", lambda: False)
    assert main(["console"]) == USAGE
    assert "give --flat, or put `xvfb-run -a` before it" in capsys.readouterr().err


@pytest.mark.real_time
@pytest.mark.gl
@pytest.mark.parametrize("view", [["--flat"], []])
def test_the_console_s_pictures_are_timed(monkeypatch, capsys, view):
    from tests.benchmarks.questions import console_frames

    monkeypatch.setattr(console_frames, "FRAMES", 3)
    monkeypatch.setattr(console_frames, "FIRST", 1)
    assert main(["console", *view, "--part", "frames", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert [*told["frames"]] == ["view", "frames_per_s", "wall_ms", "processor_ms"]
    assert told["frames"]["wall_ms"] > 0.0


@pytest.mark.real_time
@pytest.mark.gl
def test_a_day_of_figures_is_kept_and_looked_at(monkeypatch, capsys):
    from tests.benchmarks.questions import console_history

    monkeypatch.setattr(console_history, "HOUR_S", 20)
    monkeypatch.setattr(console_history, "SPANS_S", (60,))
    monkeypatch.setattr(console_history, "TURNS", 2)
    assert main(["console", "--flat", "--part", "history"]) == DONE
    told = capsys.readouterr().out
    assert re.search(r"24 h of \d{3} figures at 10 Hz", told) and "from hour 1 to 8" in told
    assert told.count("at most (50)") == 2
