"""A process whose number state is lost in flight commands no motion any more; HOLD needs no such file."""

import pytest
from live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts, wait_for

from ground.command_list import DONE, FAILED

pytestmark = [pytest.mark.real_time, pytest.mark.long]


def test_a_gate_that_lost_its_numbers_moves_nothing_and_says_why_and_hold_works_with_all_of_them_lost(
    tmp_path,
):
    with LiveRehearsal(tmp_path, other_acts(tmp_path, LONG_MOTION), "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        before = run.pids()["gate"]
        for numbers in (run.run / "keys").glob("*.numbers"):
            numbers.unlink()
        run.kill("gate")
        run.wait_until(lambda status: run.pids().get("gate") not in (None, before), "another gate")
        log = run.run / "log" / "gate.log"
        wait_for(lambda: "gate commands no motion under key" in log.read_text(), "why")
        run.wait_until(lambda status: status["gate"] == "held", "the latch")
        assert run.hold() == DONE
        resumed = run.ask("resume")
        assert resumed.returncode == FAILED and "its number state is lost" in resumed.stdout + resumed.stderr
        assert run.status()["gate"] == "held"
