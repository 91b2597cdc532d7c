"""However the processes of a flight end: HOLD first, then they; and what is told before and after."""

import os
import signal
from contextlib import ExitStack
from types import SimpleNamespace

import msgspec
import pytest

from ground.report.run_summary import given_up
from ground.run import life
from ground.run.guest import Answer
from ground.run.kept.locks import held, lock_path
from ground.run.kept.run_folder import make_folder
from ground.run.life import carry_out, run_processes
from ground.run.live_run import STAYS_OPEN, LiveRun
from ground.run.prepared import prepared
from ground.run.processes.compiling import CompileProgress, KernelPart
from ground.run.processes.interrupts import Interrupted
from ground.run.processes.supervisor import StartError, Supervisor
from ground.run.run_plan import RunPlan
from telemetry.files.settings import FileError
from telemetry.life.contract import NEVER_NS, RoleSpec
from telemetry.messages.acts import ScriptDone
from telemetry.messages.health import RunEnd, RunStage
from tests.full_disk import nothing_fits

pytestmark = pytest.mark.real_time

DURATION_S = 0.05
DONE = ScriptDone(completed=True, acts_done=2, detail="")


class Listener:
    """What the supervisor has heard."""

    def __init__(self, script):
        self.due_ns, self.gate, self.replay, self.script = NEVER_NS, None, None, script


class NoSettings(msgspec.Struct):
    script_done: bool = False


class Kernels:
    """What is compiled first, in no process: it goes on until it was looked at some times."""

    compiled = CompileProgress(kernels=34, parts=1, of=2)

    def __init__(self, parts, log, looks=3, found=None):
        self.looks, self.found = looks, found

    @property
    def is_going_on(self):
        self.looks -= 1
        return self.looks >= 0

    def check(self):
        if self.found:
            raise self.found

    def end(self):
        pass


def build(settings: NoSettings, store, rng):
    return Listener(DONE if settings.script_done else None)


class Hold:
    """The supervisor's own HOLD, and whom it does not reach."""

    unreached = ""

    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass

    def probe(self):
        return self.unreached

    def press(self):
        self.steps.append("HOLD of supervisor")
        return [Answer("bridge", "took it", None)]


@pytest.fixture
def done(monkeypatch):
    """What was done to the processes, in order."""
    steps = []

    monkeypatch.setattr(life, "standing_hold", lambda prepared: Hold(steps))
    monkeypatch.setattr(Supervisor, "open_screens", lambda self: steps.append("screens"))
    monkeypatch.setattr(Supervisor, "close_screens", lambda self, interrupts: steps.append("no screens"))
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
    assert done == ["screens", "start", "stop", "no screens"]


@pytest.mark.parametrize("was_latched", [True, False])
def test_a_latch_that_was_reported_before_the_last_hold_is_told(was_latched):
    heard = SimpleNamespace(gate=SimpleNamespace(latched=False))
    clock = SimpleNamespace(has_time_zero=lambda: True)
    live = SimpleNamespace(hold="HOLD was sent", supervisor_role=heard, clock=clock, was_latched=was_latched)
    assert ("had reported its latch before" in LiveRun.arm_outcome.fget(live)) == was_latched


def test_a_flight_whose_time_is_over_ends_with_hold(prepare, done):
    fly(prepare())
    assert done == ["screens", "start", "HOLD of supervisor", "stop", "no screens"]


@pytest.mark.parametrize("error", [StartError("gate does not start"), RuntimeError("a fault"), MemoryError()])
def test_whatever_ends_the_supervisor_sends_hold_first(prepare, done, monkeypatch, error):
    monkeypatch.setattr(LiveRun, "step", lambda self: fail(error))
    with pytest.raises(type(error)):
        fly(prepare())
    assert done == ["screens", "start", "HOLD of supervisor", "stop", "no screens"]


def test_a_hold_that_cannot_be_sent_leaves_no_process_behind(prepare, done, monkeypatch):
    monkeypatch.setattr(Hold, "press", lambda self: fail(OSError(24, "Too many open files")))
    told = []
    fly(prepare(), told)
    assert done == ["screens", "start", "stop", "no screens"]
    assert "HOLD could not be sent (Too many open files)" in told


def test_whom_the_supervisors_hold_would_not_reach_is_an_event_of_the_run(prepare, done, monkeypatch):
    text = "HOLD would not reach all: bridge refused"
    monkeypatch.setattr(Hold, "unreached", text)
    told = []
    fly(prepare(), told)
    assert told.count(text) == 1


def test_a_disk_that_fills_up_and_a_terminal_that_is_gone_end_no_flight(prepare, done):
    told, full = [], nothing_fits()

    def tell(progress):
        told.append(progress.phase)
        if told.count("running") == 1:
            full.__enter__()
        raise BrokenPipeError

    try:
        live = carry_out(prepare(), tell)
    finally:
        full.__exit__(None, None, None)
    assert done == ["screens", "start", "HOLD of supervisor", "stop", "no screens"]
    assert "status.json cannot be written (File too large); the flight goes on" in live.events


def test_a_run_whose_time_zero_cannot_be_told_ends_with_hold(prepare, done):
    ready = prepare()
    with nothing_fits(), pytest.raises(FileError, match="cannot hold a run"):
        fly(ready)
    assert done == ["screens", "start", "HOLD of supervisor", "stop", "no screens"]


