"""What the doctor really looks at on this machine: sockets, files, a child."""

import json
import socket
from dataclasses import replace

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from ground.commands import doctor
from ground.doctor.host import Host, free_addresses
from ground.doctor.places import look_at, synced
from ground.run.processes.child_answer import child_answer
from telemetry.network.host_network import echo_s, interfaces
from telemetry.network.launch import LOOPBACK
from tests.full_disk import nothing_fits
from tests.ground.doctor.healthy import HEALTHY

pytestmark = pytest.mark.real_time


def test_a_packet_to_a_group_comes_back_on_the_loopback():
    addresses = free_addresses()
    assert echo_s(addresses.groups["tm"], addresses.group_ports["tm"], LOOPBACK) < 0.5
    assert LOOPBACK in [each.address for each in interfaces() if each.is_up and each.is_loopback]


def test_a_packet_by_an_interface_that_is_not_there_is_an_error():
    with pytest.raises(OSError, match=r"No such device|Cannot assign"):
        echo_s("239.192.78.32", 20_000, "203.0.113.9")


def test_a_port_that_a_program_has_is_seen_and_free_again_after_it():
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        assert not Host().is_free(LOOPBACK, port)
    assert Host().is_free(LOOPBACK, port)


def test_a_small_write_is_gone_again(tmp_path):
    assert 0 < synced(tmp_path / "not" / "there").median_s < 10.0
    assert [*tmp_path.iterdir()] == []


def test_a_full_disk_is_an_error(tmp_path):
    with nothing_fits(), pytest.raises(OSError, match="too large"):
        synced(tmp_path)


def test_a_folder_that_is_not_there_is_judged_by_the_one_above(tmp_path):
    found = look_at(tmp_path / "a" / "b")
    assert (found.nearest, found.is_there, found.can_write) == (tmp_path, False, True)


def test_a_file_in_the_way_of_a_folder_is_seen(tmp_path):
    (tmp_path / "farhand").write_text("")
    assert not look_at(tmp_path / "farhand").is_folder


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("import os; os.abort()", "it ended with -6"),
        ("import sys; sys.stderr.write('qt.qpa: no xcb\\n\\nAborted'); sys.exit(1)", "qt.qpa: no xcb"),
        ("import sys; sys.stdin = open(0); input()", "EOFError: EOF when reading a line"),
    ],
)
def test_a_child_that_ends_says_why(code, complaint):
    assert child_answer(code, {}, patience_s=20.0) == (None, complaint)


def test_a_child_that_hangs_is_ended():
    assert child_answer("import time; time.sleep(60)", {}, patience_s=0.1).complaint.endswith("within 0.1 s")


def told(monkeypatch, capsys, host, *options):
    monkeypatch.setattr(doctor, "Host", lambda: host)
    return main(["doctor", *options]), capsys.readouterr()


def test_the_command_ends_with_0_unless_something_fails(monkeypatch, capsys):
    assert told(monkeypatch, capsys, HEALTHY)[0] == DONE
    assert told(monkeypatch, capsys, replace(HEALTHY, processors=lambda: 1))[0] == DONE
    code, output = told(monkeypatch, capsys, replace(HEALTHY, echo_s=lambda *_: None), "--json")
    assert code == FAILED and not json.loads(output.out)["ok"]


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_asked(monkeypatch, capsys):
    code, output = told(monkeypatch, capsys, None, "--json", "/not/there/found.json")
    assert code == BAD_FILE and "/not/there/found.json" in output.err


def test_progress_names_the_check_that_goes_on(monkeypatch, capsys):
    assert "of 13: interfaces" in told(monkeypatch, capsys, HEALTHY)[1].err


@pytest.mark.long
def test_the_whole_examination_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    _, output = told(monkeypatch, capsys, Host(), "--json")
    checks = {each["check"] for each in json.loads(output.out)["findings"]}
    assert checks >= {"multicast", "punctuality", "first verdict"} and [*tmp_path.iterdir()] == []
