"""The command line: every mistake is one line with the way out, and the right exit code."""

import pytest

from ground.cli import BAD_FILE, DONE, USAGE, main


def mistake(capsys, *arguments):
    code = main(list(arguments))
    output, error = capsys.readouterr()
    assert output == ""
    assert len(error.splitlines()) == 1
    return code, error


def test_help_names_every_command(capsys):
    assert main(["--help"]) == DONE
    text = capsys.readouterr().out
    assert "rehearse" in text
    assert "scenarios" in text


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["rehears"], "did you mean 'rehearse'?"),
        (["rehearse", "--fst"], "did you mean '--fast'?"),
        (["rehearse", "--fast", "--seed", "-1"], "seed (0 to 2^63 - 1)"),
        (["rehearse", "--fast", "--policy", "none"], "watermark"),
        (["rehearse", "--fast", "--json"], "expected one argument"),
    ],
)
def test_a_wrong_word_is_named_with_the_nearest_right_one(capsys, arguments, hint):
    code, error = mistake(capsys, *arguments)
    assert code == USAGE
    assert hint in error


def test_an_unknown_scenario_names_the_nearest(capsys):
    code, error = mistake(capsys, "rehearse", "observation_pas", "--fast")
    assert code == BAD_FILE
    assert "observation_pass" in error


def test_a_recording_is_never_overwritten(capsys, tmp_path):
    taken = tmp_path / "pass.farhand"
    taken.write_bytes(b"precious")
    code, error = mistake(capsys, "rehearse", "--fast", "--record", str(taken))
    assert code == BAD_FILE
    assert "exists already" in error
    assert taken.read_bytes() == b"precious"


def test_scenarios_lists_them_all(capsys):
    assert main(["scenarios"]) == DONE
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"observation_pass", "rough_link", "los_mid_plan", "onboard_hold", "short_link"} <= set(names)
