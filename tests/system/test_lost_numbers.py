"""A process that lost its numbers, what it heard, or its key in flight commands no motion; HOLD goes on."""

import msgspec
import pytest
from live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts, wait_for

from ground.command_list import DONE, FAILED
from telemetry.keys.key_file import key_in, write_key

pytestmark = [pytest.mark.real_time, pytest.mark.long]


def lose_numbers(keys):
    for numbers in keys.glob("*.numbers"):
        numbers.unlink()


def lose_heard(keys):
    for page in keys.glob("*.heard"):
        page.unlink()


def expire(keys):
    for path in keys.glob("*.key"):
        content = key_in(path)
        write_key(path, msgspec.structs.replace(content, expires_ns=content.made_ns + 1))


@pytest.mark.parametrize("harm", [lose_numbers, lose_heard, expire])
def test_a_gate_that_is_started_again_moves_nothing_and_says_why_and_hold_works_with_all_of_them_so(
    tmp_path, harm
):
    with LiveRehearsal(tmp_path, other_acts(tmp_path, LONG_MOTION), "--no-cameras") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        before = run.pids()["gate"]
        harm(run.run / "keys")
        run.kill("gate")
        run.wait_until(lambda status: run.pids().get("gate") not in (None, before), "another gate")
        log = run.run / "log" / "gate.log"
        wait_for(lambda: "gate commands no motion under" in log.read_text(), "why")
        run.wait_until(lambda status: status["gate"] == "held", "the latch")
        assert run.hold() == DONE
        resumed = run.ask("resume")
        assert resumed.returncode == FAILED and "its numbers are lost" in resumed.stdout + resumed.stderr
        assert run.status()["gate"] == "held"
