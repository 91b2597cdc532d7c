"""`farhand console` where there is nothing to open: one line, and nothing else."""

from contextlib import ExitStack

import pytest
from announced_run import announced_run

from ground.cli import main
from ground.command_list import DONE, FAILED, USAGE
from ground.commands.run import console as console_command
from ground.run.kept.locks import held, lock_path
from telemetry.drive.run_clock import RunClock

CONSOLES = ("console", "console-2", "console-3")
OBSERVERS = ("observer", "observer-2", "observer-3")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(console_command, "has_screen", lambda: True)
    return announced_run(tmp_path, monkeypatch, CONSOLES + OBSERVERS + ("approver", "approver-2"))


def test_without_a_run_the_command_says_how_to_get_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["console"]) == USAGE
    assert "farhand rehearse" in capsys.readouterr().err


def test_a_run_that_is_over_has_no_console(run):
    assert main(["console", "--run", "run"]) == USAGE


def test_a_run_that_is_still_being_prepared_has_no_console_yet(run, capsys):
    with held(lock_path(run, "supervisor")):
        assert main(["console", "--run", "run"]) == USAGE
        assert "still being prepared" in capsys.readouterr().err
        RunClock(run).begin()
        assert main(["console", "--run", "run"]) == USAGE
        assert "run is over" in capsys.readouterr().err


def opened_beside(run, monkeypatch, taken, *options):
    """Open a console of a run in which some are open; return the exit code and whose launch file was used."""
    opened = []
    monkeypatch.setattr(console_command, "_open", lambda launch, is_over: opened.append(launch.stem) or DONE)
    with ExitStack() as holding:
        for name in ("bridge", *taken):
            holding.enter_context(held(lock_path(run, name)))
        return main(["console", *options]), opened


@pytest.mark.parametrize(
    ("taken", "place"),
    [
        ((), "console"),
        (("console",), "console-2"),
        (("console", "console-2"), "console-3"),
        (("console-2",), "console"),
    ],
)
def test_each_further_console_opens_at_the_next_free_place(run, monkeypatch, taken, place):
    assert opened_beside(run, monkeypatch, taken) == (DONE, [place])


def test_who_only_looks_on_gets_a_place_of_an_observer(run, monkeypatch, capsys):
    assert opened_beside(run, monkeypatch, CONSOLES, "--observe") == (DONE, ["observer"])
    assert opened_beside(run, monkeypatch, OBSERVERS, "--observe") == (FAILED, [])
    assert "observer" in capsys.readouterr().err


def test_who_approves_gets_a_place_of_an_approver_and_cannot_look_on_as_well(run, monkeypatch):
    assert opened_beside(run, monkeypatch, CONSOLES, "--approve") == (DONE, ["approver"])
    assert opened_beside(run, monkeypatch, ("approver",), "--approve") == (DONE, ["approver-2"])
    assert opened_beside(run, monkeypatch, (), "--approve", "--observe") == (USAGE, [])


def test_where_no_place_is_free_one_line_says_what_to_do(run, monkeypatch, capsys):
    assert opened_beside(run, monkeypatch, CONSOLES) == (FAILED, [])
    assert capsys.readouterr().err == f"farhand: {console_command.NO_PLACE.format(3, 'console')}\n"


def test_without_a_screen_the_ways_that_need_none_are_named(run, monkeypatch, capsys):
    monkeypatch.setattr(console_command, "has_screen", lambda: False)
    with held(lock_path(run, "bridge")):
        assert main(["console"]) == FAILED
    assert "farhand hold" in capsys.readouterr().err
