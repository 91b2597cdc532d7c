"""The real-time driver: the same semantics as virtual time, with real processes, sockets and signals."""

import os
import signal

import msgspec
import pytest

from telemetry.drive.role_process import main
from telemetry.drive.runtime import DIED, DONE
from telemetry.drive.store import FileStore, StoreError
from telemetry.drive.task import BAD_FILE, USAGE, Heartbeat
from telemetry.life.contract import PersistFailed, WorkDone
from telemetry.messages.command import BridgeReport, HoldCommand, HoldTaken, Keep, taken
from telemetry.messages.health import Tapped
from telemetry.recording.given.received import name_of
from telemetry.wire.codec import Reader, Received
from tests.full_disk import nothing_fits
from tests.telemetry.drive.probe_roles import report
from tests.telemetry.drive.runtime_bench import Bench, wait_for

pytestmark = pytest.mark.real_time


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def keep(epoch: int) -> Keep:
    return Keep(epoch=epoch, repeat=None)


def answers(runtime) -> list[BridgeReport]:
    return runtime.role.of(BridgeReport)


def ask_until_answered(runtime, epoch: int = 0) -> None:
    """Say something until both ways are known to be open."""
    before = len(answers(runtime))

    def asked():
        runtime.send(keep(epoch))
        return len(answers(runtime)) > before

    wait_for(asked)


def test_two_processes_talk_over_multicast_and_tcp_in_order(bench):
    with bench.process("bridge") as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()
        ask_until_answered(gate)
        for epoch in range(1, 101):
            gate.send(keep(epoch))
        wait_for(lambda: answers(gate)[-1].epoch == 100)
        numbers = [answer.epoch for answer in answers(gate) if answer.epoch]
    assert numbers == list(range(1, 101))


def test_a_run_that_shares_all_groups_with_another_hears_its_own_and_counts_the_other(bench, tmp_path):
    other = Bench(tmp_path, run_id="another run")
    other.addresses = msgspec.structs.replace(
        other.addresses, groups=bench.addresses.groups, group_ports=bench.addresses.group_ports
    )
    with (
        bench.process("bridge") as bridge,
        bench.in_thread("gate") as gate,
        other.in_thread("gate") as stranger,
    ):
        bridge.wait_ready()
        ask_until_answered(gate)
        before = len(answers(gate))
        stranger.send(keep(99))
        wait_for(lambda: any("rejected on tc: other_run" in line for line in bridge.log))
        ask_until_answered(gate)
    assert all(answer.epoch == 0 for answer in answers(gate)[before:])
    assert answers(stranger) == []


def test_a_hold_is_answered_to_the_very_console_that_pressed_it(tmp_path):
    bench = Bench(tmp_path, roles=("bridge", "console", "console-2"))
    with (
        bench.in_thread("bridge") as bridge,
        bench.in_thread("console") as first,
        bench.in_thread("console-2") as second,
    ):
        hear_all(bridge, first, second)
        for number, console in enumerate((second, first)):
            hold = HoldCommand(actor="x", pressed_ns=0, nonce=number)
            console.send(hold)
            wait_for(lambda console=console, hold=hold: taken(hold, "bridge") in console.role.seen)
        hear_all(bridge, first, second)
    assert [[answer.nonce for answer in console.role.of(HoldTaken)] for console in (first, second)] == [
        [1],
        [0],
    ]


def hear_all(bridge, *consoles) -> None:
    """Let the bridge speak until every console has heard it once more."""
    before = [len(answers(console)) for console in consoles]

    def heard():
        bridge.send(report(1))
        return all(len(answers(console)) > was for console, was in zip(consoles, before, strict=True))

    wait_for(heard)


def test_a_process_says_ready_once_and_then_beats(bench):
    with bench.process("bridge") as bridge:
        wait_for(lambda: bridge.lines.count("beat") >= 3)
        assert bridge.lines[0] == "ready"
        assert bridge.lines.count("ready") == 1


def test_a_terminated_process_stops_cleanly(bench):
    with bench.process("bridge", ticks=True) as bridge:
        bridge.wait_ready()
        bridge.signal(signal.SIGTERM)
        assert bridge.code() == DONE
    assert bridge.log[-1].endswith("bridge: stopped")


