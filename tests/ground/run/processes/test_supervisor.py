"""The supervisor: what dies comes back, later each time; what is silent is killed; nothing stays behind."""

import errno
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from ground.run.processes.interrupts import Interrupts
from ground.run.processes.process import FIRST_WAIT_NS, HEALTHY_NS, LONGEST_WAIT_NS, SILENT_NS, Child
from ground.run.processes.supervisor import StartError, Supervisor, carry_out_deaths
from telemetry.drive.seams import LifeChange, LifeChanges

pytestmark = pytest.mark.real_time

PATIENCE_S = 30.0

BEATING = """
import os, sys, time
beat = int(sys.argv[-1])
os.write(beat, b"ready\\n")
while True:
    time.sleep(0.05)
    os.write(beat, b"beat\\n")
"""
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + BEATING
WITH_GRANDCHILD = (
    "import subprocess, sys\n"
    "print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid, flush=True)\n"
    + BEATING
)
CRASHING = "raise SystemExit(3)"


@pytest.fixture
def make(tmp_path):
    """Make children, and end them all afterwards."""
    made = []

    def child(role, script, *, is_vital=True):
        arguments = [sys.executable, "-c", script]
        made.append(
            Child(role, arguments, tmp_path / f"{role}.log", environment=os.environ, is_vital=is_vital)
        )
        return made[-1]

    yield child
    for one in made:
        one.end()


def wait_for(condition, what="it"):
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, f"{what} did not happen"
        time.sleep(0.01)


def watch_until(child, state, now_ns):
    """Watch at one and the same instant until the child is in a state."""
    wait_for(lambda: child.watch(now_ns) is not None or child.state == state, f"{child.role} {state}")
    assert child.state == state


def state_of(pid):
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def exists(pid):
    try:
        return state_of(pid) != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_process_is_started_again_after_the_first_wait(make):
    child = make("gate", BEATING)
    child.start(0)
    watch_until(child, "ready", 0)
    first = child.pid
    os.kill(first, signal.SIGKILL)
    watch_until(child, "waiting", 1)
    assert child.deaths == ["killed by SIGKILL"]
    assert child.watch(FIRST_WAIT_NS) is None
    assert child.watch(1 + FIRST_WAIT_NS) == "gate is started again"
    watch_until(child, "ready", 1 + FIRST_WAIT_NS)
    assert (child.restarts, child.pid != first) == (1, True)


def test_trouble_kills_a_child_and_keeps_it_down_until_its_time_without_its_store(make, tmp_path):
    dies = LifeChange(10, "gate", begins=False, is_awaited=False)
    back = LifeChange(20 + LONGEST_WAIT_NS, "gate", begins=True, keeps_store=False)
    deaths, children = LifeChanges([dies, back]), [make("gate", BEATING), make("planner", BEATING)]
    log = tmp_path / "store" / "gate" / "queue.log"
    log.parent.mkdir(parents=True)
    log.touch()
    for child in children:
        child.start(0)
        watch_until(child, "ready", 0)
    gate, planner = children
    carry_out_deaths(deaths, children, folder=tmp_path, now_ns=10)
    watch_until(gate, "waiting", 10)
    assert (gate.deaths, planner.deaths) == (["killed by SIGKILL"], [])
    assert gate.watch(19 + LONGEST_WAIT_NS) is None
    assert log.exists()
    carry_out_deaths(deaths, children, folder=tmp_path, now_ns=20 + LONGEST_WAIT_NS)
    assert gate.watch(20 + LONGEST_WAIT_NS) == "gate is started again"
    assert not log.exists()


def test_trouble_without_a_return_leaves_it_to_the_supervisor(make, tmp_path):
    child = make("gate", BEATING)
    child.start(0)
    watch_until(child, "ready", 0)
    carry_out_deaths(LifeChanges([LifeChange(10, "gate", begins=False)]), [child], folder=tmp_path, now_ns=10)
    watch_until(child, "waiting", 10)
    assert child.watch(10 + FIRST_WAIT_NS) == "gate is started again"


def test_the_wait_doubles_up_to_its_limit_and_is_short_again_after_health(make):
    child = make("gate", CRASHING)
    now_ns, waits = 0, []
    child.start(now_ns)
    for _ in range(7):
        watch_until(child, "waiting", now_ns)
        begin_ns = now_ns
        while child.watch(now_ns) is None:
            now_ns += FIRST_WAIT_NS // 2
        waits.append(now_ns - begin_ns)
    assert waits[:5] == [FIRST_WAIT_NS * 2**k for k in range(5)]
    assert waits[5:] == [LONGEST_WAIT_NS] * 2


