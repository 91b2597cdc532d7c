"""One child process of a run: started, watched by its heartbeat, started again when it dies.

              "ready"              dies, or is silent and killed
    starting ---------> ready ---------------------------------> waiting (back-off)
       ^                                                             |
       +-------------------------------------------------------------+

The heartbeat is a pipe: the child writes "ready" once and "beat" five times a second from its event loop, so
a loop that is stuck is silent too.  When this process dies the pipe breaks, and the child ends by itself.
Each child leads a process group of its own: what it started goes with it, and the terminal's Ctrl-C does not
reach it.  It inherits the lock that says that it lives (`ground.run.kept.locks`)
and the claim on the run's addresses (`telemetry.network.reservation`).
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Literal, NamedTuple

import msgspec

from ground.run.kept.locks import acquire_lock, write_pid
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.installed import is_own, place_of

SILENT_NS = 2 * NS_PER_S  # without a sign of life: killed
STARTING_NS = 120 * NS_PER_S  # the same before the first sign; kernels may have to be compiled
FIRST_WAIT_NS = NS_PER_S // 5
LONGEST_WAIT_NS = 5 * NS_PER_S
HEALTHY_NS = 10 * NS_PER_S  # after so long the next wait is the first one again
PIPE_BYTES = 65_536
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")

ProcessState = Literal["starting", "ready", "waiting", "ended"]


def command(participant: str, role: str, launch: Path) -> list[str]:
    """Return the command line of a participant's process, without its heartbeat.

    An installed role runs in the process of its own package, somebody's own role in one that runs any.
    """
    package = "telemetry" if is_own(role) else place_of(role).partition(".")[0]
    own = ["--own", role] if is_own(role) else []
    return [sys.executable, "-P", "-m", package, participant, str(launch), *own]


def child_environment() -> dict[str, str]:
    """Return an environment in which a child imports what this process imports, with one thread each."""
    root = str(Path(__file__).resolve().parents[3])
    known = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([root, known]) if known else root
    return {**os.environ, **dict.fromkeys(ONE_THREAD, "1"), "PYTHONPATH": path}


class Holds(NamedTuple):
    """What a process inherits, and so holds from its first instant to its last."""

    lock: Path | None = None  # by which others know that it lives; None: nobody has to
    addresses: int | None = None  # descriptor of the claim on them (`telemetry.network.reservation`)


HOLDS_NOTHING = Holds()


class ProcessRow(msgspec.Struct, frozen=True, kw_only=True):
    """A process of a run, for summaries and status."""

    role: str
    pid: int | None  # None: never started, or not known
    restarts: int = 0
    deaths: list[str] = []  # why, of each
    is_end_known: bool = True  # False: it has outlived what was recorded


class Child:
    """The process of one role."""

    def __init__(
        self,
        role: str,
        arguments: list[str],
        log: Path,
        *,
        holds: Holds = HOLDS_NOTHING,
        environment: Mapping[str, str],
        is_vital: bool,
    ) -> None:
        """Start nothing yet.

        Args:
            role: its name.
            arguments: command line; ` --heartbeat-fd N` is added.
            log: where its output goes.
            holds: what is handed on to it.
            environment: of the process.
            is_vital: whether the run waits for it, and starts it again even if it ended in order.
        """
        self.role, self.is_vital = role, is_vital
        self.state: ProcessState = "waiting"
        self.restarts = 0
        self.was_ready = False  # ever
        self.deaths: list[str] = []
        self._arguments, self._log, self._holds, self._environment = arguments, log, holds, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe = -1
        self._unstarted = ""  # why the newest attempt to start it came to nothing
        self._wait_ns = FIRST_WAIT_NS
        self._since_ns = 0  # of the last sign of life
        self._ready_ns = 0
        self._again_ns = 0
        self._is_kept_down = False

    @property
    def row(self) -> ProcessRow:
        """Its row as it is now."""
        return ProcessRow(role=self.role, pid=self.pid, restarts=self.restarts, deaths=[*self.deaths])

    @property
    def pid(self) -> int | None:
        """Number of its newest process; None: never started."""
        return self._process.pid if self._process else None

    @property
    def is_running(self) -> bool:
        """True as long as its process has not ended."""
        return self._process is not None and self._process.poll() is None

    def start(self, now_ns: int) -> None:
        """Start the process; one that cannot be started counts as dead."""
        self._close_pipe()
        self.state, self._since_ns, self._unstarted = "starting", now_ns, ""
        try:
            self._process = self._spawned()
        except OSError as error:
            self._process, self._unstarted = None, f"cannot be started ({error.strerror})"

    def _spawned(self) -> subprocess.Popen[bytes]:
        self._pipe, beat = os.pipe()
        os.set_blocking(self._pipe, False)
        handed = [beat, *self._taken_lock()]
        shared = [] if self._holds.addresses is None else [self._holds.addresses]
        try:
            with self._opened_log() as log:
                process = subprocess.Popen(
                    [*self._arguments, "--heartbeat-fd", str(beat)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=self._environment,
                    pass_fds=[*handed, *shared],
                    start_new_session=True,
                )
            for lock in handed[1:]:
                with contextlib.suppress(OSError):  # it stands as held all the same
                    write_pid(lock, process.pid)
            return process
        finally:
            for descriptor in handed:
                os.close(descriptor)

    def _opened_log(self) -> IO[bytes]:
        """Return its log, or what forgets: a process does not depend on its log."""
        try:
            return self._log.open("ab")
        except OSError:
            return Path(os.devnull).open("ab")

    def _taken_lock(self) -> list[int]:
        """Acquire its lock, to be handed on; a process starts without one that cannot be acquired."""
        with contextlib.suppress(OSError):
            return [acquire_lock(self._holds.lock)] if self._holds.lock else []
        return []

    def watch(self, now_ns: int) -> str | None:
        """Listen, and do what is due; returns what happened, if something did."""
        if self.state in ("starting", "ready"):
            self._listen(now_ns)
            death = self._death(now_ns)
            return self._on_death(death, now_ns) if death else None
        if self.state == "waiting" and now_ns >= self._again_ns and not self._is_kept_down:
            self.restarts += 1
            self.start(now_ns)
            return f"{self.role} is started again"
        return None

    def kill(self, *, for_good: bool) -> None:
        """Kill it as trouble does; `for_good`: it is not started again before `let_back`."""
        self._is_kept_down = for_good
        self.signal(signal.SIGKILL)

    def let_back(self) -> None:
        """Let it be started again now."""
        self._is_kept_down, self._again_ns = False, 0

    def signal(self, number: int) -> None:
        """Send a signal to the process and to all that it started."""
        if self._process is None or self.state not in ("starting", "ready"):
            return  # its number may belong to somebody else by now
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return  # nobody is left in the group

    def end(self) -> None:
        """Leave nothing of it behind; it is not started again."""
        self.signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
        self._close_pipe()
        self.state = "ended"

    def _listen(self, now_ns: int) -> None:
        if self._pipe < 0:
            return
        try:
            beats = os.read(self._pipe, PIPE_BYTES)
        except BlockingIOError:
            return
        if beats:
            self._since_ns = now_ns
        if self.state == "starting" and b"ready" in beats:
            self.state, self.was_ready, self._ready_ns = "ready", True, now_ns

    def _death(self, now_ns: int) -> str | None:
        """Return how the process ended, or None if it lives."""
        if self._unstarted:
            return self._unstarted
        code = self._process.poll() if self._process else None
        if code is not None:
            return _exit_text(code)
        limit_ns = SILENT_NS if self.state == "ready" else STARTING_NS
        if now_ns - self._since_ns <= limit_ns:
            return None
        return f"silent for {limit_ns / NS_PER_S:.0f} s, killed"

    def _on_death(self, death: str, now_ns: int) -> str:
        was_healthy = self.state == "ready" and now_ns - self._ready_ns >= HEALTHY_NS
        self.end()
        if death == _exit_text(0) and not self.is_vital:
            return f"{self.role} was closed; `farhand {self.role}` opens it again"
        self.deaths.append(death)
        if was_healthy:
            self._wait_ns = FIRST_WAIT_NS
        self._again_ns = now_ns + self._wait_ns
        self._wait_ns = min(2 * self._wait_ns, LONGEST_WAIT_NS)
        self.state = "waiting"
        return f"{self.role} died: {death}"

    def _close_pipe(self) -> None:
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1


def _exit_text(code: int) -> str:
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