CHECK = KernelPart("test_life:none")


def compiled(prepare, monkeypatch, **kernels):
    """Fly a run whose kernels are compiled first; returns what was told."""
    told = []
    monkeypatch.setattr(life, "Compiling", lambda parts, log, processes: Kernels(parts, log, **kernels))
    with run_processes(prepare(script_done=True), told.append, check=CHECK):
        return told


def test_screens_are_there_while_kernels_are_compiled_and_everybody_is_told_for_how_long(
    prepare, done, monkeypatch
):
    said = []
    monkeypatch.setattr(life.Runtime, "send", lambda self, message: said.append(message))
    told = compiled(prepare, monkeypatch)
    assert done == ["screens", "start", "stop", "no screens"]
    phases = [progress.phase for progress in told]
    assert list(dict.fromkeys(phases)) == ["compiling", "starting", "running", "stopping"]
    assert list(dict.fromkeys(message.stage for message in said)) == list(dict.fromkeys(phases))
    assert all(isinstance(message, RunStage) and message.elapsed >= 0.0 for message in said)
    assert [message.over_ns is None for message in said][-2:] == [False, False]
    assert said[0].over_ns is None
    assert Kernels.compiled in [progress.compiled for progress in told]


def test_of_a_start_pose_that_is_refused_no_folder_is_left_and_nothing_was_started(
    prepare, done, monkeypatch, tmp_path
):
    with pytest.raises(FileError, match="start_q_deg"):
        compiled(prepare, monkeypatch, found=FileError("pass.toml", "start_q_deg", "touches something"))
    assert (done, (tmp_path / "run").exists()) == (["screens", "no screens"], False)


@pytest.mark.parametrize(("number", "name", "code"), [(2, "Ctrl-C", 130), (15, "SIGTERM", 143)])
def test_an_interrupt_while_kernels_are_compiled_says_that_nothing_moved_and_leaves_nothing(
    prepare, done, monkeypatch, tmp_path, number, name, code
):
    monkeypatch.setattr(LiveRun, "step", lambda self: os.kill(os.getpid(), number))
    with pytest.raises(
        Interrupted, match=f"{name} while kernels were compiled; .* nothing has moved"
    ) as told:
        compiled(prepare, monkeypatch)
    assert (told.value.code, done) == (code, ["screens", "no screens"])
    assert not (tmp_path / "run").exists()


def test_ctrl_c_while_a_run_that_is_over_is_summed_up_takes_its_summary_from_nobody(prepare, done):
    with run_processes(prepare(script_done=True), lambda progress: None) as live:
        os.kill(os.getpid(), signal.SIGINT)
        assert (live.interrupts.count, live.interrupted_by) == (1, "")


END = RunEnd(verdict="NOMINAL", rule="", findings=(), more=0, recording="")


@pytest.fixture
def shown(monkeypatch):
    """What a screen that is open was told."""
    said = []
    monkeypatch.setattr("ground.run.live_run.END_SENT_NS", 1_000_000)
    monkeypatch.setattr(Supervisor, "shows", True)
    monkeypatch.setattr(LiveRun, "has_viewers", True)
    monkeypatch.setattr(life.Runtime, "send", lambda self, message: said.append(message))
    return said


def test_a_screen_that_was_told_the_end_stays_open_and_a_person_is_told_so(prepare, done, shown):
    told = []
    with run_processes(prepare(script_done=True), lambda progress: told.append(progress.event)) as live:
        live.send_end(END)
    assert (shown[-1], told[-1], done[-1]) == (END, STAYS_OPEN, "stop")


@pytest.mark.parametrize("place", ["console", "console-2", "observer"])
def test_a_screen_that_was_opened_meanwhile_is_told_the_end_too(prepare, done, monkeypatch, place):
    monkeypatch.setattr("ground.run.live_run.END_SENT_NS", 1_000_000)
    said = []
    with run_processes(prepare(script_done=True), lambda progress: None) as live:
        live.send = said.append
        live.send_end(END)
        assert END not in said, "nobody looked on"
        with held(lock_path(live.plan.folder.path, place)):
            live.send_end(END)
    assert said[-1] == END


def test_a_screen_is_told_which_error_ended_the_run_and_stays_open(prepare, done, shown, monkeypatch):
    monkeypatch.setattr(LiveRun, "step", lambda self: fail(StartError("gate does not start")))
    flight = run_processes(prepare(), lambda progress: None, failed=given_up)
    with pytest.raises(StartError), flight:
        pytest.fail("it was not to fly")
    assert (shown[-1].verdict, shown[-1].findings[0].reason) == ("ABORTED", "gate does not start")
    assert [message.over_ns is None for message in shown if isinstance(message, RunStage)][-1] is False
    assert done[-1] == "stop"


def test_what_a_signal_ended_closes_its_screens_too(prepare, done, shown, monkeypatch):
    step = LiveRun.step
    monkeypatch.setattr(LiveRun, "step", lambda self: (step(self), os.kill(os.getpid(), signal.SIGTERM)))
    with run_processes(prepare(), lambda progress: None) as live:
        live.send_end(END)
    assert (live.interrupted_by, shown[-1], done[-1]) == ("SIGTERM", END, "no screens")


def fail(error):
    raise error
