"""The command line: every mistake is one line with the way out, and the right exit code."""

import json
import os
import subprocess
import sys

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, COMMANDS, DONE, USAGE
from ground.replay.live_replay import PlayedReplay
from ground.report.listing import listing
from ground.run.kept.version import CHECKOUT, software_version
from ground.run.processes.interrupts import exit_code


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


def test_help_of_a_command_is_its_own(capsys):
    with pytest.raises(SystemExit) as left:
        main(["help", "runs"])
    assert left.value.code == DONE
    assert "farhand runs" in capsys.readouterr().out


@pytest.mark.parametrize("asked", [["help", "help"], ["--help", "-h"], ["-h"], []])
def test_help_of_help_is_the_list_of_commands(capsys, asked):
    assert main(asked) == DONE
    assert "usage: farhand COMMAND" in capsys.readouterr().out


def test_a_checkout_tells_its_own_version_whatever_is_installed():
    assert f'version = "{software_version()}"' in CHECKOUT.read_text().splitlines()


@pytest.mark.real_time
def test_output_that_nobody_reads_any_more_is_no_failure():
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT.parent), "PYTHONUNBUFFERED": ""}
    command = [sys.executable, "-P", "-m", "ground", "--version"]
    done = subprocess.run(command, env=environment, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (DONE, b"")


def test_the_version_is_told(capsys):
    assert main(["--version"]) == DONE
    assert capsys.readouterr().out == f"farhand {software_version()}\n"


@pytest.mark.parametrize("width", [40, 80, 200])
def test_help_fits_the_terminal(capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    main([])
    listed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert max(len(line) for line in listed[: len(COMMANDS)]) < width


def test_where_two_columns_have_no_room_each_text_stands_below_its_name(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert listing([("a name of some thirty characters", "what it means")]) == (
        "a name of some thirty characters\n    what it means"
    )


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["rehears"], "did you mean 'rehearse'?"),
        (["rehearse", "--fst"], "did you mean '--fast'?"),
        (["rehearse", "--fast", "--seed", "-1"], "seed (0 to 2^63 - 1)"),
        (["rehearse", "--fast", "--policy", "none"], "watermark"),
        (["rehearse", "--fast", "--json"], "expected one argument"),
        (["version"], "did you mean '--version'?"),
        (["stream", "--port", "99999"], "port (0 to 65535)"),
    ],
)
def test_a_wrong_word_is_named_with_the_nearest_right_one(capsys, arguments, hint):
    code, error = mistake(capsys, *arguments)
    assert code == USAGE
    assert hint in error


@pytest.mark.parametrize("asked", [["bench"], ["bench", "collision", "--quick"], ["help", "bench"]])
def test_what_was_a_command_says_in_one_line_where_it_went(capsys, asked):
    code, error = mistake(capsys, *asked)
    assert code == USAGE
    assert "is now `python -m tests.benchmarks`" in error
    assert "bench" not in COMMANDS


def test_an_unknown_scenario_names_the_nearest(capsys):
    code, error = mistake(capsys, "rehearse", "observation_pas", "--fast")
    assert code == BAD_FILE
    assert "observation_pass" in error


def test_a_scenario_without_its_suffix_names_the_file_that_is_there(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text("")
    code, error = mistake(capsys, "rehearse", str(tmp_path / "mine"), "--fast")
    assert code == BAD_FILE
    assert f"did you mean the file '{tmp_path / 'mine.toml'}'?" in error


def test_a_replay_that_a_signal_ended_says_so_and_has_its_exit_code(monkeypatch, capsys):
    played = PlayedReplay(
        recording="pass.mcap", from_s=0.0, speed=1.0, duration_s=None, at_s=3.5, sent=7, done=False,
        damage=None, ended_by="SIGTERM",
    )  # fmt: skip
    monkeypatch.setattr("ground.commands.recording.replay.about_of", lambda recording: None)
    monkeypatch.setattr("ground.commands.recording.replay.play_live", lambda *_, **__: played)
    assert main(["replay", "pass.mcap", "--headless"]) == exit_code("SIGTERM")
    assert capsys.readouterr().err == "farhand: SIGTERM ended the replay; the recording is as it was\n"


@pytest.mark.parametrize("place", ["no/such/folder.json", "."])
def test_a_summary_that_could_not_be_written_is_told_before_anything_flies(capsys, tmp_path, place):
    for command in (["rehearse", "--fast"], ["replay", "nofile"], ["record", "info", "nofile"]):
        code, error = mistake(capsys, *command, "--json", str(tmp_path / place))
        assert code == BAD_FILE
        assert f"{tmp_path / place}: cannot be written" in error


def test_a_recording_is_never_overwritten(capsys, tmp_path):
    taken = tmp_path / "pass.farhand"
    taken.write_bytes(b"precious")
    code, error = mistake(capsys, "rehearse", "--fast", "--record", str(taken))
    assert code == BAD_FILE
    assert "exists already" in error
    assert taken.read_bytes() == b"precious"


def test_scenarios_are_listed_for_programs_too(capsys):
    assert main(["scenarios", "--json"]) == DONE
    rows = json.loads(capsys.readouterr().out)["scenarios"]
    assert {"name", "summary", "task", "trains", "file", "duration_s"} == set(rows[0])


def test_scenarios_lists_them_all(capsys):
    assert main(["scenarios"]) == DONE
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"observation_pass", "rough_link", "los_mid_plan", "onboard_hold", "short_link"} <= set(names)


@pytest.mark.real_time
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("asked", ["--version", "runs --help"])
def test_output_that_finds_no_room_is_one_line(asked, unbuffered):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT.parent), "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-P", "-m", "ground", *asked.split()]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == BAD_FILE
    assert done.stderr.decode().splitlines() == [
        "farhand: what was being written: No space left on device; make room, or name another place"
    ]


LONG = 5000 * "a"


@pytest.mark.parametrize(
    "asked",
    [["rehearse", LONG], ["verify", LONG], ["stop", "--run", LONG], ["rehearse", "--record", LONG], [LONG]],
)
def test_a_name_of_five_thousand_letters_is_one_short_line(capsys, asked):
    code, error = mistake(capsys, *asked)
    assert code in (USAGE, BAD_FILE) and len(error) < 500


@pytest.mark.parametrize("option", ["--from-deg", "--to-deg"])
def test_joint_values_for_another_number_of_joints_are_told_by_their_option(capsys, option):
    six = "0,0,0,0,0,0"
    given = {"--from-deg": six, "--to-deg": six, option: "1,2"}
    asked = ["plan", "joint", "--robot", "shiyan7_like", *(part for pair in given.items() for part in pair)]
    told = f"farhand: {option}: 2 values for the 6 joints of shiyan7_like\n"
    assert mistake(capsys, *asked) == (USAGE, told)


def test_help_of_an_action_is_its_own(capsys):
    with pytest.raises(SystemExit):
        main(["help", "plan", "line"])
    assert "usage: farhand plan line" in capsys.readouterr().out


@pytest.mark.parametrize(
    "asked", [["robot", "check", "shiyan7_like"], ["scene", "check", "adjacent_target"]], ids=" ".join
)
def test_a_shipped_name_works_where_a_file_does(capsys, asked):
    assert main(asked) == DONE
    assert asked[-1].partition("_")[0] in capsys.readouterr().out
