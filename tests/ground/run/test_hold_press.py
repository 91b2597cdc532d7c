"""HOLD over real connections: it says who took it, who is stopped, who is gone, and loads nothing heavy."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial

import msgspec
import pytest

from ground.cli import main
from ground.command_list import DONE, FAILED, USAGE
from ground.run.guest import Answer
from ground.run.hold_press import NO_PASS, HoldLine, press_once, press_text
from ground.run.kept.known_runs import KnownRun
from tests.ground.run.hold_bench import ROOT, Station, ring_of

pytestmark = pytest.mark.real_time

PATIENCE_S = 30.0


@pytest.fixture
def station(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Station() as station:
        yield station


@pytest.fixture
def run(station):
    return station.begin("pass-1")


@pytest.fixture
def receiver(station, run):
    return partial(station.receiver, run)


def outcomes(run):
    answers = press_once(run.addresses, run.speakers_as("hold"), actor="hold")
    return {row.receiver: row.outcome for row in answers}


def test_every_living_receiver_takes_it_and_is_told_by_whom(run, receiver):
    living = [receiver(role) for role in ("bridge", "gate", "space_segment")]
    assert set(outcomes(run).values()) == {"took it"}
    (told,) = {process.stdout.readline() for process in living}
    assert told.startswith("hold hold ")


@pytest.mark.parametrize("other", [{"mode": "live"}, {"run_id": "another"}])
def test_receivers_of_another_mode_or_run_refuse_it_and_nobody_says_taken(run, receiver, capsys, other):
    for role in ("bridge", "gate", "space_segment"):
        receiver(role, **other)
    assert main(["hold"]) == FAILED
    told = capsys.readouterr().out
    assert [line.split(maxsplit=1)[1] for line in told.splitlines()[1:4]] == ["refused"] * 3
    assert "DID NOT LEAVE" in told


def test_an_answer_to_another_press_is_none_to_this_one(run, receiver):
    bridge = receiver("bridge")
    assert outcomes(run)["bridge"] == outcomes(run)["bridge"] == "took it"
    first, second = bridge.stdout.readline(), bridge.stdout.readline()
    assert first.split()[2] != second.split()[2]


def test_a_dead_bridge_and_a_stopped_gate_do_not_keep_it_from_the_space_side(run, receiver, capsys):
    receiver("space_segment")
    os.kill(receiver("gate").pid, signal.SIGSTOP)
    assert main(["hold"]) == DONE
    told = capsys.readouterr().out
    assert [line.split(maxsplit=1)[1] for line in told.splitlines()[1:4]] == [
        "cannot be reached",
        "gives no sign",
        "took it",
    ]
    assert "in 3.5 s" in told


def test_a_hold_that_only_the_gate_took_has_not_left(run, receiver, capsys):
    receiver("gate")
    assert main(["hold"]) == FAILED
    assert "DID NOT LEAVE" in capsys.readouterr().out


def test_without_a_run_one_line_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["hold"]) == USAGE
    output, error = capsys.readouterr()
    assert (output, len(error.splitlines())) == ("", 1)
    assert "no run lives here" in error


def test_a_line_that_is_kept_open_presses_by_it_and_opens_another(run, receiver):
    bridge = receiver("bridge")

    async def press_twice():
        line = HoldLine(run.addresses, run.speakers_as("hold"), actor="hold")
        keeper = asyncio.create_task(line.keep_open())
        told = []
        for _ in range(2):
            async with asyncio.timeout(PATIENCE_S):
                while line.connected != ["bridge"]:
                    await asyncio.sleep(0.01)
            told.append((await line.press())[0].outcome)
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        await line.close()
        return told

    assert asyncio.run(press_twice()) == ["took it", "took it"]
    assert len({bridge.stdout.readline() for _ in range(2)}) == 2


def test_the_program_that_stands_by_sends_on_its_signal_and_on_enter(run, receiver):
    bridge = receiver("bridge")
    program = subprocess.Popen(
        [sys.executable, "-m", "ground", "hold", "--stand-by"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert "standing by" in program.stdout.readline()
        program.send_signal(signal.SIGUSR1)
        first = bridge.stdout.readline()
        program.stdin.write("\n")
        program.stdin.flush()
        assert first.startswith("hold hold ") and bridge.stdout.readline() not in ("", first)
        program.terminate()
        assert program.wait(PATIENCE_S) == DONE
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize("words", [["--stand-by"], []], ids=["standing by", "at once"])
def test_under_wrong_keys_it_fails_at_its_start_in_a_line_that_names_the_key(
    run, receiver, capsys, monkeypatch, words
):
    for role in ("bridge", "gate", "space_segment"):
        receiver(role, key_set=1)
    monkeypatch.setattr(
        KnownRun, "speakers_as", lambda run, name: replace(run.speakers, keys=ring_of(name, 2))
    )
    assert main(["hold", *words]) == FAILED
    output, error = capsys.readouterr()
    assert "bridge refuses key 8002 of this process" in output + error
    assert "standing by" not in output


def test_sealed_receivers_take_it_and_are_probed(run, receiver, capsys, monkeypatch):
    for role in ("bridge", "gate", "space_segment"):
        receiver(role, key_set=1)
    monkeypatch.setattr(
        KnownRun, "speakers_as", lambda run, name: replace(run.speakers, keys=ring_of(name, 1))
    )
    assert main(["hold"]) == DONE
    assert capsys.readouterr().out.count("took it") == 3


def test_it_loads_neither_arrays_nor_kernels_nor_the_console():
    code = "import sys, ground.commands.run.hold; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "mujoco", "mcap", "PySide6"} & set(told.stdout.split())


def test_what_became_of_a_press_is_one_clause():
    took = [Answer("bridge", "took it", None), Answer("space_segment", "took it", None)]
    silent = [Answer("gate", "gives no sign", None)]
    assert press_text(took) == "HOLD was sent: bridge, space segment took it"
    assert press_text(took + silent) == "HOLD was sent: bridge, space segment took it (gate gives no sign)"
    assert press_text(silent) == "HOLD did not leave: nobody took it (gate gives no sign)"


def test_who_takes_nothing_at_a_station_is_said_to_have_no_pass_perhaps(run, receiver):
    for role in ("bridge", "gate", "space_segment"):
        receiver(role, run_id="another")
    with_passes = msgspec.structs.replace(run.addresses, has_passes=True)
    answers = press_once(with_passes, run.speakers_as("hold"), actor="hold")
    assert {row.receiver for row in answers if row.why == NO_PASS} == {"bridge", "space_segment"}
    assert press_text(answers).endswith(f"refused, {NO_PASS})")
    assert not any(row.why for row in press_once(run.addresses, run.speakers_as("hold"), actor="hold"))
