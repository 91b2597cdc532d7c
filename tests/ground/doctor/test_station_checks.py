"""The doctor at a host of a station: each thing that is wrong there is one line with its cure."""

from dataclasses import replace

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.commands import doctor
from ground.doctor.station_checks import station_checks
from ground.station.station_file import read_station
from telemetry.keys.key_folder import install
from telemetry.keys.set_folder import SetOf, drawn
from tests.ground.doctor.healthy import FOLDER, HEALTHY, LAN, LOOPBACK
from tests.ground.station import station_texts as texts

PRIVATE = FOLDER._replace(mode=0o700)
HOST = replace(HEALTHY, place=lambda _: PRIVATE)


@pytest.fixture
def station(tmp_path):
    station = read_station(texts.written(tmp_path))
    what = SetOf(scope="north", mode="rehearsal", participants=station.participants)
    install(tmp_path / "keys", [*drawn(what).values()])
    return msgspec.structs.replace(station, keys=str(tmp_path / "keys"))


def found(station, host=HOST):
    return {each.item: each for each in station_checks(host, station)}


def states(station, host=HOST):
    return {item: each.state for item, each in found(station, host).items() if each.state != "ok"}


def test_nothing_is_wrong_at_a_good_host(station):
    assert [*found(station)] == [
        "interface",
        "group tm",
        "group tc",
        "group image",
        "ports",
        "windows",
        "keys",
    ]
    assert states(station) == {}
    assert "1 of 2 contact windows are left, the next opens 2090-01-01" in found(station)["windows"].found


def test_keys_that_are_missing_altered_or_open_to_others_are_seen(station, tmp_path):
    assert states(msgspec.structs.replace(station, keys="")) == {"keys": "warning"}
    assert "chmod 700" in found(station, HEALTHY)["keys"].cure
    (key,) = (tmp_path / "keys").glob("*/gate.key")
    key.write_bytes(key.read_bytes().replace(b"gate", b"bate"))
    bad = found(station)["keys"]
    assert bad.state == "failure" and "was altered" in bad.found and "farhand keys" in bad.cure
    absent = msgspec.structs.replace(station, keys=str(tmp_path / "none"))
    assert states(absent) == {"keys": "failure"}


def test_no_line_shows_a_key(station):
    for each in found(station).values():
        text = msgspec.json.encode(each).decode()
        assert not any(len(word) >= 32 and word.isalnum() for word in text.split('"'))


def test_a_group_that_does_not_come_back_is_a_failure(station):
    lost = found(station, replace(HOST, echo_s=lambda *_: None))["group tc"]
    assert lost.state == "failure" and "239.192.70.2 did not come back" in lost.found


@pytest.mark.parametrize(
    "end", [("127.0.0.1", 19_063), ("127.0.0.1", 10_015)], ids=["its own", "telemetry's"]
)
def test_a_port_of_the_station_that_somebody_has_is_a_failure(station, end):
    taken = found(station, replace(HOST, is_free=lambda *asked: asked != end))["ports"]
    assert (taken.state, taken.found) == ("failure", f"in use: {end[0]}:{end[1]}")
    assert "farhand runs" in taken.cure


def test_a_port_at_another_machine_is_not_looked_at(station):
    away = msgspec.structs.replace(station.spacecraft, tm="203.0.113.9:10015")
    elsewhere = replace(HOST, is_free=lambda address, _: address != "203.0.113.9")
    assert states(msgspec.structs.replace(station, spacecraft=away), elsewhere) == {}


def test_windows_that_are_all_past_are_told(station):
    past = msgspec.structs.replace(station.link, windows=station.link.windows[:1])
    assert states(msgspec.structs.replace(station, link=past)) == {"windows": "warning"}


def test_a_machine_that_is_none_of_the_hosts_or_keeps_no_utc_is_a_failure(station, tmp_path):
    lan = read_station(texts.written(tmp_path, more=texts.LAN))
    several = msgspec.structs.replace(station, hosts=lan.hosts)
    assert states(several)["interface"] == "failure"
    here = replace(HOST, interfaces=lambda: [LOOPBACK, LAN._replace(address="10.77.0.1")])
    assert states(several, here) == {}
    adrift = replace(here, discipline=lambda: None)
    assert states(several, adrift) == {"UTC": "failure"}


@pytest.mark.real_time
def test_the_command_examines_a_station_and_refuses_a_bad_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "Host", lambda: HOST)
    assert main(["doctor", "--station", str(texts.written(tmp_path))]) == DONE
    assert "station group image" in capsys.readouterr().out
    assert main(["doctor", "--station", str(tmp_path / "none.toml")]) == BAD_FILE
