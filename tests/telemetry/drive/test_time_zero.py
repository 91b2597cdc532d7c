"""Before time zero a process hears and answers, and does nothing by itself."""

import pytest

from telemetry.drive.run_clock import RunClock
from telemetry.drive.runtime import DONE
from telemetry.messages.command import BridgeReport, Keep
from tests.telemetry.drive.probe_roles import TICK_NS
from tests.telemetry.drive.runtime_bench import Bench, wait_for

pytestmark = pytest.mark.real_time

LATE_NS = 500_000_000  # on a busy machine


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path, is_begun=False)


def is_answered(gate):
    gate.send(Keep(epoch=0, repeat=None))
    return gate.role.of(BridgeReport)


def test_what_is_asked_before_time_zero_is_answered_and_nobody_ticks(bench):
    with bench.in_thread("bridge", ticks=True) as bridge, bench.in_thread("gate") as gate:
        wait_for(lambda: is_answered(gate))
        assert (bridge.role.ticked_ns, bridge.clock.now_ns()) == ([], 0)


def test_the_first_tick_of_every_process_is_at_time_zero(bench):
    with bench.in_thread("bridge", ticks=True) as bridge, bench.in_thread("gate", ticks=True) as gate:
        wait_for(lambda: is_answered(gate))
        RunClock(bench.folder).begin()
        wait_for(lambda: bridge.role.ticked_ns and gate.role.ticked_ns)
    for role in (bridge.role, gate.role):
        assert 0 <= role.ticked_ns[0][0] < LATE_NS


def test_a_process_that_is_started_again_goes_on_in_the_time_of_the_run(bench):
    RunClock(bench.folder).begin()
    with bench.in_thread("bridge", ticks=True) as bridge:
        wait_for(lambda: len(bridge.role.ticked_ns) > 10)
    with bench.in_thread("bridge", ticks=True) as again:
        wait_for(lambda: again.role.ticked_ns)
    assert again.role.ticked_ns[0][0] > bridge.role.ticked_ns[-1][0] >= 10 * TICK_NS


def test_before_time_zero_a_bridge_without_a_supervisor_ends_as_there_is_nothing_to_hold(bench):
    with bench.process("bridge") as bridge:
        bridge.wait_ready()
        bridge.close_pipe()
        assert bridge.code() == DONE
