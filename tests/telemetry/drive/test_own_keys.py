"""What a process makes of its key and its numbers before it says its first word."""

import json

import msgspec
import pytest

from telemetry.agreed.participants import PARTICIPANTS, Participant
from telemetry.drive.persist import identity_of, speakers_of
from telemetry.drive.store import MemoryStore
from telemetry.files.refused import SafetyError
from telemetry.keys.set_folder import KeyPlace, SetOf, drawn, heard_path, key_path, numbers_path, write_set
from telemetry.network.launch import Addresses, Launch
from telemetry.wire.protection.header import Body

NOWHERE = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})


@pytest.fixture
def folder(tmp_path):
    what = SetOf(scope="pass-1", mode="rehearsal", participants=PARTICIPANTS)
    write_set(tmp_path / "keys", [drawn(what)["gate"]])
    return tmp_path / "keys"


def launch(folder, **changes):
    place = KeyPlace(folder=str(folder), scope="pass-1")
    usual = {"participant": "gate", "seed": 1, "folder": "", "run_id": "pass-1", "keys": place}
    return Launch(settings=msgspec.Raw(b"{}"), addresses=NOWHERE, **{**usual, **changes})


def test_a_process_speaks_under_its_own_ring_and_counts_from_its_own_numbers(folder):
    said = []
    lives = [identity_of(launch(folder), MemoryStore(), said.append).boot.epoch for _ in range(2)]
    assert (lives, said) == ([1, 2], [])
    assert speakers_of(launch(folder)).keys.holder == "gate"


def test_a_process_whose_numbers_are_lost_says_why_in_one_line_and_is_unnumbered(folder):
    numbers_path(folder, "gate").unlink()
    said = []
    assert not identity_of(launch(folder), MemoryStore(), said.append).boot.is_numbered
    assert len(said) == 1 and "gate commands no motion under key" in said[0]


def test_a_process_that_cannot_know_what_it_has_had_says_why_in_one_line_and_is_unnumbered_from_then_on(
    folder,
):
    said = []
    assert identity_of(launch(folder), MemoryStore(), said.append).boot.is_numbered
    heard_path(folder, "gate").unlink()
    lives = [identity_of(launch(folder), MemoryStore(), said.append) for _ in range(2)]
    assert not any(life.boot.is_numbered for life in lives)
    assert len(said) == 2 and "gate.heard: what was heard is missing" in said[0]
    assert "gate commands no motion under key" in said[0] and said[0].endswith("; begin a new run")


def test_a_process_goes_on_with_what_lives_of_its_own_run_have_had(folder):
    body = Body(Participant("bridge", "bridge"), 7, 9, b"")

    def begun(run):
        return identity_of(launch(folder, run_id=run), MemoryStore(), print)

    assert begun("pass-1").numbers.on_body(body, "tm") == "new"
    assert begun("pass-1").numbers.on_body(body, "tm") == "old"
    assert begun("pass-2").numbers.on_body(body, "tm") == "new"


def test_a_process_whose_key_others_may_read_does_not_begin(folder):
    key_path(folder, "gate").chmod(0o644)
    with pytest.raises(SafetyError, match=r"is open to others \(0644\); run chmod 600"):
        identity_of(launch(folder), MemoryStore(), print)


def test_a_launch_that_names_no_keys_is_unsealed_and_never_live(folder):
    assert not speakers_of(launch(folder, keys=None)).keys.is_sealed
    with pytest.raises(ValueError, match="mode live takes nothing that is not proven"):
        launch(folder, keys=None, mode="live")


def test_a_launch_that_says_nothing_of_keys_is_none(folder):
    written = json.loads(msgspec.json.encode(launch(folder)))
    del written["keys"]
    with pytest.raises(msgspec.ValidationError, match="missing required field `keys`"):
        msgspec.json.decode(json.dumps(written), type=Launch)
