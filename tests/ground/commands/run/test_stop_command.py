"""Which run `farhand stop` means, and what it says of the latch."""

import contextlib
import socket
import threading

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.commands.run.stop import hold_still
from ground.run import latch_listener
from ground.run.kept.known_runs import KnownRun, runs_folder, write_run_file
from ground.run.kept.locks import SUPERVISOR, held, lock_path
from ground.run.latch_listener import wait_for_latch
from ground.run.processes.supervisor import StartError
from telemetry.agreed.participants import Speakers
from telemetry.life.clock import monotonic_ns
from telemetry.network.launch import LOOPBACK
from telemetry.network.reservation import reserve
from telemetry.wire.codec import Wire
from tests.telemetry.test_bridge_role import telemetry

pytestmark = pytest.mark.real_time

SOON_S = 0.3
PATIENCE_S = 30.0


@pytest.fixture
def known(tmp_path, monkeypatch):
    """Make runs known; none of their processes lives."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(latch_listener, "STOP_S", SOON_S)
    with contextlib.ExitStack() as reserved:

        def run(name, delay_s=0.0):
            folder = runs_folder() / name
            folder.mkdir(parents=True)
            made = KnownRun(
                folder=str(folder),
                mode="rehearsal",
                run_id="test",
                begun="20260131T120000Z",
                up_s=delay_s,
                down_s=delay_s,
                period_s=0.25,
                addresses=reserved.enter_context(reserve(["bridge"])).addresses,
            )
            write_run_file(made)
            return made

        yield run


def living_gate(run):
    return held(lock_path(runs_folder() / run.folder, "gate"))


def test_without_a_name_there_has_to_be_just_one_run_that_lives(known, capsys):
    first, second = known("pass-1"), known("pass-2")
    assert main(["stop"]) == USAGE
    assert "no run lives here" in capsys.readouterr().err
    with living_gate(first), living_gate(second):
        assert main(["stop"]) == USAGE
    assert "name one of them: pass-1, pass-2" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["pass-1", "{folder}"])
def test_a_run_is_named_by_its_name_or_folder(known, capsys, name):
    run = known("pass-1")
    assert main(["stop", "--run", name.format(folder=run.folder)]) == DONE
    assert capsys.readouterr().out == "pass-1: no process of it lives\n"


def test_what_is_no_run_is_one_line(known, capsys):
    assert main(["stop", "--run", "pass-9"]) == BAD_FILE
    [line] = capsys.readouterr().err.splitlines()
    assert "pass-9" in line


def test_before_a_run_has_begun_nobody_waits_for_a_latch(known, capsys, monkeypatch):
    monkeypatch.setattr(latch_listener, "STOP_S", PATIENCE_S)
    began_ns = monotonic_ns()
    assert hold_still(known("pass-1"))
    assert monotonic_ns() - began_ns < PATIENCE_S * 1e9
    assert "the run has not begun: nothing has moved" in capsys.readouterr().out


@contextlib.contextmanager
def reporting(run, *, latched):
    """Let a bridge hand on reports until the end."""
    ended, wire = threading.Event(), Wire("bridge", Speakers(run_id=run.run_id))
    group = run.addresses.groups["tm"], run.addresses.group_ports["tm"]

    def report():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
            opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
            while not ended.wait(0.01):
                for packet in wire.packets(telemetry(latched=latched), monotonic_ns()):
                    opened.sendto(packet, group)

    thread = threading.Thread(target=report)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize(("latched", "heard"), [(True, "latched"), (False, "not latched")])
def test_the_latch_is_heard_on_the_telemetry_group(known, latched, heard):
    run = known("pass-1")
    with reporting(run, latched=latched):
        assert wait_for_latch(run, monotonic_ns()) == heard


def test_without_telemetry_nobody_knows_of_the_latch(known):
    assert wait_for_latch(known("pass-1"), monotonic_ns()) == "no telemetry"


def test_a_report_that_cannot_know_of_the_press_yet_is_not_believed(known):
    run, pressed_ns = known("pass-1", delay_s=0.1), monotonic_ns()
    with reporting(run, latched=True):
        assert wait_for_latch(run, pressed_ns) == "latched"
    assert monotonic_ns() - pressed_ns >= 200_000_000


def test_a_new_rehearsal_names_orphans_in_one_line_and_how_to_end_them(known, capsys, monkeypatch):
    monkeypatch.setattr("ground.commands.run.rehearse.fly_live", no_flight)
    orphaned, supervised = known("pass-1"), known("pass-2")
    with living_gate(orphaned), living_gate(supervised), supervisor_of(supervised):
        main(["rehearse", "--headless"])
    first, *_ = capsys.readouterr().err.splitlines()
    assert first.endswith("a run lives on without its supervisor; end it with `farhand stop --run pass-1`")
    assert "pass-2" not in first


def supervisor_of(run):
    return held(lock_path(runs_folder() / run.folder, SUPERVISOR))


def no_flight(*given, **options):
    raise StartError("nothing is flown here")
