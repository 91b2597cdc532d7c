"""A recorded rehearsal tells the same facts as the run itself, and is replayed message for message."""

import json

import msgspec
import pytest
from replayed import shown_of

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.rehearsal.summing_up import summarise
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.facts.facts import Facts
from ground.report.facts.proofs import audited
from ground.report.run_summary import Driven
from ground.scenario.scenario import load, run_settings
from telemetry.recording.given.driver_records import is_driver_record
from telemetry.recording.reading.deliveries import read_deliveries
from tests.short_flights import planned_a_little

SCENARIO = "short_link"


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A recording and the summary of the run that it was made of."""
    path = tmp_path_factory.mktemp("flown") / "pass.mcap"
    summary = fly(planned_a_little(), Flight(seed=1, recording=path, source=SCENARIO))
    return path, summary


def answered(capsys, *arguments):
    """Return exit code and JSON of a command."""
    code = main([*arguments, "--json", "-"])
    return code, json.loads(capsys.readouterr().out)


def test_facts_of_the_recording_are_the_facts_of_the_run(flown):
    path, summary = flown
    run = run_settings(load(SCENARIO), seed=1, run_id=f"{SCENARIO}-1")
    facts, deliveries = Facts.of(run), read_deliveries(path)
    for delivery in deliveries:
        if delivery.message is not None:
            facts.on_message(delivery.at_ns, delivery.role, delivery.message)
    assert deliveries.damage is None
    driven = Driven("virtual", 1, None, summary.processes, str(path), audit=audited(path))
    told = summarise(planned_a_little(), run, facts, driven=driven)
    assert told == msgspec.structs.replace(summary, speedup=None)
    assert told.commands


def test_every_recorded_delivery_can_be_opened(flown):
    closed = [d for d in read_deliveries(flown[0]) if not is_driver_record(d.packet) and d.message is None]
    assert closed == []


def test_recording_holds_the_files_that_it_takes_to_judge_it(flown, capsys):
    code, told = answered(capsys, "record", "info", str(flown[0]))
    assert code == DONE
    assert told["about"]["scenario"] == SCENARIO
    model = {"model/robots/shiyan7_like.toml", "model/scenes/adjacent_target.toml"}
    assert {"scenario.toml", "settings.json"} | model <= set(told["attached"])
    assert told["damage"] is None


def test_replay_shows_the_same_messages_in_the_same_order_and_twice_the_same(flown, capsys):
    arguments = ("replay", str(flown[0]), "--headless", "--speed", "max")
    code, first = answered(capsys, *arguments)
    assert (code, first["same"]) == (DONE, True)
    assert sum(first["messages"].values()) == shown_of(flown[0])
    assert {"Beat", "World", "RecorderHealth", "ScriptDone"} <= first["messages"].keys()
    assert answered(capsys, *arguments) == (DONE, first)


def test_replay_from_the_middle_shows_what_came_later(flown, capsys):
    _, whole = answered(capsys, "replay", str(flown[0]), "--headless", "--speed", "max")
    code, part = answered(capsys, "replay", str(flown[0]), "--headless", "--speed", "max", "--from", "10")
    assert (code, part["same"]) == (DONE, True)
    assert 0 < part["messages"]["Telemetry"] < whole["messages"]["Telemetry"]


def test_same_seed_gives_the_same_recording_byte_for_byte(flown, tmp_path):
    fly(planned_a_little(), Flight(seed=1, recording=tmp_path / "again.mcap", source=SCENARIO))
    assert (tmp_path / "again.mcap").read_bytes() == flown[0].read_bytes()


def test_cut_recording_is_recovered_and_replayed_as_far_as_it_goes(flown, tmp_path, capsys):
    data = flown[0].read_bytes()
    cut, out = tmp_path / "cut.mcap", tmp_path / "out.mcap"
    cut.write_bytes(data[: len(data) // 2])
    code, told = answered(capsys, "record", "recover", str(cut), "--out", str(out))
    assert (code, bool(told["damage"])) == (DONE, True)
    _, of_cut = answered(capsys, "replay", str(cut), "--headless", "--speed", "max")
    _, of_out = answered(capsys, "replay", str(out), "--headless", "--speed", "max")
    assert of_cut["sha256"] == of_out["sha256"]
    problem = of_cut["damage"].partition(", after record")[0]
    assert of_out["damage"].startswith(f"was recovered from one that {problem}")


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["replay", "nothing.mcap", "--headless", "--speed", "max"], BAD_FILE, "no such file"),
        (["replay", "nothing.mcap"], BAD_FILE, "nothing.mcap"),
        (
            ["replay", "a.mcap", "--speed", "fast", "--headless"],
            USAGE,
            "speed (0.01 to 1000 times real time, or max)",
        ),
        (["replay", "a.mcap", "--form", "3"], USAGE, "did you mean '--from'?"),
        (["record", "inform", "a.mcap"], USAGE, "info"),
        (["record", "info", "nothing.mcap"], BAD_FILE, "no such file"),
    ],
)
def test_a_wrong_word_is_one_line_with_the_way_out(capsys, arguments, code, hint):
    assert main(arguments) == code
    output, error = capsys.readouterr()
    assert (output, len(error.splitlines())) == ("", 1)
    assert hint in error
