"""However the processes of a flight end: HOLD first, then they."""

from contextlib import ExitStack

import msgspec
import pytest

from ground.run import life
from ground.run.guest import Answer
from ground.run.life import carry_out
from ground.run.live_run import LiveRun
from ground.run.prepared import prepared
from ground.run.run_folder import make_folder
from ground.run.run_plan import RunPlan
from ground.run.supervisor import StartError, Supervisor
from telemetry.contract import NEVER_NS, RoleSpec
from telemetry.messages.acts import ScriptDone
from telemetry.settings import FileError
from tests.full_disk import nothing_fits

DURATION_S = 0.05
DONE = ScriptDone(completed=True, acts_done=2, detail="")


class Listener:
    """What the supervisor has heard."""

    def __init__(self, script):
        self.due_ns, self.gate, self.replay, self.script = NEVER_NS, None, None, script


class NoSettings(msgspec.Struct):
    script_done: bool = False


def build(settings, store, rng):
    return Listener(DONE if settings.script_done else None)


@pytest.fixture
def done(monkeypatch):
    """What was done to the processes, in order."""
    steps = []

    def press(*given, actor, **named):
        steps.append(f"HOLD of {actor}")
        return [Answer("bridge", "took it", None)]

    monkeypatch.setattr(life, "press_once", press)
    monkeypatch.setattr(Supervisor, "start", lambda self: steps.append("start"))
    monkeypatch.setattr(Supervisor, "stop", lambda self, interrupts: steps.append("stop"))
    return steps


@pytest.fixture
def prepare(tmp_path):
    """Prepare a flight without processes of its own."""
    with ExitStack() as ending:

        def ready(**settings):
            listener = RoleSpec("supervisor", "test_life:build", NoSettings(**settings))
            return ending.enter_context(prepared(plan(make_folder(tmp_path, "run"), listener)))

        yield ready


def plan(folder, *specs):
    return RunPlan(folder=folder, run_id="test", mode="rehearsal", specs=specs, duration_s=DURATION_S)


def fly(ready, told=None):
    told = [] if told is None else told
    return carry_out(ready, lambda progress: told.append(progress.event))


def test_a_flight_whose_script_is_done_ends_without_hold(prepare, done):
    fly(prepare(script_done=True))
    assert done == ["start", "stop"]


def test_a_flight_whose_time_is_over_ends_with_hold(prepare, done):
    fly(prepare())
    assert done == ["start", "HOLD of supervisor", "stop"]


@pytest.mark.parametrize("error", [StartError("gate does not start"), RuntimeError("a fault"), MemoryError()])
def test_whatever_ends_the_supervisor_sends_hold_first(prepare, done, monkeypatch, error):
    monkeypatch.setattr(LiveRun, "step", lambda self: fail(error))
    with pytest.raises(type(error)):
        fly(prepare())
    assert done == ["start", "HOLD of supervisor", "stop"]


def test_a_hold_that_cannot_be_sent_leaves_no_process_behind(prepare, done, monkeypatch):
    monkeypatch.setattr(life, "press_once", lambda *a, **b: fail(OSError(24, "Too many open files")))
    told = []
    fly(prepare(), told)
    assert done == ["start", "stop"]
    assert "HOLD could not be sent (Too many open files)" in told


def test_a_disk_that_fills_up_and_a_terminal_that_is_gone_end_no_flight(prepare, done):
    told, full = [], nothing_fits()

    def tell(progress):
        told.append(progress.event)
        if len(told) == 1:
            full.__enter__()
        raise BrokenPipeError

    try:
        live = carry_out(prepare(), tell)
    finally:
        full.__exit__(None, None, None)
    assert done == ["start", "HOLD of supervisor", "stop"]
    assert "status.json cannot be written (File too large); the flight goes on" in live.events


def test_a_run_whose_time_zero_cannot_be_told_ends_with_hold(prepare, done):
    ready = prepare()
    with nothing_fits(), pytest.raises(FileError, match="cannot hold a run"):
        fly(ready)
    assert done == ["start", "HOLD of supervisor", "stop"]


def fail(error):
    raise error
