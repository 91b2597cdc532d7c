"""`farhand handle`: what it becomes, and every mistake in one line."""

import os
import sys

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, USAGE
from ground.commands.run import handle
from ground.run.kept.known_runs import KnownRun
from haptics.devices.device import DEVICES
from telemetry.network.door_address import write_door
from telemetry.network.launch import Addresses


@pytest.fixture
def run(tmp_path, monkeypatch):
    addresses = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})
    nothing = {"run_id": "", "begun": "", "up_s": 0, "down_s": 0, "period_s": 0}
    known = KnownRun(folder=str(tmp_path), mode="rehearsal", addresses=addresses, **nothing)
    monkeypatch.setattr(handle, "the_run", lambda name: known)
    return tmp_path


def test_it_becomes_the_driver_of_the_device(run, monkeypatch):
    became = []
    monkeypatch.setattr(os, "execv", lambda path, words: became.append(words) or sys.exit(0))
    write_door(run, "127.0.0.1", 1)
    with pytest.raises(SystemExit):
        main(["handle", "simulated", "--udp", "--rate", "500"])
    driver = [sys.executable, "-P", "-m", "haptics", "handle", "simulated", str(run)]
    assert became == [[*driver, "--carrier", "udp", "--rate", "500"]]


def test_a_run_without_a_door_is_told_in_one_line(run, capsys):
    assert main(["handle", "simulated"]) == BAD_FILE
    assert "handle.json: is not there: the run's haptics role" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["mouse"], f"invalid choice: 'mouse' (choose from {', '.join(map(repr, DEVICES))})"),
        ([], "the following arguments are required: DEVICE"),
        (["gamepad", "--rate", "10"], "--rate '10' is no rate (50 to 1000 Hz)"),
        (["gamepad", "--rate", "nan"], "--rate 'nan' is no rate (50 to 1000 Hz)"),
        (["gamepad", "--tcp", "--udp"], "argument --udp: not allowed with argument --tcp"),
    ],
)
def test_a_mistake_is_told_in_one_line(run, capsys, words, line):
    assert main(["handle", *words]) == USAGE
    told = capsys.readouterr().err
    assert line in told and told.count("\n") == 1
