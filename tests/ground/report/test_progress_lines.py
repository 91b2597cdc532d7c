"""The line of progress: what is being done, and what a person must know at once."""

import msgspec

from ground.report.progress_lines import event_line, progress_line
from ground.run.live_run import Progress
from ground.run.processes.compiling import CompileProgress
from telemetry.agreed.authority import State
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayStatus

STILL = JointState(q=(0.0,), qd=(0.0,), qdd=(0.0,))
PLAN = GateStatus(
    state=State.PLAN,
    has_window=True,
    epoch=1,
    waiting=4,
    in_flight=29,
    verified_until=4,
    last=STILL,
    quiet=False,
    latched=False,
    held_by="",
    up=3.5,
    down=3.5,
    round_trip=7.012,
    window_closes_ns=0,
    window_opens_ns=None,
    ended_by="",
    rolled_back=False,
    time_step=None,
)


def test_it_tells_time_work_queue_and_round_trip():
    line = progress_line(Progress("running", mission_s=12.34, gate=PLAN))
    assert line.split("   ")[0].strip().startswith("12.3 s  flies the plan")
    assert "queue 4, in flight 29" in line
    assert "round trip 7.01 s" in line
    assert "!" not in line


def test_a_process_that_died_a_latch_and_a_closed_window_are_named():
    held = msgspec.structs.replace(PLAN, state=State.HELD, latched=True, has_window=False)
    progress = Progress("running", gate=held, event="gate died: killed by SIGKILL")
    line = progress_line(progress)
    assert all(word in line for word in ("held", "latched on board", "no contact window"))
    assert event_line(progress) == "   0.0 s  ! gate died: killed by SIGKILL"


def test_before_the_gate_has_spoken_it_says_starting_and_every_state_has_words():
    assert progress_line(Progress("compiling", elapsed_s=12.3)) == "compiling kernels   12 s"
    compiling = Progress("compiling", elapsed_s=12.3, compiled=CompileProgress(kernels=34, parts=2, of=6))
    told = "compiling kernels: 34 are there, 2 of 6 parts are done   12 s"
    assert progress_line(compiling) == told
    assert "3 of 9 processes are ready" in progress_line(Progress("starting", ready=3, processes=9))
    summing_up = Progress("summing up", elapsed_s=2.1, mission_s=151.2, summed_s=61.4)
    assert "summing up what was recorded: 61 s of 151 s   2 s" in progress_line(summing_up)
    for state in State:
        assert progress_line(
            Progress("running", gate=msgspec.structs.replace(PLAN, state=state, round_trip=None))
        )


def test_a_run_that_a_person_holds_says_who_and_both_ways_on():
    line = progress_line(
        Progress("running", gate=msgspec.structs.replace(PLAN, state=State.HELD, held_by="console"))
    )
    assert all(word in line for word in ("held by console", "`farhand resume` goes on", "Ctrl-C ends"))


def test_of_a_replay_it_tells_place_and_speed():
    status = ReplayStatus(
        at=12.34, duration=60.0, speed=0.5, playing=True, sent=7, done=False, detail="", loop=None
    )
    line = progress_line(Progress("running", mission_s=25.0, replay=status))
    assert line == "  25.0 s  playing 0.5x   12.3 s of 60.0 s"
