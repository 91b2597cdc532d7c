"""The same list of faults in real time: one process lets in what virtual time lets in."""

import itertools

import msgspec
import pytest

from ground.faults.fault_seams import FaultSeams
from ground.faults.ground_faults import Disturbance, FailingStore, Frozen, SlowStore, Stepped
from telemetry.drive.role_process import main
from telemetry.drive.task import BAD_FILE
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.command import BridgeReport, Keep
from telemetry.messages.health import Beat
from tests.telemetry.drive.probe_roles import ProbeSettings, report
from tests.telemetry.drive.runtime_bench import Bench, wait_for

pytestmark = pytest.mark.real_time

S = 1_000_000_000
ENDLESS = 2**60
ALWAYS = {"at_s": 0.0, "duration_s": 3600.0}
REPORTS = [report(number) for number in range(60)]
LAST = report(1000)
BEATS = itertools.count()


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


@pytest.fixture
def sealed(tmp_path):
    bench = Bench(tmp_path, run_id="sealed")
    bench.seal()
    return bench


def to_gate(**chances) -> Disturbance:
    """What becomes of the bridge's reports to the gate."""
    return Disturbance(participant="gate", messages=("BridgeReport",), **ALWAYS, **chances)


def heard_in_real_time(bench, *faults, at_least=1):
    """Numbers of the reports that reach the gate in real time."""
    bench.faults = faults
    with bench.in_thread("gate") as gate, bench.in_thread("bridge") as bridge:
        pass_a_beat(bridge, gate)
        for said in REPORTS:
            bridge.send(said)
        pass_a_beat(bridge, gate)  # behind them, on the same connection
        wait_for(lambda: len(gate.role.of(BridgeReport)) >= at_least)
        return [heard.epoch for heard in gate.role.of(BridgeReport)]


def pass_a_beat(bridge, gate):
    """Beat until the gate has heard one of these very beats."""
    beat = Beat(role="bridge", configuration=bytes([next(BEATS)]) * 32)

    def heard():
        bridge.send(beat)
        return beat in gate.role.seen

    wait_for(heard)


def heard_in_virtual_time(*faults):
    """The same in virtual time."""
    specs = [
        RoleSpec("bridge", f"{__name__}:build_speaker", None),
        RoleSpec("gate", "tests.telemetry.drive.probe_roles:build", ProbeSettings()),
    ]
    driver = VirtualTime(specs, seed=1)
    driver.seams = FaultSeams(faults, seed=1)
    driver.run(until_ns=S)
    return [heard.epoch for heard in driver.role("gate").of(BridgeReport)]


class Speaker:
    """Says every report at its first tick."""

    due_ns = 0

    def receive(self, message, sender, now_ns):
        return []

    def tick(self, now_ns):
        self.due_ns = ENDLESS
        return [Send(said) for said in REPORTS]


def build_speaker(settings, store, rng):
    return Speaker()


CHANCES = pytest.mark.parametrize(
    "chances",
    [
        {"drop": 0.4},
        {"double": 0.4},
        {"damage": 0.4},
        {"replay": 0.4},
        {"drop": 0.2, "damage": 0.2, "double": 0.3, "replay": 0.3},
    ],
    ids=lambda chances: "-".join(chances),
)


@CHANCES
def test_a_list_of_faults_and_a_seed_do_the_same_in_both_drivers(sealed, chances):
    heard = heard_in_real_time(sealed, to_gate(**chances))
    assert heard == heard_in_virtual_time(to_gate(**chances))


@CHANCES
def test_what_is_not_sealed_is_taken_again_and_else_meets_the_same_faults(bench, chances):
    heard = heard_in_real_time(bench, to_gate(**chances))
    assert heard != [said.epoch for said in REPORTS]
    assert list(dict.fromkeys(heard)) == list(dict.fromkeys(heard_in_virtual_time(to_gate(**chances))))


def test_late_messages_of_a_sealed_connection_are_taken_out_of_order_where_there_are_faults(sealed):
    heard = heard_in_real_time(sealed, to_gate(late=0.5, late_s=0.1), at_least=len(REPORTS))
    assert heard != sorted(heard)
    assert sorted(heard) == [said.epoch for said in REPORTS]


def test_late_messages_come_out_of_order_in_real_time_too(bench):
    heard = heard_in_real_time(bench, to_gate(late=0.5, late_s=0.1), at_least=len(REPORTS))
    assert heard != sorted(heard)
    assert sorted(heard) == [said.epoch for said in REPORTS]


def test_a_frozen_process_goes_on_later_with_what_has_waited_in_order(bench):
    thaws_ns = S // 2
    bench.faults = (Frozen(participant="gate", at_s=0.0, duration_s=thaws_ns / S),)
    with bench.in_thread("gate") as gate, bench.in_thread("bridge") as bridge:
        pass_a_beat(bridge, gate)
        assert gate.clock.now_ns() >= thaws_ns
        for said in (*REPORTS, LAST):
            bridge.send(said)
        wait_for(lambda: LAST in gate.role.seen)
    assert [heard for heard in gate.role.seen if heard in REPORTS] == REPORTS


def test_a_process_whose_clock_is_ahead_ticks_by_it(bench):
    bench.faults = (Stepped(participant="gate", at_s=0.0, step_s=1000.0),)
    with bench.in_thread("gate", ticks=True) as gate:
        wait_for(lambda: len(gate.role.ticked_ns) > 3)
    assert min(now_ns for now_ns, _ in gate.role.ticked_ns) >= 1000 * S


def test_a_process_whose_clock_is_behind_waits_for_its_time_and_hears_meanwhile(bench):
    bench.faults = (Stepped(participant="gate", at_s=0.0, step_s=-1000.0),)
    with bench.in_thread("gate", ticks=True) as gate, bench.in_thread("bridge") as bridge:
        pass_a_beat(bridge, gate)
    assert gate.role.ticked_ns == []


def test_a_process_whose_store_fails_is_told_and_sends_nothing_that_stood_behind_the_record(bench):
    bench.faults = (FailingStore(participant="bridge", **ALWAYS, how="tears"),)
    with bench.process("bridge", on_keep="persist") as bridge, bench.in_thread("gate") as gate:
        bridge.wait_ready()
        assert {answer.reason for answer in answers_to_a_keep(gate)} == {"persist failed"}


def test_a_slow_disk_keeps_back_what_stands_behind_the_record(bench):
    bench.faults = (SlowStore(participant="bridge", **ALWAYS, write_s=0.2),)
    with bench.in_thread("bridge", on_keep="persist"), bench.in_thread("gate") as gate:
        asked_ns = monotonic_ns()
        assert answers_to_a_keep(gate)[0] == report(7)
        assert monotonic_ns() - asked_ns >= S // 5


def answers_to_a_keep(gate):
    """Ask the bridge until it answers."""

    def answered():
        gate.send(Keep(epoch=7, repeat=None))
        return gate.role.of(BridgeReport)

    return wait_for(answered)


def test_nothing_that_flies_takes_faults_and_the_line_says_what_to_do(bench, capsys):
    bench.faults = (to_gate(drop=1.0),)
    text = msgspec.json.encode(bench.launch("gate")).replace(b'"rehearsal"', b'"live"')
    path = bench.folder / "gate.json"
    path.write_bytes(text)
    assert main(["gate", str(path)]) == BAD_FILE
    said = capsys.readouterr().err.strip()
    assert "\n" not in said
    assert "mode live takes no faults" in said
