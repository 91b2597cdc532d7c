"""`farhand rehearse`: what cannot be flown is refused before anything starts; `--all` flies all there is."""

import json
from types import SimpleNamespace

import pytest

from ground.cli import main
from ground.command_list import DONE, FAILED, USAGE
from ground.commands.run import rehearse as rehearse_command
from ground.scenario.scenario import shipped


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--headless",), "nobody could fly without a console"),
        (("--fast", "--headless"), "a person flies in real time"),
        ((), "no window can be opened here"),
    ],
)
def test_a_run_in_which_nobody_could_fly_is_refused_in_one_line(options, told, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["rehearse", "short_link", "--operator", "person", *options]) == USAGE
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fails", ["", "short_link"])
def test_all_flies_every_shipped_scenario_and_tells_how_each_went(fails, monkeypatch, capsys):
    def fly(scenario, flight, *, on_progress):
        ok = scenario.name != fails
        return SimpleNamespace(verdict="NOMINAL" if ok else "OFF-NOMINAL", ok=ok)

    monkeypatch.setattr(rehearse_command, "fly", fly)
    assert main(["rehearse", "--all"]) == (FAILED if fails else DONE)
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in told] == [name for name, _ in shipped()]
    assert [row[0] for row in told if row[1] != "NOMINAL"] == ([fails] if fails else [])


@pytest.mark.sweep
def test_all_that_is_shipped_is_flown_really_and_none_goes_otherwise_than_it_must(tmp_path, capsys):
    told = tmp_path / "all.json"
    assert main(["rehearse", "--all", "--no-cameras", "--json", str(told)]) == DONE
    flights = json.loads(told.read_text())["flights"]
    assert [flight["scenario"] for flight in flights] == [name for name, _ in shipped()]
    assert all(flight["ok"] and flight["duration_s"] > 10.0 for flight in flights)


def test_all_and_one_is_refused(capsys):
    assert main(["rehearse", "--all", "short_link"]) == USAGE
    assert "--all: " in capsys.readouterr().err
