"""HOLD in flight, by command, with every state file of the run gone, a bridge that has lost all, and no disk.

motion ---> stores and numbers deleted ---> kill -9 the bridge ---> every disk full ---> HOLD ---> latched
"""

import shutil
from contextlib import ExitStack

import pytest
from live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts, wait_for

from ground.command_list import DONE
from tests.full_disk import nothing_fits

pytestmark = [pytest.mark.real_time, pytest.mark.long]


def forget_everything(run):
    """Delete what the processes of a run have stored, but for the recording and the keys themselves."""
    shutil.rmtree(run / "store", ignore_errors=True)
    for state in (*(run / "keys").glob("*.numbers"), *(run / "keys").glob("*.heard")):
        state.unlink()


def test_hold_needs_no_state_file_and_no_disk(tmp_path):
    scenario = other_acts(tmp_path, LONG_MOTION)
    with LiveRehearsal(tmp_path, scenario, "--no-cameras", "--seed", "2") as live, ExitStack() as full:
        live.wait_until(lambda status: status["gate"] == "plan", "motion")
        forget_everything(live.run)
        restarts = live.row("bridge")["restarts"]
        live.kill("bridge")
        live.wait_until(lambda status: live.row("bridge")["restarts"] > restarts, "a restart")
        live.wait_until(lambda status: live.row("bridge")["state"] == "ready", "a bridge that is ready")
        for pid in live.pids().values():
            full.enter_context(nothing_fits(pid))
        full.enter_context(nothing_fits())  # and so for the command, which inherits it
        pressed = wait_for(lambda: held(live), "a bridge that the gate speaks to again")
        assert pressed.stdout.count("took it") == 3
        live.wait_until(lambda status: status["latched"], "the latch")


def held(live):
    pressed = live.ask("hold")
    return pressed if pressed.returncode == DONE else None
