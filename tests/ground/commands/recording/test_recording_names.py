"""A recording is named by its file or by its run, in the same way by every command that reads one."""

import json

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.run.kept.known_runs import runs_folder
from tests.ground.export.export_bench import short_pass
from tests.ground.run.hold_bench import Station


@pytest.fixture
def station(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Station() as station:
        yield station


COMMANDS = {
    "record info": ["record", "info"],
    "record recover": ["record", "recover"],
    "record force": ["record", "force"],
    "record export": ["record", "export"],
    "replay": ["replay", "--headless", "--speed", "max"],
    "replay --check": ["replay", "--check"],
    "summary": ["summary"],
    "report": ["report"],
    "audit": ["audit"],
}


@pytest.mark.real_time
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_run_is_named_alike_and_a_wrong_name_is_one_line_with_the_nearest(station, command, capsys):
    station.begin("good", alive=())
    assert main([*command, "--run", "goud"]) == BAD_FILE
    assert "goud: no such run; did you mean 'good'?" in " ".join(capsys.readouterr().err.split())
    assert main([*command, "--run", "good"]) == BAD_FILE
    assert "good: has no recording" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("named", [[], ["a.mcap", "--run", "a"]], ids=["by nothing", "twice"])
def test_a_recording_is_named_once(command, named, capsys):
    assert main([*command, *named]) == USAGE
    assert "name a recording: its FILE, or --run RUN" in " ".join(capsys.readouterr().err.split())


@pytest.mark.real_time
@pytest.mark.parametrize("is_beside", [False, True])
def test_the_recording_of_a_run_is_found_in_its_folder_and_beside_it(station, is_beside, capsys):
    folder = runs_folder() / "good"
    if is_beside:
        runs_folder().mkdir(parents=True)
    else:
        station.begin("good", alive=())
    path = folder.with_name("good.mcap") if is_beside else folder / "recording.mcap"
    short_pass().recorded(path)
    assert main(["record", "info", "--run", "good", "--json", "-"]) == DONE
    assert json.loads(capsys.readouterr().out)["files"] == [str(path)]
    if not is_beside:
        assert main(["record", "info", "--run", str(folder)]) == DONE
