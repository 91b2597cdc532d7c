"""A recording that names places in code, commands or types of its own runs none of them, whoever reads it."""

import json
from typing import get_type_hints

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.replay.check import CHECKED_ROLES, check
from ground.replay.counted_replay import play_through
from ground.run.kept.version import software_version
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.factory import build_of
from telemetry.drive.installed import FORMERLY, INSTALLED
from telemetry.drive.store import MemoryStore
from telemetry.drive.task import TaskError, read_task
from telemetry.drive.virtual_time import RECORDER, VirtualTime
from telemetry.files.settings import FileError
from telemetry.recording.given.driver_records import Started, driver_record_name, is_driver_record
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.telemetry.drive.runtime_bench import Bench

BEGIN = msgspec.msgpack.encode({"told": "Started"})


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A recording of one second of a bridge, with nobody else there."""
    path, scenario = tmp_path_factory.mktemp("short") / "short.mcap", load("short_link")
    run = run_settings(scenario, seed=1, run_id="short")
    recording = RecordingStore(path, about_rehearsal(scenario, run), sync=False)
    specs = [spec for spec in roles(scenario, run) if spec.participant in ("bridge", RECORDER)]
    driver = VirtualTime(specs, seed=1, stores=lambda name: recording if name == RECORDER else MemoryStore())
    driver.run(until_ns=NS_PER_S)
    driver.close()
    recording.close()
    return path


def rewritten(recording, out, change):
    """Write the recording again, each `Started` as `change` makes its plain content."""
    deliveries = read_deliveries(recording)

    def packet(record):
        if not is_driver_record(record.packet) or driver_record_name(record.packet) != Started.__name__:
            return record.packet
        return msgspec.msgpack.encode(change(msgspec.msgpack.decode(record.packet)))

    records = [record._replace(packet=packet(record)) for record, _ in deliveries.records()]
    return store_again(out, records, deliveries.about)


def store_again(out, records, about):
    store = RecordingStore(out, about, sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    return out


def command(mark):
    return json.dumps(["/bin/sh", "-c", f"touch {mark}"]).encode()


FORGED = {
    "a factory": {"factory": "pty:spawn", "settings_type": "builtins:list"},
    "a factory beside the role": {"factory": "pty:spawn", "settings_type": "builtins:list", "role": "bridge"},
    "a factory as the role": {"role": "pty:spawn", "settings_type": "builtins:list"},
    "a type of settings": {"settings_type": "tests.ground.replay.crafted_settings:Marks"},
    "another installed role": {"role": "recorder", "factory": ""},
    "no role": {"role": "", "factory": ""},
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize(
    "asked", [["replay", "--check"], ["replay", "--headless", "--speed", "max"]], ids=str
)
def test_nothing_that_a_recording_names_is_built(short, tmp_path, forged, asked, monkeypatch):
    mark = tmp_path / "mark"
    monkeypatch.setenv("FARHAND_TEST_MARK", str(mark))
    path = rewritten(
        short, tmp_path / "forged.mcap", lambda told: {**told, "settings": command(mark), **forged}
    )
    verb, *options = asked
    main([verb, str(path), *options])
    assert not mark.exists()


def test_a_work_that_a_recording_names_is_never_done(short, tmp_path, monkeypatch):
    monkeypatch.setenv("FARHAND_TEST_MARK", str(tmp_path / "mark"))
    place = "tests.ground.replay.crafted_settings:Marks"
    forged = msgspec.msgpack.encode({"told": "WorkDone", "name": place, "value": [], "function": place})
    deliveries = read_deliveries(short)
    records = [record for record, _ in deliveries.records()]
    later = next(n for n, record in enumerate(records) if record.role == "bridge" and record.in_life > 1)
    records[later] = records[later]._replace(packet=forged)
    told = check(store_again(tmp_path / "forged.mcap", records, deliveries.about))
    [bridge] = told.roles
    assert told.verdict != "SAME" and "that was not asked for" in bridge.note
    assert not (tmp_path / "mark").exists()


def test_a_recording_from_before_roles_were_named_runs_again(short, tmp_path):
    old = {"factory": "telemetry.bridge_role:build", "settings_type": "telemetry.run_settings:RunSettings"}
    path = rewritten(
        short,
        tmp_path / "old.mcap",
        lambda told: {key: value for key, value in {**told, **old}.items() if key != "role"},
    )
    [row] = check(path).roles
    assert (row.note, row.difference) == ("", None) and row.inputs > 1


def test_a_recording_is_its_owner_s_alone(short):
    assert short.stat().st_mode & 0o777 == 0o600


@pytest.mark.real_time
@pytest.mark.parametrize("key", ["factory", "settings_type", "role"])
def test_a_launch_file_that_names_a_place_in_the_code_is_refused(tmp_path, key):
    bench = Bench(tmp_path, is_begun=False)
    told = msgspec.json.decode(msgspec.json.encode(bench.launch("gate")))
    (tmp_path / "gate.json").write_bytes(msgspec.json.encode({**told, key: "pty:spawn"}))
    with pytest.raises(TaskError, match=key):
        read_task(["gate", str(tmp_path / "gate.json")])


@pytest.mark.parametrize("role", ["", "gates", "pty.spawn"])
def test_what_is_not_installed_is_told_with_what_is(role):
    with pytest.raises(ValueError, match="installed: bridge, recorder"):
        build_of(role)


@pytest.mark.parametrize("role", INSTALLED)
def test_every_installed_role_says_of_which_type_its_settings_are(role):
    assert "settings" in get_type_hints(build_of(role))


def test_every_former_place_is_of_an_installed_role_that_is_run_again():
    assert set(FORMERLY.values()) == set(CHECKED_ROLES)


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        ({"role": "", "factory": "pty:spawn"}, "began as pty:spawn"),
        ({"role": "recorder"}, "began as recorder"),
        ({"role": ""}, "began as nobody"),
    ],
    ids=str,
)
def test_a_life_that_cannot_be_run_again_is_not_checked(short, tmp_path, forged, why, capsys):
    path = rewritten(short, tmp_path / "forged.mcap", lambda told: {**told, **forged})
    assert main(["replay", str(path), "--check"]) == FAILED
    told = capsys.readouterr().out
    assert told.startswith("NOT CHECKED") and why in told


@pytest.mark.parametrize(
    "names", [["model/../../out"], ["model/a\0b"], ["model/" + 5000 * "a"], ["model/a", "model/a/b"]], ids=str
)
def test_a_file_that_could_not_lie_in_its_folder_is_told_in_one_line(short, tmp_path, names, capsys):
    deliveries = read_deliveries(short)
    records = [record for record, _ in deliveries.records()]
    files = {**deliveries.about.files, **dict.fromkeys(names, b"")}
    store_again(tmp_path / "a.mcap", records, msgspec.structs.replace(deliveries.about, files=files))
    assert main(["replay", str(tmp_path / "a.mcap"), "--check"]) == BAD_FILE
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_who_was_no_participant_is_never_run_and_counts_for_nothing(short, tmp_path):
    deliveries = read_deliveries(short)
    records = [record._replace(role="../evil") for record, _ in deliveries.records()]
    store_again(tmp_path / "a.mcap", records, deliveries.about)
    told = check(tmp_path / "a.mcap")
    assert (told.verdict, [*told.not_run_again]) == ("NOT CHECKED", ["../evil"])
    assert [(row.participant, row.outcome) for row in told.roles] == [("bridge", "NOT CHECKED")]
    with pytest.raises(FileError, match="nothing that a screen was shown"):
        play_through(tmp_path / "a.mcap")


@pytest.mark.parametrize(("version", "who"), [("0.9.9", "farhand 0.9.9"), ("", "does not tell its version")])
def test_of_what_another_version_made_nothing_is_run_and_one_line_tells_who_can(
    short, tmp_path, capsys, version, who
):
    deliveries = read_deliveries(short)
    records = [record for record, _ in deliveries.records()]
    other = msgspec.structs.replace(deliveries.about, version=version)
    path = store_again(tmp_path / "a.mcap", records, other)
    assert main(["replay", str(path), "--check"]) == FAILED
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("NOT CHECKED: made by ") and who in told
    assert told.endswith(f"only that one can check it; this is {software_version()}")
    assert (check(path).verdict, check(path).roles) == ("NOT CHECKED", [])
    assert main(["record", "info", str(path)]) == DONE


def test_settings_of_another_version_are_refused_in_one_line(short, tmp_path, capsys):
    path = rewritten(short, tmp_path / "other.mcap", lambda told: {**told, "settings": b"{}"})
    assert main(["replay", str(path), "--check"]) == BAD_FILE
    assert "not of this version" in capsys.readouterr().err


def test_a_replay_that_shows_nothing_is_not_the_same(short, tmp_path, capsys):
    assert main(["replay", str(short), "--headless", "--speed", "max"]) == BAD_FILE
    assert "holds nothing that a screen was shown" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--speed", "max"], []], ids=["counted", "played"])
def test_a_replay_from_behind_the_end_is_refused_in_one_line(short, options, capsys):
    assert main(["replay", str(short), "--headless", "--from", "7", *options]) == BAD_FILE
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1 and "ends at 1.0 s, before 7 s" in " ".join(told.split())
