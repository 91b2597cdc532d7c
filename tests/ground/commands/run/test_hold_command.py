"""`farhand hold` with several runs on the host: all of them, at the same time, and it says which."""

import json
import signal
import subprocess
import sys

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED, USAGE
from ground.run.kept.known_runs import runs_folder
from tests.ground.run.hold_bench import ROOT, Station

pytestmark = pytest.mark.real_time

PATIENCE_S = 30.0


@pytest.fixture
def station(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Station() as station:
        yield station


def told(capsys):
    """What the command printed, by run."""
    found, lines = {}, capsys.readouterr().out.splitlines()
    for line in lines:
        if not line.startswith(" "):
            found[line] = rows = []
        else:
            rows.append(" ".join(line.split()))
    return found


def test_hold_stops_every_run_that_lives_the_old_and_the_orphaned_too(station, capsys):
    runs = [station.begin("a-old"), station.begin("b-orphaned", alive=("bridge",)), station.begin("c-new")]
    bridges = [station.receiver(run, "bridge") for run in runs]
    assert main(["hold"]) == DONE
    rows = told(capsys)
    assert list(rows) == ["a-old", "b-orphaned", "c-new"]
    assert all(row[0] == "bridge took it" for row in rows.values())
    assert len({bridge.stdout.readline() for bridge in bridges}) == 3


def test_who_took_a_hold_is_told_to_programs_too(station, capsys):
    station.receiver(station.begin("a"), "bridge")
    station.begin("b")
    assert main(["hold", "--json"]) == FAILED
    found = json.loads(capsys.readouterr().out)
    assert {row["name"]: row["ok"] for row in found["runs"]} == {"a": True, "b": False}
    assert found["runs"][0]["answers"][0] == {"receiver": "bridge", "outcome": "took it"}
    assert main(["hold", "--stand-by", "--json"]) == USAGE


def test_one_run_that_hold_does_not_reach_is_a_failure_and_the_others_are_held(station, capsys):
    station.receiver(station.begin("a"), "bridge")
    station.begin("b")
    assert main(["hold"]) == FAILED
    rows = told(capsys)
    assert "HOLD is on its way" in rows["a"][-1]
    assert "HOLD DID NOT LEAVE" in rows["b"][-1]


def test_a_living_run_that_cannot_be_read_is_a_failure_and_the_others_are_held(station, capsys):
    station.receiver(station.begin("a"), "bridge")
    station.begin("b")
    (runs_folder() / "b" / "run.json").write_text("{}")
    assert main(["hold"]) == FAILED
    output, error = capsys.readouterr()
    assert "bridge         took it" in output
    assert "WAS NOT REACHED" in error


def test_a_run_of_which_nobody_listens_is_told_as_such(station, capsys):
    station.begin("a", alive=("supervisor",))
    assert main(["hold"]) == FAILED
    assert told(capsys)["a"][-1] == (
        "HOLD DID NOT LEAVE: nobody of this run listens; it is about to begin, or to end"
    )


def test_a_named_run_that_is_over_is_told_as_such(station, capsys):
    station.begin("a", alive=())
    assert main(["hold", "--run", "a"]) == FAILED
    assert told(capsys)["a"][-1] == "HOLD DID NOT LEAVE: the run is over: no process of it lives here"


def test_the_named_run_is_held_and_no_other(station, capsys):
    first, second = station.begin("a"), station.begin("b")
    bridge, other = station.receiver(first, "bridge"), station.receiver(second, "bridge")
    assert main(["hold", "--run", "a"]) == DONE
    assert list(told(capsys)) == ["a"]
    other.kill()
    assert (bridge.stdout.readline() != "", other.stdout.readline()) == (True, "")


def test_a_run_that_is_named_wrongly_is_one_line(station, capsys):
    station.begin("pass-1")
    assert main(["hold", "--run", "pass-2"]) == BAD_FILE
    assert "did you mean 'pass-1'?" in capsys.readouterr().err


def test_the_program_that_stands_by_holds_a_run_that_began_after_it(station):
    program = subprocess.Popen(
        [sys.executable, "-m", "ground", "hold", "--stand-by"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert "standing by" in program.stdout.readline()
        bridges = [station.receiver(station.begin(name), "bridge") for name in ("a", "b")]
        program.send_signal(signal.SIGUSR1)
        assert all(bridge.stdout.readline() for bridge in bridges)
        program.terminate()
        assert program.wait(PATIENCE_S) == DONE
    finally:
        program.kill()
        program.communicate()