def test_an_interrupt_of_the_keyboard_is_left_to_the_supervisor(bench):
    with bench.process("bridge") as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()
        bridge.signal(signal.SIGINT)
        ask_until_answered(gate)
        bridge.signal(signal.SIGTERM)
        assert bridge.code() == DONE


def test_a_process_ends_when_its_supervisor_is_gone(tmp_path):
    with Bench(tmp_path, roles=("predictor",)).process("predictor") as predictor:
        predictor.wait_ready()
        predictor.close_pipe()
        assert predictor.code() == DONE


def test_a_bridge_outlives_its_supervisor_is_told_so_and_ends_when_its_role_has_done(bench):
    with bench.process("bridge", on_keep="end") as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        bridge.close_pipe()
        wait_for(lambda: any("this process stays" in line for line in bridge.log))
        gate.send(keep(1))
        assert bridge.code() == DONE


def test_a_bridge_whose_supervisor_dies_before_it_is_ready_stays_too(bench):
    with bench.process("bridge") as bridge, bench.in_thread("gate") as gate:
        bridge.close_pipe()
        ask_until_answered(gate)
        assert bridge.child.poll() is None


def test_a_terminated_process_does_not_wait_for_its_work(bench):
    with bench.process("bridge", on_keep="work_long") as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()
        ask_until_answered(gate)
        bridge.signal(signal.SIGTERM)
        assert bridge.code() == DONE


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "TypeError"),
        ("work_fails", "ValueError: cannot work on 7"),
        ("lie", "bridge is no sender of ScriptDone"),
    ],
)
def test_a_broken_role_dies_with_one_line(bench, fault, told):
    with bench.process("bridge", on_keep=fault) as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()

        def asked():
            gate.send(keep(7))
            return bridge.child.poll() is not None

        wait_for(asked)
        assert bridge.code() == DIED
    [line] = [line for line in bridge.log if "died" in line]
    assert told in line
    assert "Traceback" not in "".join(bridge.log)


def test_a_role_whose_due_time_stands_still_dies(bench):
    with bench.process("bridge", on_keep="stands still", ticks=True) as bridge:
        assert bridge.code() == DIED
    assert any("still due" in line for line in bridge.log)


def test_the_value_of_work_comes_back_to_the_role(bench):
    with bench.in_thread("bridge", on_keep="work"), bench.in_thread("gate") as gate:
        ask_until_answered(gate, epoch=21)
        assert answers(gate)[0] == report(42, "worked")


def test_what_an_observer_has_worked_out_need_not_fit_a_recording(bench):
    with bench.in_thread("observer") as observer:
        observer.submit(lambda now_ns: observer._give_driver_input(WorkDone("series", object()), now_ns))
        wait_for(lambda: observer.role.seen)


def test_a_record_is_durable_before_what_follows_is_sent(bench):
    with bench.in_thread("bridge", on_keep="persist") as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        assert bridge.role.store.records("log")[0] == b"record"


