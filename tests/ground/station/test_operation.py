"""What operating a station is, host by host, and when it is refused."""

import pytest

from ground.run.kept.usage_error import UsageError
from ground.station.operation import Asked, operation
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from tests.ground.station.station_texts import LAN, written

S = 1_000_000_000
BEGIN_NS = 1_767_261_600 * S


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def asked(path, *, host=None, begin_ns=BEGIN_NS, unauthenticated=False):
    return Asked(path, host, begin_ns, unauthenticated)


def planned(folder, **changed):
    how = {key: changed.pop(key) for key in ("host", "begin_ns", "unauthenticated") if key in changed}
    return operation(asked(written(folder, **changed), **how), with_console=False)


def test_a_station_is_flown_by_the_roles_of_a_rehearsal_with_its_adapter_and_no_script(tmp_path):
    plan = planned(tmp_path).plan
    assert set(plan.roles) >= {
        "recorder",
        "bridge",
        "space_segment",
        "predictor",
        "planner",
        "gate",
        "haptics",
    }
    assert "operator" not in plan.roles
    assert plan.faults == ()
    assert plan.addresses.spacecraft.tc.port == 10025


def test_time_zero_is_an_instant_of_utc_and_the_run_is_named_by_it(tmp_path):
    made = planned(tmp_path)
    assert made.plan.zero_utc_ns == BEGIN_NS
    assert made.run.run_id == "north-20260101T100000Z"
    assert made.run.link.windows_s[0] == (0.0, 600.0)


def test_two_hosts_share_run_settings_and_addresses_and_no_participant(tmp_path):
    both = [
        planned(tmp_path, more=LAN, host=host, unauthenticated=True).plan for host in ("control", "antenna")
    ]
    control, antenna = (set(plan.roles) for plan in both)
    assert antenna == {"bridge", "space_segment", "console-2", "supervisor-2"}
    assert not control & antenna
    assert {"gate", "recorder", "supervisor", "console"} <= control
    assert both[0].addresses == both[1].addresses
    assert both[0].addresses.host("bridge") == "10.77.0.1"
    assert both[0].run_id == both[1].run_id
    assert [plan.supervisor for plan in both] == ["supervisor", "supervisor-2"]
    ports = [*both[0].addresses.streams.values(), *both[0].addresses.group_ports.values()]
    assert len(set(ports)) == len(ports)


@pytest.mark.parametrize("more", [LAN, "[network]\nttl = 1\n"])
def test_a_network_without_keys_is_refused_unless_its_rehearsal_is_let_onto_it(tmp_path, more):
    host = "control" if more == LAN else None
    with pytest.raises(SafetyError, match=r"keys: is missing.*farhand keys"):
        planned(tmp_path, more=more, host=host)
    assert planned(tmp_path, more=more, host=host, unauthenticated=True)


@pytest.mark.parametrize("more", ["", LAN])
@pytest.mark.parametrize("unauthenticated", [False, True])
def test_mode_live_without_keys_is_refused_whatever_is_waived(tmp_path, more, unauthenticated):
    with pytest.raises(SafetyError, match="mode live"):
        planned(tmp_path, mode='"live"', more=more, host=None, unauthenticated=unauthenticated)


def test_a_station_whose_windows_are_past_is_not_begun(tmp_path):
    past = "[[2026-01-01T10:00:00Z, 2026-01-01T10:10:00Z]]"
    with pytest.raises(FileError, match="all past"):
        planned(tmp_path, windows=past)
    assert not list((tmp_path / "state").glob("farhand/runs/*"))


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"host": None}, "--host NAME"),
        ({"host": "attic"}, "no such host"),
        ({"host": "control", "begin_ns": None}, "--begin UTC"),
    ],
)
def test_hosts_have_to_be_told_apart_and_to_agree_on_the_beginning(tmp_path, how, problem):
    with pytest.raises(UsageError, match=problem):
        planned(tmp_path, more=LAN, unauthenticated=True, **how)
