"""A pass against a spacecraft that is elsewhere is summed up again from its recording alone."""

import json

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.faults.ground_faults import Killed
from ground.rehearsal.scenario_info import SCENARIO_FILE
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.facts.recorded_lives import DIED
from telemetry.agreed.run_settings import RunSettings
from telemetry.recording.given.driver_records import ENDED, driver_record_name, is_driver_record
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, SETTINGS, About, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.short_flights import planned_a_little

KILLED = Killed(participant="haptics", at_s=5.0, duration_s=1.0)


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """What a rehearsal came to, and its recording as that of a pass, without a scenario."""
    folder = tmp_path_factory.mktemp("pass_figures")
    summary = fly(planned_a_little(faults=(KILLED,)), Flight(seed=3, recording=folder / "flown.mcap"))
    deliveries = read_deliveries(folder / "flown.mcap")
    records = [record for record, _ in deliveries.records()]
    files = {name: content for name, content in deliveries.about.files.items() if name != SCENARIO_FILE}
    run = msgspec.json.decode(files[SETTINGS], type=RunSettings)
    files[SETTINGS] = msgspec.json.encode(msgspec.structs.replace(run, has_passes=True))
    about = msgspec.structs.replace(deliveries.about, files=files)
    return summary, written(folder / "pass.mcap", about, records)


def written(recording, about, records):
    store = RecordingStore(recording, about, sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    return recording


def test_it_has_the_counts_of_a_rehearsal_of_the_same_messages(flown, tmp_path, capsys):
    summary, recording = flown
    assert main(["summary", str(recording), "--json", str(tmp_path / "pass.json")]) == DONE
    found = json.loads((tmp_path / "pass.json").read_bytes())
    assert found["figures"]["telemetry"] == msgspec.to_builtins(summary.telemetry)
    assert found["duration_s"] == pytest.approx(summary.duration_s, abs=1e-3)
    assert "was operated for" in capsys.readouterr().out.splitlines()[0]


def test_a_life_that_ended_without_a_word_is_told(flown, capsys):
    main(["summary", str(flown[1])])
    assert f"died       haptics ({DIED}; started again 1x)" in capsys.readouterr().out


def test_who_outlived_the_recorder_is_told_once_and_died_of_nothing(flown, tmp_path, capsys):
    deliveries = read_deliveries(flown[1])
    records = [record for record, _ in deliveries.records() if not ends(record, ("bridge", "gate"))]
    main(["summary", str(written(tmp_path / "early.mcap", deliveries.about, records))])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith(("died", "ends"))] == [
        f"died       haptics ({DIED}; started again 1x)",
        "ends       not in the recording, which ended before them: bridge, gate",
    ]


def ends(record, participants):
    is_end = is_driver_record(record.packet) and driver_record_name(record.packet) == ENDED
    return is_end and record.role in participants


def test_what_holds_neither_is_refused_in_one_line(tmp_path, capsys):
    assert main(["summary", str(written(tmp_path / "none.mcap", About(files={}), []))]) == BAD_FILE
    assert "of a rehearsal or a pass" in capsys.readouterr().err
