"""A recording with a hole: who writes it for others, or reads a force of it, gives the rest and tells it."""

import json

import pytest
from mcap.reader import make_reader
from msgspec.structs import replace
from pyarrow import parquet

from ground.cli import main
from ground.command_list import DONE
from ground.export.foxglove_file import DAMAGE
from telemetry.messages.force import HandForce
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, pack_batch
from telemetry.recording.writing import mcap_file
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.ground.export.export_bench import ABOUT, NS_PER_MS, Said, read
from tests.telemetry.wire.test_codec import example

CHUNKS, EACH, HURT = 9, 10, 4  # messages of a chunk, and which one has a flipped bit
TELLS = "after record 40; 10 records are missing"
KEPT = [n for n in range(CHUNKS * EACH) if n // EACH != HURT]


@pytest.fixture(scope="module")
def holed(tmp_path_factory):
    """Forces of a hand, one in 10 ms, of which one chunk of the file is damaged."""
    said, path = Said(), tmp_path_factory.mktemp("holed") / "holed.mcap"
    for n in range(CHUNKS * EACH):
        said.say(n / 100, replace(example(HandForce), at_ns=n * 10 * NS_PER_MS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mcap_file, "BATCHES", 1)
        store = RecordingStore(path, ABOUT, sync=False)
        for first in range(0, CHUNKS * EACH, EACH):
            store.append(RECORDING_LOG, pack_batch(said.records[first : first + EACH]))
        store.close()
    with path.open("rb") as file:
        hurt = make_reader(file).get_summary().chunk_indexes[HURT]
    data = bytearray(path.read_bytes())
    data[hurt.chunk_start_offset + hurt.chunk_length // 2] ^= 0x10
    path.write_bytes(data)
    assert len([*read_deliveries(path).records()]) == len(KEPT)
    return path


def told(capsys):
    return " ".join(capsys.readouterr().out.split())


def test_a_file_for_foxglove_holds_all_else_and_says_itself_what_is_missing(holed, tmp_path, capsys):
    out = tmp_path / "out.mcap"
    assert main(["record", "export", str(holed), "--foxglove", str(out)]) == DONE
    assert TELLS in told(capsys)
    rows = read(out)["/messages/HandForce"]
    assert [values["at_ns"] // (10 * NS_PER_MS) for _, _, values in rows] == KEPT
    with out.open("rb") as file:
        found = {metadata.name: metadata.metadata for metadata in make_reader(file).iter_metadata()}
    assert TELLS in found[DAMAGE]["problem"]


def test_tables_hold_all_else_and_the_command_tells_what_is_missing(holed, tmp_path, capsys):
    options = ["--csv", str(tmp_path / "csv"), "--parquet", str(tmp_path / "parquet")]
    assert main(["record", "export", str(holed), *options]) == DONE
    assert TELLS in told(capsys)
    assert len((tmp_path / "csv" / "HandForce.csv").read_text().splitlines()) == 1 + len(KEPT)
    assert parquet.read_table(tmp_path / "parquet" / "HandForce.parquet").num_rows == len(KEPT)


def test_what_a_hand_felt_is_told_without_the_hole_and_with_what_is_missing(holed, tmp_path, capsys):
    out = tmp_path / "force.json"
    assert main(["record", "force", str(holed), "--json", str(out)]) == DONE
    assert TELLS in told(capsys)
    found = json.loads(out.read_text())
    assert [round(100 * at_s) for at_s in found["samples"]["at_s"]] == KEPT
    assert TELLS in found["damage"]