def live_on(child, from_ns, until_ns):
    """Let time go on from beat to beat."""
    for now_ns in range(from_ns, until_ns + 1, SILENT_NS // 2):
        wait_for(lambda at_ns=now_ns: child.watch(at_ns) is None and child._since_ns == at_ns, "a beat")


def test_ten_seconds_of_health_make_the_next_wait_the_first_again(make):
    child = make("gate", BEATING)
    child.start(0)
    begin_ns = 0
    for _ in range(3):
        watch_until(child, "ready", begin_ns)
        end_ns = begin_ns + HEALTHY_NS
        live_on(child, begin_ns, end_ns)
        os.kill(child.pid, signal.SIGKILL)
        watch_until(child, "waiting", end_ns)
        begin_ns = end_ns + FIRST_WAIT_NS
        assert child.watch(begin_ns) == "gate is started again"


def test_a_process_that_is_silent_for_two_seconds_is_killed(make):
    child = make("planner", BEATING)
    child.start(0)
    watch_until(child, "ready", 0)
    os.kill(child.pid, signal.SIGSTOP)
    pid = child.pid
    wait_for(lambda: child.watch(0) is None and state_of(pid) == "T", "the stop")
    assert child.watch(SILENT_NS) is None
    assert child.watch(SILENT_NS + 1) == "planner died: silent for 2 s, killed"
    assert not exists(pid)


def test_a_console_that_is_closed_stays_closed_and_one_that_dies_comes_back(make):
    closed, dead = make("console", "pass", is_vital=False), make("console", CRASHING, is_vital=False)
    for child, state in ((closed, "ended"), (dead, "waiting")):
        child.start(0)
        watch_until(child, state, 0)
    assert (closed.deaths, closed.watch(LONGEST_WAIT_NS)) == ([], None)


def test_a_process_that_cannot_be_started_counts_as_dead_and_is_tried_again(make, monkeypatch):
    child = make("gate", BEATING)
    with monkeypatch.context() as full:
        full.setattr(os, "pipe", no_descriptor)
        child.start(0)
        assert child.watch(0) == "gate died: cannot be started (Too many open files)"
    assert (child.pid, child.state) == (None, "waiting")
    assert child.watch(FIRST_WAIT_NS) == "gate is started again"
    watch_until(child, "ready", FIRST_WAIT_NS)


def no_descriptor():
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_a_process_is_started_without_its_log_if_that_cannot_be_opened(make, tmp_path):
    (tmp_path / "gate.log").mkdir()
    child = make("gate", BEATING)
    child.start(0)
    watch_until(child, "ready", 0)


def test_all_are_ready_when_the_slowest_is_and_how_many_are_is_told_meanwhile(make, tmp_path):
    may_go = tmp_path / "go"
    slow = f"import os, time\nwhile not os.path.exists({str(may_go)!r}): time.sleep(0.01)\n" + BEATING
    supervisor = Supervisor([make("gate", BEATING), make("predictor", slow)])
    supervisor.start()
    wait_for(lambda: supervisor.step() or supervisor.ready == 1, "the gate's ready")
    assert not supervisor.is_ready
    may_go.touch()
    wait_for(lambda: supervisor.step() or supervisor.is_ready, "the predictor's ready")
    assert supervisor.ready == 2


@pytest.mark.parametrize("script", ["pass", CRASHING])
def test_nobody_waits_for_a_console_that_was_closed_or_does_not_start(make, monkeypatch, script):
    monkeypatch.setattr("ground.run.processes.process.FIRST_WAIT_NS", 0)
    supervisor = Supervisor([make("gate", BEATING), make("console", script, is_vital=False)])
    supervisor.open_screens()
    supervisor.start()
    wait_for(lambda: supervisor.step() or supervisor.is_ready, "the rest is ready")
    assert supervisor.ready == 1


def test_a_process_that_never_starts_ends_the_start_with_its_name(make):
    supervisor = Supervisor([make("bridge", CRASHING)])
    supervisor.start()
    with pytest.raises(StartError, match="bridge does not start: ended with exit code 3"):
        wait_for(supervisor.step)


def test_stopping_leaves_nobody_behind_not_even_grandchildren(make, tmp_path, monkeypatch):
    monkeypatch.setattr("ground.run.processes.supervisor.STOPPING_S", 0.2)
    children = [make("recorder", WITH_GRANDCHILD), make("gate", STUBBORN), make("haptics", BEATING)]
    supervisor = Supervisor(children)
    supervisor.start()
    wait_for(lambda: supervisor.step() or supervisor.is_ready)
    os.kill(children[2].pid, signal.SIGSTOP)
    pids = [child.pid for child in children] + [int((tmp_path / "recorder.log").read_text())]
    assert all(exists(pid) for pid in pids)
    supervisor.stop()
    wait_for(lambda: not any(exists(pid) for pid in pids), "the end of all")


def test_the_recorder_is_asked_to_end_when_all_others_have_ended(make, tmp_path):
    alive = tmp_path / "alive"
    alive.touch()
    note = f"""
import os, signal
def end(*_):
    print(os.path.exists({str(alive)!r}), flush=True)
    raise SystemExit
signal.signal(signal.SIGTERM, end)
"""
    leave = f"""
import os, signal, time
def end(*_):
    time.sleep(0.2)
    os.remove({str(alive)!r})
    raise SystemExit
signal.signal(signal.SIGTERM, end)
"""
    supervisor = Supervisor([make("recorder", note + BEATING), make("gate", leave + BEATING)])
    supervisor.start()
    wait_for(lambda: supervisor.step() or supervisor.is_ready)
    supervisor.stop()
    assert (tmp_path / "recorder.log").read_text() == "False\n"


def test_interrupts_are_counted_and_given_back():
    before = signal.getsignal(signal.SIGINT)
    with Interrupts() as interrupts:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            os.kill(os.getpid(), number)
        wait_for(lambda: interrupts.count == 4)
        assert interrupts.first == "Ctrl-C"
    assert signal.getsignal(signal.SIGINT) is before
