"""The command `farhand replay --at`: it shows one instant, and stands there."""

from types import SimpleNamespace

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.commands.recording import replay as command
from tests.ground.debrief.kept_pages import KEPT

HAND = str(KEPT / "hand.mcap")


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(command, "has_screen", lambda: True)


@pytest.fixture
def asked(monkeypatch):
    """What a replay is asked for: its settings, and whether screens are opened."""
    found = {}

    def play(settings, *, with_console, on_progress):
        found.update(settings=settings, with_console=with_console)
        return SimpleNamespace(sent=0, at_s=settings.from_s, damage=None, ended_by=None)

    monkeypatch.setattr(command, "play_live", play)
    return found


@pytest.mark.parametrize(
    ("words", "from_s", "plays"), [(["--at", "7.8"], 7.8, False), (["--from", "3"], 3.0, True)]
)
def test_an_instant_is_shown_and_stands_while_a_begin_plays_on(asked, words, from_s, plays):
    assert main(["replay", HAND, *words]) == DONE
    assert (asked["settings"].from_s, asked["settings"].is_playing) == (from_s, plays)
    assert asked["with_console"]


def test_the_beginning_is_an_instant_too(asked):
    assert main(["replay", HAND, "--at", "0"]) == DONE
    assert asked["settings"].is_playing is False


@pytest.mark.parametrize("other", [["--from", "3"], ["--check"], ["--headless"]])
def test_an_instant_goes_with_nothing_that_shows_none(asked, other, capsys):
    assert main(["replay", HAND, "--at", "7.8", *other]) == USAGE
    assert "leave out --from, --check and --headless" in capsys.readouterr().err and not asked


def test_an_instant_behind_the_end_is_one_line_and_nothing_starts(capsys):
    assert main(["replay", HAND, "--at", "99"]) == BAD_FILE
    assert "ends at 11.3 s, before 99 s" in capsys.readouterr().err


def test_without_a_screen_no_instant_is_shown(asked, monkeypatch, capsys):
    monkeypatch.setattr(command, "has_screen", lambda: False)
    assert main(["replay", HAND, "--at", "7.8"]) == USAGE
    assert "there is no screen here" in capsys.readouterr().err and not asked
