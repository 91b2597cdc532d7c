"""`farhand runs`: what runs or ran here, and that `--prune` removes what is over and nothing else."""

import json

import pytest

from ground.cli import DONE, main
from ground.run.runs import runs_folder
from tests.ground.run.hold_bench import Station

WIDTH = 80  # of a terminal
HELD = {"ok": None, "ended_by": {"who": "hold", "at_s": 3.0}}


@pytest.fixture
def station(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Station() as station:
        yield station


def over(station, name, summary=None, **changes):
    """A run that is over, with this summary if it came to one, and a recording of two files."""
    station.begin(name, alive=(), **changes)
    folder = runs_folder() / name
    (folder / "recording.mcap").write_bytes(bytes(3 << 20))
    (folder / "recording-2.mcap").write_bytes(bytes(1 << 20))
    if summary is not None:
        (folder / "summary.json").write_text(json.dumps({"scenario": "pass"} | summary))


def rows(capsys, *options):
    assert main(["runs", *options, "--json", "-"]) == DONE
    return json.loads(capsys.readouterr().out)


def states(told):
    return {row["name"]: row["state"] for row in told["runs"]}


def test_each_run_has_the_state_that_its_locks_and_its_summary_tell(station, capsys):
    station.begin("running")
    station.begin("starting", is_begun=False)
    station.begin("orphaned", alive=("bridge", "gate"))
    over(station, "good", {"ok": True, "ended_by": None})
    over(station, "bad", {"ok": False, "ended_by": None})
    over(station, "ended-by-a-person", HELD)
    over(station, "killed")
    over(station, "replay-of-good", mode="replay")
    assert states(rows(capsys)) == {
        "running": "running",
        "starting": "starting",
        "orphaned": "orphaned",
        "good": "ended",
        "bad": "failed",
        "ended-by-a-person": "held",
        "killed": "failed",
        "replay-of-good": "ended",
    }


def test_a_row_tells_who_lives_when_it_began_and_how_much_was_recorded(station, capsys):
    over(station, "pass-1", {"ok": True})
    [row] = rows(capsys)["runs"]
    folder = str(runs_folder() / "pass-1")
    assert row == {
        "name": "pass-1",
        "folder": folder,
        "mode": "rehearsal",
        "begun": "20260131T120000Z",
        "state": "ended",
        "ok": True,
        "ended_by": None,
        "processes": {},
        "recording": {"file": f"{folder}/recording.mcap", "bytes": 4 << 20},
    }


def test_the_list_fits_a_terminal_and_tells_how_an_orphan_is_ended(station, capsys):
    name = "observation_pass-1-20260131T120000Z"
    over(station, name, {"ok": True})
    station.begin("orphaned", alive=("bridge",))
    assert main(["runs"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == [name, "01-31", "12:00", "ended", "0", "4.0", "MiB"]
    assert "end it with `farhand stop orphaned`" in lines[-1]
    assert max(map(len, lines[:-1])) <= WIDTH


def test_prune_removes_what_is_over_and_says_so_and_never_what_lives(station, capsys):
    station.begin("running")
    station.begin("orphaned", alive=("space_segment",))
    station.begin("starting", alive=("supervisor",))
    over(station, "killed")
    over(station, "good", {"ok": True})
    assert main(["runs", "--prune"]) == DONE
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["removed good (4.0 MiB)", "removed killed (4.0 MiB)"]
    assert sorted(path.name for path in runs_folder().iterdir()) == ["orphaned", "running", "starting"]


def test_prune_leaves_what_is_no_run_folder(station, capsys):
    (runs_folder() / "mine").mkdir(parents=True)
    fast = runs_folder() / "fast.mcap"
    fast.touch()
    recordings = [{"file": str(fast), "bytes": 0}]
    assert rows(capsys, "--prune") == {"runs": [], "removed": [], "recordings": recordings}
    assert sorted(path.name for path in runs_folder().iterdir()) == ["fast.mcap", "mine"]


def test_recordings_of_flights_in_virtual_time_are_told_too(station, capsys):
    runs_folder().mkdir(parents=True, exist_ok=True)
    (runs_folder() / "fast.mcap").write_bytes(bytes(3 << 20))
    assert main(["runs"]) == DONE
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"1 recording of flights in virtual time (3.0 MiB) in {runs_folder()}: yours to keep or remove"
    )


def test_a_damaged_run_leaves_gaps_in_its_row_and_stops_nobody(station, capsys):
    station.begin("a", alive=())
    over(station, "b", {"ok": True})
    for name in ("run.json", "summary.json"):
        (runs_folder() / "a" / name).write_text("{" * 10_000)
    told = rows(capsys)
    assert states(told) == {"a": "failed", "b": "ended"}
    assert told["runs"][0]["begun"] is None


def test_without_runs_it_says_so(station, capsys):
    assert main(["runs"]) == DONE
    assert capsys.readouterr().out == "no run is here; `farhand rehearse` starts one\n"
