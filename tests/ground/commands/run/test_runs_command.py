"""`farhand runs`: what runs or ran here, and that `--prune` removes what is over and nothing else."""

import json

import pytest

from ground.cli import main
from ground.command_list import DONE, USAGE
from ground.run.kept.known_runs import runs_folder
from tests.ground.run.hold_bench import Station

pytestmark = pytest.mark.real_time

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
    assert "end it with `farhand stop --run orphaned`" in lines[-1]
    assert max(map(len, lines[:-1])) <= WIDTH


def test_prune_removes_what_is_over_and_never_what_lives_and_keeps_recordings(station, capsys):
    station.begin("running")
    station.begin("orphaned", alive=("space_segment",))
    station.begin("starting", alive=("supervisor",))
    over(station, "killed")
    over(station, "good", {"ok": True})
    assert main(["runs", "--prune", "--yes"]) == DONE
    told = capsys.readouterr().out.splitlines()
    kept = [runs_folder() / f"{name}.mcap" for name in ("good", "killed")]
    assert told[:2] == [f"removed {file.stem}; its recording is {file}" for file in kept]
    left = ["good-2.mcap", "good.mcap", "killed-2.mcap", "killed.mcap", "orphaned", "running", "starting"]
    assert sorted(path.name for path in runs_folder().iterdir()) == left
    assert kept[0].stat().st_size == 3 << 20


def test_recordings_go_only_where_it_is_said(station, capsys):
    over(station, "good", {"ok": True})
    (runs_folder() / "fast.mcap").touch()
    told = rows(capsys, "--prune", "--recordings", "--yes")
    assert [row["name"] for row in told["removed"]] == ["good"]
    assert [row["file"] for row in told["removed_recordings"]] == [str(runs_folder() / "fast.mcap")]
    assert list(runs_folder().iterdir()) == []


def test_prune_leaves_what_is_no_run_folder(station, capsys):
    (runs_folder() / "mine").mkdir(parents=True)
    (runs_folder() / "fast.mcap").touch()
    assert rows(capsys, "--prune", "--yes")["removed"] == []
    assert sorted(path.name for path in runs_folder().iterdir()) == ["fast.mcap", "mine"]


def test_a_recording_that_somebody_put_elsewhere_stays_there(station, tmp_path, capsys):
    mine = tmp_path / "mine.mcap"
    mine.touch()
    over(station, "good", {"ok": True, "recording": str(mine)})
    rows(capsys, "--prune", "--recordings", "--yes")
    assert mine.exists()
    assert not (runs_folder() / "good").exists()


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (["--keep", "1"], {"newest"}),
        (["--keep", "9"], {"oldest", "older", "newest"}),
        (["--older-than", "15"], {"newest"}),
        (["--older-than", "15", "--keep", "2"], {"older", "newest"}),
    ],
)
def test_the_newest_and_the_young_can_be_kept(station, capsys, monkeypatch, options, left):
    for name, begun in (("oldest", "20260101"), ("older", "20260110"), ("newest", "20260120")):
        over(station, name, {"ok": True})
        known = runs_folder() / name / "run.json"
        known.write_text(known.read_text().replace("20260131T", f"{begun}T"))
    monkeypatch.setattr("ground.commands.run.runs.utc_ns", lambda: 1_769_904_000_000_000_000)  # 2026-02-01
    assert states(rows(capsys, "--prune", "--yes", *options)).keys() == left


@pytest.mark.parametrize(("answer", "left"), [("y", False), ("", True), ("n", True)])
def test_it_lists_what_would_go_and_asks(station, capsys, monkeypatch, answer, left):
    over(station, "good", {"ok": True})
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or answer)
    assert main(["runs", "--prune"]) == DONE
    assert asked == [f"remove 1 run, their recordings stay in {runs_folder()}? [y/N] "]
    assert "good" in capsys.readouterr().out.splitlines()[1]
    assert (runs_folder() / "good").exists() == left


@pytest.mark.parametrize(
    "options", [["--prune"], ["--prune", "--json", "-"], ["--keep", "1"], ["--recordings"]]
)
def test_nothing_goes_where_nobody_can_be_asked(station, capsys, options):
    over(station, "good", {"ok": True})
    assert main(["runs", *options]) == USAGE
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert (runs_folder() / "good").exists()


def test_recordings_of_flights_in_virtual_time_are_told_too(station, capsys):
    runs_folder().mkdir(parents=True, exist_ok=True)
    (runs_folder() / "fast.mcap").write_bytes(bytes(3 << 20))
    assert main(["runs"]) == DONE
    assert "1 recording without a run folder (3.0 MiB)" in capsys.readouterr().out.splitlines()[-1]


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
