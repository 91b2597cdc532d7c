"""A key file is its owner's alone and exactly what was written; whatever speaks against it is one line."""

import os
from pathlib import Path

import msgspec
import pytest

from telemetry.agreed.keys import Keyring, key_id_of
from telemetry.agreed.participants import Participant
from telemetry.files.refused import SafetyError
from telemetry.keys.key_file import Wanted, file_of, read_key, write_key

NOON_NS = 1_790_000_000 * 10**9
DAY_NS = 86_400 * 10**9
GATE = Participant("gate", "gate")
SECRETS = [bytes([k]) + bytes(range(100, 131)) for k in range(4)]
REHEARSAL, LIVE = 2, 1


def ring(mode=REHEARSAL, **changes):
    pairs = {"bridge": SECRETS[0], "console": SECRETS[1]}
    usual = {"holder": "gate", "key_id": key_id_of(mode, 17), "pairs": pairs, "groups": {}}
    return Keyring(**{**usual, "audit": SECRETS[3], **changes})


def content(**changes):
    known = file_of(ring(), role="gate", mode="rehearsal", scope="kiruna", made_ns=NOON_NS)
    return msgspec.structs.replace(known, **changes)


def wanted(**changes):
    usual = {"participant": GATE, "mode": "rehearsal", "scope": "kiruna", "now_ns": NOON_NS + 1}
    return Wanted(**{**usual, **changes})


@pytest.fixture
def path(tmp_path):
    tmp_path.chmod(0o700)
    write_key(tmp_path / "gate.key", content())
    return tmp_path / "gate.key"


def refusal(path, **changes):
    with pytest.raises(SafetyError) as caught:
        read_key(path, wanted(**changes))
    return str(caught.value)


def assert_names_no_secret(text):
    assert "\n" not in text
    assert not any(secret.hex() in text or repr(secret)[2:-1] in text for secret in SECRETS)


def test_a_key_of_the_gate_that_seals_no_log_is_refused_with_what_to_do(path):
    path.unlink()
    write_key(path, content(audit=msgspec.UNSET))
    assert "seals the gate's log" in refusal(path) and "rotate the keys" in refusal(path)


def test_a_key_is_read_as_it_was_written(path):
    assert read_key(path, wanted()).ring == ring()
    assert path.stat().st_mode & 0o777 == 0o600


def test_whoever_prints_a_key_sees_its_id_and_holder_alone(path):
    assert repr(read_key(path, wanted())) == "<key 8011 of gate>"
    assert_names_no_secret(repr(read_key(path, wanted()).ring))


def a_link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def a_folder(path):
    path.unlink()
    path.mkdir()


def a_fifo(path):
    path.unlink()
    os.mkfifo(path, 0o600)


def changed(path, change):
    path.write_bytes(change(path.read_bytes()))


HARM = {
    "is missing; install the key again": Path.unlink,
    "is a symbolic link; put the file itself there": a_link,
    "is a folder; name a key file": a_folder,
    "is a FIFO; name a key file": a_fifo,
    "is open to others (0644); run chmod 600": lambda path: path.chmod(0o644),
    "is open to others (0660); run chmod 600": lambda path: path.chmod(0o660),
    "is open to others (0755); run chmod 700": lambda path: path.parent.chmod(0o755),
    "is empty; install the key again": lambda path: changed(path, lambda data: b""),
    "larger than 100000 bytes": lambda path: changed(path, lambda data: data * 500),
    "is no key file (": lambda path: changed(path, lambda data: SECRETS[0]),
    "Input data was truncated": lambda path: changed(path, lambda data: data[:-40]),
    "matching regex": lambda path: changed(path, lambda data: data.replace(b"6465", b"64")),
    "key 8011: was altered": lambda path: changed(path, lambda data: data + b"\n"),
    "8011: was altered since": lambda path: changed(
        path, lambda data: data.replace(b'"bridge":"0', b'"bridge":"1')
    ),
    "1: was altered since it": lambda path: changed(path, lambda data: data.replace(b"{", b"{ ", 1)),
    "was altered since it was written; install it again": lambda path: changed(
        path, lambda data: data.replace(b'"version":1,', b'"version":1,"version":1,')
    ),
}


@pytest.mark.parametrize("why", HARM)
def test_a_file_that_is_none_or_that_others_may_see_is_refused_in_one_line(path, why):
    HARM[why](path)
    text = refusal(path)
    assert why in text
    assert_names_no_secret(text)


def test_a_file_of_another_user_is_refused(path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert "belongs to another user" in refusal(path)


TWICE = {"bridge": SECRETS[0].hex(), "console": SECRETS[0].hex()}
UNFIT = {
    "is for mode rehearsal, and this is mode live": ({}, {"mode": "live"}),
    "is for mode live, and this is mode rehearsal": ({"mode": "live", "key_id": 0x4011}, {}),
    "has the id of another mode": ({"key_id": 0x4011}, {}),
    "is the key of bridge, and not of gate: files were swapped": (
        {"participant": "bridge", "role": "bridge"},
        {},
    ),
    "is of role console, and gate plays gate; rotate the keys": ({"role": "console"}, {}),
    "is for kiruna, and not for weilheim": ({}, {"scope": "weilheim"}),
    "later than now; set this host's clock right": ({}, {"now_ns": NOON_NS - DAY_NS}),
    "has expired at 2026-09-22T14:13:20.000Z; rotate the keys": (
        {"expires_ns": NOON_NS + DAY_NS},
        {"now_ns": NOON_NS + DAY_NS},
    ),
    "octets are all the same": ({"pairs": {"bridge": "00" * 32}}, {}),
    "holds one secret twice": ({"pairs": TWICE}, {}),
}


@pytest.mark.parametrize("why", UNFIT)
def test_a_key_that_is_for_something_else_is_refused_by_its_id(path, why):
    changes, wants = UNFIT[why]
    write_key(path, content(**changes))
    text = refusal(path, **wants)
    assert why in text and f"gate.key: key {changes.get('key_id', 0x8011):04X}: " in text
    assert_names_no_secret(text)


def test_a_secret_that_was_published_is_no_key_of_a_live_station(path):
    known = ring(LIVE, pairs={"bridge": bytes(range(32))})
    write_key(path, file_of(known, role="gate", mode="live", scope="kiruna", made_ns=NOON_NS))
    assert "published test vectors" in refusal(path, mode="live")
