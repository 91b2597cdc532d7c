"""What the gate looks at before a set-point leaves, and what it tells of one that has left."""

import pytest

from telemetry.messages.queue import CommandChanges
from tests.planner.gate.gate_bench import CLOCK_NS, T_NS, Bench


def test_the_look_is_told_the_moves_that_the_newest_report_does_not_know():
    bench, steps = Bench().in_plan(released=6), []
    bench.gate.policy.checks = (*bench.gate.policy.checks, steps.append)
    bench.run(0.25)
    [step] = steps
    since_ns = step.report.sampled_ns - T_NS
    unknown = [point.q for point in bench.motions()[:-1] if point.execute_at_ns > since_ns]
    assert list(step.underway) == unknown and len(unknown) >= 3


@pytest.mark.parametrize("kind", ["motion", "stop"])
def test_a_command_that_is_released_says_when_it_is_executed_by_the_grounds_clock(kind):
    bench = Bench().in_plan()
    bench.press_hold()
    bench.run(3.0)
    changes = [change for message in bench.all(CommandChanges) for change in message.changes]
    told = [c.executes_ns for c in changes if (c.kind, c.state) == (kind, "released")]
    assert told == [point.execute_at_ns - CLOCK_NS for point in bench.motions(kind)] != []
