"""A key set in a folder: each participant has its file, and a process counts from its own numbers."""

import pytest

from telemetry.agreed.participants import PARTICIPANTS
from telemetry.files.refused import SafetyError
from telemetry.keys.set_folder import KeyPlace, OwnKeys, SetOf, drawn, key_path, numbers_path, write_set

WHAT = SetOf(scope="pass-1", mode="rehearsal", participants=PARTICIPANTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "keys"
    write_set(folder, drawn(WHAT).values())
    return folder


def keys(folder, scope="pass-1", **changes):
    place = KeyPlace(folder=str(folder), scope=scope, **changes)
    return OwnKeys(place=place, mode="rehearsal", participants=PARTICIPANTS)


def test_every_participant_has_a_key_and_its_numbers_and_nobody_else_may_look(folder):
    assert folder.stat().st_mode & 0o777 == 0o700
    for name, _ in PARTICIPANTS:
        assert key_path(folder, name).stat().st_mode & 0o777 == 0o600
        assert numbers_path(folder, name).stat().st_mode & 0o777 == 0o600


def test_the_files_of_a_set_have_one_id_and_both_ends_of_a_pair_one_secret(folder):
    gate, bridge = (keys(folder).ring(name) for name in ("gate", "bridge"))
    assert gate.key_id == bridge.key_id
    assert gate.pairs["bridge"] == bridge.pairs["gate"]


def test_no_two_sets_share_a_secret():
    first, second = (drawn(WHAT, number=5) for _ in range(2))
    assert not set(first["gate"].pairs.values()) & set(second["gate"].pairs.values())


def test_each_life_of_a_process_counts_from_a_later_epoch(folder):
    lives = [keys(folder).reserve("bridge").boot.epoch for _ in range(3)]
    assert lives == [1, 2, 3]


def test_what_is_done_about_lost_numbers_depends_on_whose_keys_they_are(folder):
    numbers_path(folder, "haptics").unlink()
    of_run, of_station = (keys(folder, is_stations=is_it).reserve("haptics") for is_it in (False, True))
    assert of_run.problem.endswith("begin a new run")
    assert of_station.problem.endswith("rotate the keys (`farhand keys rotate`)")


def test_the_keys_of_another_run_are_refused(folder):
    with pytest.raises(SafetyError, match="is for pass-1, and not for pass-2"):
        keys(folder, scope="pass-2").ring("gate")


def test_on_a_host_that_has_not_all_keys_the_first_that_is_here_is_read(folder, tmp_path):
    assert keys(folder).first_here(("observer", "gate")) == "observer"
    write_set(tmp_path / "other", [drawn(WHAT)["gate"]])
    assert keys(tmp_path / "other").first_here(("observer", "gate")) == "gate"
    assert keys(tmp_path / "nowhere").first_here(("observer", "gate")) == "observer"


def test_of_several_voices_of_a_process_those_that_have_a_key_here_are_read(folder):
    assert set(keys(folder).rings(("space_segment", "second_uplink", "nobody"))) == {
        "space_segment",
        "second_uplink",
    }


def test_no_run_begins_with_an_expired_set_and_one_that_lives_keeps_it_and_moves_nothing_after_a_restart(
    tmp_path,
):
    expired = SetOf(scope="pass-1", mode="rehearsal", participants=PARTICIPANTS, expires_ns=1)
    write_set(tmp_path / "keys", drawn(expired).values())
    living = keys(tmp_path / "keys", is_stations=True)
    with pytest.raises(SafetyError, match=r"key [0-9A-F]{4}.* has expired at 1970-01-01.*; rotate the keys"):
        living.check(["hold", "gate"])
    assert living.ring("hold").pairs["bridge"] == living.ring("bridge").pairs["hold"]
    reserved = living.reserve("gate")
    assert not reserved.boot.is_numbered
    assert "has expired" in reserved.problem and "gate commands no motion" in reserved.problem


def test_as_a_run_begins_every_key_that_it_needs_here_is_looked_at(tmp_path):
    write_set(tmp_path / "keys", drawn(WHAT).values())
    own = keys(tmp_path / "keys")
    own.check(["observer", "gate"])
    key_path(tmp_path / "keys", "observer").chmod(0o644)
    with pytest.raises(SafetyError, match=r"observer\.key.*is open to others"):
        own.check(["gate", "observer"])
    key_path(tmp_path / "keys", "gate").unlink()
    with pytest.raises(SafetyError, match=r"gate\.key.*is missing; install the key again"):
        own.check(["gate", "observer"])