def test_a_failed_persist_drops_what_follows_and_tells_the_role_first(bench, tmp_path):
    (tmp_path / "store" / "bridge" / "log.log").mkdir(parents=True)  # nothing can be appended to a folder
    with bench.in_thread("bridge", on_keep="persist") as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
    assert {answer.reason for answer in answers(gate)} == {"persist failed"}
    kinds = [type(item) for item in bridge.role.seen]
    assert kinds == [Keep, PersistFailed] * (len(kinds) // 2)


def test_a_store_that_cannot_be_written_keeps_nobody_from_starting_and_is_told_in_one_line(bench, tmp_path):
    (tmp_path / "store").touch()
    with bench.process("bridge") as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()
        ask_until_answered(gate)
        told = [line for line in bridge.log if "counts on by the clock alone, which is not durable" in line]
    assert len(told) == 1


def test_each_start_of_a_process_is_on_disk_with_a_later_epoch_before_it_is_ready(bench):
    for _ in range(2):
        with bench.process("bridge") as bridge:
            bridge.wait_ready()
    first, second = FileStore(bench.folder / "store" / "bridge", sync=False).records("boot")
    assert first < second


def test_no_tick_is_early_and_the_next_one_follows_the_due_time(bench):
    with bench.in_thread("bridge", ticks=True) as bridge:
        wait_for(lambda: len(bridge.role.ticked_ns) >= 20)
    assert all(now_ns >= due_ns for now_ns, due_ns in bridge.role.ticked_ns)
    due = [due_ns for _, due_ns in bridge.role.ticked_ns]
    assert due == sorted(set(due))


def test_nothing_reaches_a_role_after_its_end(bench):
    with bench.in_thread("bridge") as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        bridge.stop()
        wait_for(lambda: bridge.codes)
        seen = len(bridge.role.seen)
        gate.send(keep(9))
        bridge.send(report(9))
    assert len(bridge.role.seen) == seen
    assert all(answer.epoch != 9 for answer in answers(gate))


def test_what_was_given_before_the_stop_is_still_sent(bench):
    with bench.in_thread("bridge") as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        bridge.send(report(5, "last words"))
        bridge.stop()
        wait_for(lambda: any(answer.reason == "last words" for answer in answers(gate)))


def test_the_recorder_is_told_what_a_role_received_and_when_it_ticked(tmp_path, monkeypatch):
    def given():
        notes = [note for note in recorder.role.of(Tapped) if note.role == "bridge"]
        return [each.packet for note in notes for each in note.given]

    monkeypatch.setattr("telemetry.drive.runtime.RECORDER", "nobody")  # the probe's notes: in a plain store
    bench = Bench(tmp_path, roles=("bridge", "gate", "recorder"))
    with (
        bench.in_thread("recorder") as recorder,
        bench.in_thread("bridge", ticks=True),
        bench.in_thread("gate") as gate,
    ):
        ask_until_answered(gate, epoch=3)
        keep_packet, *_ = wait_for(lambda: [data for data in given() if name_of("bridge", data) == "Keep"])
        wait_for(lambda: any(name_of("bridge", data) == "Ticked" for data in given()))
    assert name_of("bridge", given()[0]) == "Started"
    heard = Reader().decode(keep_packet, "tc")
    assert isinstance(heard, Received)
    assert heard.message == keep(3)


def test_a_port_that_is_taken_ends_the_process_with_one_line(bench):
    with bench.in_thread("bridge") as first, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        with bench.process("bridge") as second:
            assert second.code() == DIED
        assert not first.codes
    [line] = [line for line in second.log if "died" in line]
    assert "in use" in line


def test_a_launch_file_that_cannot_be_used_is_one_line(tmp_path, capsys):
    broken = tmp_path / "gate.json"
    broken.write_text('{"role": "gate"')
    assert main(["gate", str(broken)]) == BAD_FILE
    assert main(["gate", str(tmp_path / "none.json")]) == BAD_FILE
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_launch_file_of_another_participant_is_refused(bench, capsys):
    with bench.process("bridge") as bridge:
        path = bridge.log_path.with_suffix(".json")
        assert main(["gate", str(path)]) == USAGE
    assert "is bridge's, not gate's" in capsys.readouterr().err


def test_a_full_pipe_is_not_taken_for_a_dead_supervisor():
    reading, writing = os.pipe()
    heartbeat = Heartbeat(writing)
    for _ in range(20_000):
        assert heartbeat.beat()
    os.close(reading)
    assert not heartbeat.beat()
    os.close(writing)


def test_a_process_goes_on_and_ends_in_order_when_its_log_cannot_be_written(bench):
    with bench.process("bridge", ticks=True) as bridge, bench.in_thread("gate") as gate:
        ask_until_answered(gate)
        with nothing_fits(bridge.child.pid):
            ask_until_answered(gate)
            gate.stop()
            bridge.signal(signal.SIGTERM)
            assert bridge.code() == DONE
    assert not any("stopped" in line for line in bridge.log)  # it was not written


class FullAtTheEnd:
    """A store whose disk is full when it is closed."""

    def close(self):
        raise StoreError("no space left")


def test_a_disk_that_is_full_at_the_end_is_no_crash(bench):
    with bench.in_thread("gate") as gate:
        gate._store = FullAtTheEnd()
    wait_for(lambda: gate.codes)
    assert gate.codes == [DONE]
