"""What the recorder is told of a life: how late it ticked, what it missed, and the processor it had."""

import pytest

from telemetry.messages.health import LanLoss, RoleLoad
from telemetry.recording.given import tap
from telemetry.recording.given.tap import LifeReport
from tests.telemetry.drive.runtime_bench import Bench, wait_for

MS, S = 1_000_000, 1_000_000_000


@pytest.fixture
def processor(monkeypatch):
    """A process that has used 7 s to start, and then half of all time."""
    used = {"ns": 7 * S}
    monkeypatch.setattr(tap, "processor_ns", lambda: used["ns"])
    return used


def test_a_tick_is_late_against_when_it_was_due_and_not_against_the_one_before(processor):
    report = LifeReport("gate", 3)
    report.begin(0, 20 * MS)  # due before it could be: not late
    report.on_tick(21 * MS)
    for due, ticked in ((250, 254), (500, 509), (750, 750)):
        report.set_due(due * MS, (due - 200) * MS)
        report.on_tick(ticked * MS)
    processor["ns"] += S // 2
    [load] = report.due_messages(0, 1020 * MS)
    assert (load.role, load.life, load.lived, load.processor) == ("gate", 3, 1.0, 0.5)
    assert (load.ticks, load.late) == (4, 1)


def test_load_is_told_once_a_second_and_a_loss_at_once(processor):
    report = LifeReport("gate", 3)
    report.begin(0, 0)
    told = [type(m) for ms in range(0, 3000, 100) for m in report.due_messages(2 if ms > 500 else 0, ms * MS)]
    assert told == [LanLoss, RoleLoad, RoleLoad]


def test_before_time_zero_no_load_is_told(processor):
    assert LifeReport("gate", 3).due_messages(0, 5 * S) == []


@pytest.mark.real_time
def test_a_process_tells_the_recorder_its_load_while_it_runs(tmp_path):
    bench = Bench(tmp_path, roles=("bridge", "recorder"))
    with bench.in_thread("recorder") as recorder, bench.in_thread("bridge", ticks=True):
        wait_for(lambda: recorder.role.of(RoleLoad))
    load = recorder.role.of(RoleLoad)[0]
    assert load.role == "bridge" and load.ticks > 10 and load.processor > 0.0 and load.lived >= 1.0
