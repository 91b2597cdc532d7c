"""A shell completes what the tables of commands hold: commands, actions, options, shipped names."""

import subprocess

import pytest

from ground.commands.completion import script

SCRIPT = script("bash")


def completed(*words):
    """What bash offers for the last of these words."""
    asked = f"{SCRIPT}\nCOMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}"
    shown = f'{asked}\n_farhand\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    return subprocess.run(["bash", "-c", shown], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.real_time
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["farhand", "reh"], ["rehearse"]),
        (["farhand", "plan", "or"], ["orbit"]),
        (["farhand", "plan", "line", "--en"], ["--end", "--end-euler-zyx-deg"]),
        (["farhand", "rehearse", "fixture"], ["fixture_around_panel"]),
        (["farhand", "verify", "--scenario", "short"], ["short_link"]),
        (["farhand", "plan", "line", "--robot", "shi"], ["shiyan7_like"]),
        (["farhand", "completion", "z"], ["zsh"]),
        (["farhand", "hold", "--r"], ["--run"]),
    ],
)
def test_bash_completes(words, offered):
    assert completed(*words) == offered


def test_zsh_takes_the_same_by_its_own_door_for_it():
    assert script("zsh") == f"autoload -U +X bashcompinit && bashcompinit\n{SCRIPT}"
