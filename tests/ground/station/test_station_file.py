"""A station file: strict, in UTC, and without anything that only a rehearsal of a scenario has."""

import pytest

from ground.station.station_file import read_station, run_station
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from tests.ground.station.station_texts import LAN, written

S = 1_000_000_000
TEN_UTC = 1_767_261_600 * S  # 2026-01-01T10:00:00Z


def test_windows_in_utc_become_the_run_s_own_time(tmp_path):
    plan = run_station(read_station(written(tmp_path)), TEN_UTC - 60 * S).link
    assert plan.windows_s[0] == (60.0, 660.0)
    assert not plan.has_window(59 * S)
    assert plan.has_window(61 * S)
    assert plan.windows_s[1][0] > 1e9


def test_a_station_releases_by_the_watermark_and_has_no_seed(tmp_path):
    station = run_station(read_station(written(tmp_path)), TEN_UTC)
    assert station.commanding.policy == "watermark"
    assert not hasattr(station, "seed")


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ("[truth]\npayload_kg = 2.0\n", "truth"),
        ('[[fault]]\nkind = "latch"\n', "fault"),
        ("[[act]]\n", "act"),
        ("[operator]\nreaction_s = 0.1\n", "operator"),
        ("[expect]\ncompleted = true\n", "expect"),
        ('[commanding]\npolicy = "refill"\n', "commanding.policy"),
        ('[commanding]\npolicy = "unchecked"\n', "commanding.policy"),
    ],
)
def test_what_only_a_rehearsal_knows_is_refused_in_one_line(tmp_path, more, key):
    with pytest.raises(SafetyError) as refused:
        read_station(written(tmp_path, more=more))
    assert refused.value.where == key
    assert "a station" in str(refused.value)


def test_a_seed_is_refused_in_one_line(tmp_path):
    path = written(tmp_path)
    path.write_text("seed = 1\n" + path.read_text())
    with pytest.raises(SafetyError, match="seed"):
        read_station(path)


@pytest.mark.parametrize(
    ("changed", "where", "problem"),
    [
        ({"windows": "[[2026-01-01T10:00:00, 2026-01-01T11:00:00]]"}, "link", "ends in Z"),
        ({"windows": "[[2026-01-01T11:00:00Z, 2026-01-01T10:00:00Z]]"}, "link", "ascending"),
        (
            {"windows": "[[0.0, 600.0]]"},
            "link.windows[0][0]",
            "expected an instant of UTC such as 2026-11-24T10:00:00Z",
        ),
        ({"tc": '"127.0.0.1"'}, "spacecraft.tc", "ADDRESS:PORT"),
        ({"tm": '"300.0.0.1:10015"'}, "spacecraft.tm", "ADDRESS:PORT"),
        ({"tc": '"127.0.0.1:70000"'}, "spacecraft.tc", "65535"),
        ({"mode": '"replay"'}, "mode", "replay"),
        ({"robot": '"shiyan8"'}, "robot", "shiyan7_like"),
        ({"more": '[network.groups]\ntm = "224.0.0.1"\n'}, "network.groups.tm", "239.192.0.0/14"),
        ({"more": "[network]\nttl = 9\n"}, "network.ttl", "8"),
        ({"more": "[network]\nfirst_port = 65500\n"}, "network.first_port", "65472"),
        ({"more": '[[host]]\nname = "a"\ninterface = "eth0"\n'}, "host[0].interface", "IPv4"),
        ({"more": LAN + 'extra = "x"\n'}, "host[1].extra", "unknown key"),
        ({"more": LAN.replace("console-2", "spacecraft-9")}, "host[1].participants", "spacecraft-9"),
        ({"more": LAN.replace("console-2", "supervisor")}, "host[1].participants", "supervisor"),
        ({"more": LAN.replace("console-2", "bridge")}, "host[1]", "twice"),
    ],
)
def test_a_mistake_is_named_by_file_and_key_with_what_is_right(tmp_path, changed, where, problem):
    with pytest.raises(FileError) as refused:
        read_station(written(tmp_path, **changed))
    assert refused.value.path.endswith("north.toml")
    assert refused.value.where == where
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("changed", "stays"),
    [
        ({}, True),
        ({"tc": '"10.77.0.9:10025"'}, False),
        ({"tm": '"0.0.0.0:10015"'}, False),
        ({"more": "[network]\nttl = 1\n"}, False),
        ({"more": LAN}, False),
    ],
)
def test_a_station_knows_whether_anything_of_it_leaves_its_host(tmp_path, changed, stays):
    assert read_station(written(tmp_path, **changed)).on_loopback == stays
