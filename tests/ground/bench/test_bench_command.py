"""`farhand bench` measures, tells it as JSON of a stable shape, and only informs unless told to be strict."""

import json

import pytest

from ground.bench.start import Start, Took
from ground.cli import DONE, FAILED, main

KEYS = ["id", "case", "ours", "ours_us", "peer", "peer_us", "ratio", "spread", "target", "ok", "note"]


def test_a_quick_run_gives_rows_of_a_stable_shape(capsys):
    assert main(["bench", "collision", "--quick", "--line", "F3", "--case", "station, at", "--json"]) == DONE
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


@pytest.mark.parametrize(("ok", "code"), [(False, FAILED), (None, DONE), (True, DONE)])
def test_only_a_strict_run_fails_by_a_missed_line(monkeypatch, capsys, ok, code):
    row = dict.fromkeys(KEYS) | {"id": "F3", "case": "station", "note": "", "ok": ok}
    row["target"] = {"words": "", "us": None, "ratio": None}
    monkeypatch.setattr("ground.commands.bench_speed.rows_of", lambda *asked: [row])
    asked = ["bench", "collision", "--quick", "--line", "F3"]
    assert main(asked) == DONE
    assert main([*asked, "--strict"]) == code
    assert ("MISSED" in capsys.readouterr().out) is (ok is False)


@pytest.mark.sweep
def test_the_gate_s_work_is_told_of_each_release_among_the_boxes_that_are_asked_for(capsys):
    assert main(["bench", "gate", "--boxes", "30", "--json"]) == DONE
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["id"], row["case"], row["target"]["us"]) == ("F22", "30 boxes", None)
    assert row["ours_us"] > 0.0 and "releases of a pass" in row["note"]
