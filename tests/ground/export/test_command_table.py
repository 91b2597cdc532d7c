"""One table of a recording's commands, one row each, as a console's book of the pass has them."""

import csv

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE
from ground.export.command_table import export_commands
from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChange, CommandChanges
from telemetry.wire.codec import Wire
from tests.ground.export.export_bench import RUN, Said

_S = CommandState


def step(seq, state, first_epoch=1, **told):
    change = CommandChange(kind="motion", epoch=2, seq=seq, state=state, reason="", **told)
    return CommandChanges(changes=(change,), first_epoch=first_epoch)


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    said, wire = Said(), Wire("gate", RUN.speakers)
    life = [
        (1.0, step(1, _S.RELEASED, expects_ns=9_000_000_000)),
        (8.5, step(1, _S.ACCEPTED, on_board_ns=4_600_000_000)),
        (8.9, step(1, _S.CONFIRMED)),
        (9.0, step(2, _S.REFUSED)),
        (9.5, step(3, _S.ON_AIR)),
        (9.7, step(4, _S.WAITING)),
    ]
    for at_s, message in life:
        said.give(at_s, "operator", b"".join(wire.encode(message, 0)))
    return said.recorded(tmp_path_factory.mktemp("commands") / "pass.mcap")


def test_each_command_is_one_row_with_the_instants_of_its_states(recording, tmp_path, capsys):
    out = tmp_path / "commands.csv"
    assert main(["record", "export", str(recording), "--commands", str(out)]) == 0
    assert f"4 commands in {out}, 1 confirmed, 1 refused, 1 lost, 1 cancelled" in capsys.readouterr().out
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["seq"], row["state"]) for row in rows[:2]] == [("1", "confirmed"), ("2", "refused")]
    told = [
        rows[0][name] for name in ("released [s]", "accepted on board [s]", "confirmed [s]", "expected [s]")
    ]
    assert told == ["1.0", "4.6", "8.9", "9.0"]


def test_what_the_recording_leaves_open_ends_with_it_and_says_so(recording, tmp_path):
    out = tmp_path / "commands.csv"
    export_commands(recording, out)
    with out.open(newline="") as file:
        *_, on_air, waiting = csv.DictReader(file)
    assert [(row["state"], row["reason"]) for row in (on_air, waiting)] == [
        ("lost", "recording_ended"),
        ("cancelled", "recording_ended"),
    ]
    assert (on_air["on air [s]"], on_air["lost [s]"]) == ("9.5", "9.7")


def test_the_table_never_takes_the_place_of_another_file(recording, tmp_path):
    out = tmp_path / "commands.csv"
    out.write_text("mine")
    assert main(["record", "export", str(recording), "--commands", str(out)]) == BAD_FILE
    assert out.read_text() == "mine"
