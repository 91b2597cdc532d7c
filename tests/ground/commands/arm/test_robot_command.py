"""`farhand robot`: one command with several actions, each with its own options."""

from ground.cli import main
from ground.command_list import DONE, USAGE


def test_every_action_is_listed(capsys):
    assert main(["robot"]) == DONE
    text = capsys.readouterr().out
    assert "farhand robot ACTION FILE" in text
    assert "check" in text


def test_an_unknown_action_names_the_nearest(capsys):
    assert main(["robot", "chek", "arm.toml"]) == USAGE
    assert "did you mean 'check'?" in capsys.readouterr().err
