"""The processes of a prepared run as they are, without a supervisor: to be loaded, stopped, killed."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ground.run.processes.process import command
from ground.run.run_plan import RunPlan
from tests.benchmarks.questions.child import of_checkout

ENDS_S = 60.0


class RunProcesses:
    """Processes by participant; what they log stands in the run folder."""

    def __init__(self, plan: RunPlan) -> None:
        """Start with none."""
        self._plan = plan
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def pids(self) -> dict[str, int]:
        """Those that have not been ended."""
        return {name: process.pid for name, process in self._running.items()}

    def start(self, name: str, heartbeat: int) -> None:
        """Start one, which writes "ready" into the heartbeat."""
        line = command(name, self._plan.roles[name], self._plan.folder.launch(name))
        with self._plan.folder.log(name).open("wb") as log:
            self._running[name] = subprocess.Popen(
                [*line, "--heartbeat-fd", str(heartbeat)],
                env=of_checkout(),
                pass_fds=[heartbeat],
                stderr=log,
                start_new_session=True,  # Ctrl-C is this process's alone
            )

    def send(self, name: str, number: int) -> None:
        """Send a signal to one."""
        self._running[name].send_signal(number)

    def end(self, name: str, number: int = signal.SIGTERM) -> None:
        """End one, stopped or not."""
        process = self._running.pop(name)
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        process.wait(ENDS_S)


@contextmanager
def run_processes(plan: RunPlan, names: Sequence[str]) -> Iterator[RunProcesses]:
    """Start some participants one after the other, and yield them once all are ready.

    At the end those are ended that still run, the first one at last.
    """
    processes = RunProcesses(plan)
    reading, writing = os.pipe()
    try:
        for name in names:
            processes.start(name, writing)
        ready = b""
        while ready.count(b"ready\n") < len(names):
            ready += os.read(reading, 4096)
        yield processes
    finally:
        for name in reversed([*processes.pids]):
            processes.end(name)
        os.close(reading)
        os.close(writing)
