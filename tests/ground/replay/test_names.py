"""Names on the wire and on record are their own: renaming Python changes no octet; what would is caught."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import telemetry
from telemetry.messages.base import NAMES, Message, wire_name
from telemetry.messages.command import Keep
from telemetry.wire.schemas import schema
from tests.ground.replay import renamed
from tests.ground.replay.names_on_record import names_on_record

KEPT = Path(__file__).parent / "kept"
RECORDING = str(KEPT / "pictures.mcap")


def test_names_and_keys_on_record_are_the_agreed_ones_in_their_order():
    assert names_on_record() == json.loads((KEPT / "names.json").read_text())


def test_no_two_classes_have_one_name_on_the_wire():
    assert len(set(NAMES.values())) == len({kind.__name__ for kind in NAMES}) == len(NAMES)


def test_a_class_that_states_no_name_is_the_callers_mistake():
    with pytest.raises(ValueError, match=r"Nameless states no name on the wire: put @on_wire"):
        wire_name(msgspec.defstruct("Nameless", [], bases=(Message,), tag=999))


def test_a_field_that_python_calls_otherwise_keeps_its_key():
    fields = [
        ("number_of_life", int, msgspec.field(name="epoch")),
        ("again", None, msgspec.field(name="repeat")),
    ]
    other = msgspec.defstruct("Alive", fields, bases=(Message,), tag=21, frozen=True, kw_only=True)
    octets = msgspec.msgpack.encode(other(number_of_life=7, again=None))
    assert octets == msgspec.msgpack.encode(Keep(epoch=7, repeat=None))
    assert list(schema(other)["properties"]) == ["id", "epoch", "repeat"]


@pytest.mark.real_time  # another process
def test_recordings_are_written_octet_for_octet_when_python_calls_every_class_otherwise(tmp_path):
    root = Path(telemetry.__file__).parent
    names = renamed.class_names()
    copy = shutil.copytree(root, tmp_path / "code" / root.name, ignore=shutil.ignore_patterns("__pycache__"))
    renamed.rename(copy, names)
    told = by(tmp_path / "code", tmp_path)
    assert told["names"] == sorted(f"Renamed{name}" for name in names)
    assert told["octets"] == by(root.parent, tmp_path / "code")["octets"]


def by(code, out):
    """Return what telemetry says that stands in a folder."""
    command = [sys.executable, "-P", renamed.__file__, str(code), str(out), RECORDING]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
