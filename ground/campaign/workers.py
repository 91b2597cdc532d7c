"""Worker processes of a campaign: each is given chunks of seeds, and prints the line of each flight.

                 chunk (stdin)            line (stdout), and the same in the worker's file
    conductor ------------------> worker -----------------------------------------------> conductor
        ^                            | dies: the seed that it flew is noted, the rest is flown again
        '----------------------------'   by another one; a seed that has killed twice is flown no more

A worker whose conductor is gone ends behind the flight that it is at.
"""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

import msgspec

from ground.campaign.campaign_folder import MOST_DEATHS, CampaignFolder, WorkerDeath
from ground.campaign.chunks import chunks_of, fly_into
from ground.campaign.flown_seed import FlownSeed
from ground.run.processes.child_lines import ChildLines
from ground.run.processes.process import child_environment
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns

STARTS = 3  # the same worker is started again, before that is given up
SILENT_NS = 1800 * NS_PER_S  # without a line: it is stuck, and killed
LOOK_S = 0.05
ENDING_S = 3.0
CODE = "import sys; from ground.campaign.workers import main; main(*sys.argv[1:])"
REFUSED = "refused "  # begins the line of a file that cannot be used

OnLine = Callable[[FlownSeed], None]


def main(folder: str, name: str) -> None:
    """Fly chunks as they come, one a line: what a worker does."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a flight prints is no line of ours
    chunks = (msgspec.json.decode(line, type=tuple[int, ...]) for line in sys.stdin.buffer)
    try:
        for line in fly_into(CampaignFolder(Path(folder)), name, chunks):
            os.write(out, msgspec.json.encode(line) + b"\n")
    except FileError as error:
        os.write(out, f"{REFUSED}{error}\n".encode())


class Worker:
    """One worker process, and what it was given."""

    def __init__(self, folder: CampaignFolder, name: str) -> None:
        """Start it."""
        self.name = name
        self.left: deque[int] = deque()  # seeds that it was given, and has not flown
        with (folder.path / "log" / name).open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", CODE, str(folder.path), name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=child_environment(),
                start_new_session=True,  # the terminal's Ctrl-C is for the conductor
            )
        self._lines, self._heard_ns = ChildLines(self._process), monotonic_ns()

    @property
    def pid(self) -> int:
        """Number of its process."""
        return self._process.pid

    def give(self, chunk: Collection[int]) -> None:
        """Give it seeds to fly."""
        self.left, self._heard_ns = deque(chunk), monotonic_ns()
        with suppress(OSError):  # it has died; that is seen at the next look
            if stdin := self._process.stdin:
                stdin.write(msgspec.json.encode(tuple(chunk)) + b"\n")
                stdin.flush()

    def new(self) -> list[FlownSeed]:
        """Return what it has flown since the last look.

        Raises:
            FileError: it cannot read what it is to fly.
        """
        lines = self._lines.new()
        flown = []
        for line in lines:
            if line.startswith(REFUSED.encode()):
                raise FileError(line.decode().removeprefix(REFUSED), "", "")
            flown.append(msgspec.json.decode(line, type=FlownSeed))
            self._heard_ns = monotonic_ns()
            self.left.remove(flown[-1].seed)
        return flown

    def death(self) -> str:
        """Return how it has ended; empty: it lives."""
        if self.left and monotonic_ns() - self._heard_ns > SILENT_NS:
            self.end()
            return f"silent for {SILENT_NS / NS_PER_S:g} s, killed"
        code = self._process.poll()
        if code is None:
            return ""
        return f"killed by signal {-code}" if code < 0 else f"ended with {code}"

    def end(self) -> None:
        """End it at once, whatever it flies."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()


class Workers:
    """All workers of a campaign, until every seed is flown or given up."""

    def __init__(self, folder: CampaignFolder, seeds: Collection[int], jobs: int) -> None:
        """Start nothing yet."""
        self._folder = folder
        self._killed = Counter(death.seed for death in folder.deaths())
        able = [seed for seed in seeds if self._killed[seed] < MOST_DEATHS]
        self._chunks = deque(chunks_of(able, jobs))
        self._jobs = min(jobs, len(self._chunks))
        self._unstarted = Counter[str]()  # deaths of each between two flights
        self.living: list[Worker] = []

    def fly(self, on_line: OnLine, on_look: Callable[[], None] = lambda: None) -> None:
        """Fly all seeds; `on_line` is told each flight.

        Raises:
            FileError: what is to be flown cannot be used.
        """
        try:
            for number in range(self._jobs):
                self.living.append(Worker(self._folder, f"{number + 1}"))
            while self._chunks or any(worker.left for worker in self.living):
                for worker in [*self.living]:
                    self._look(worker, on_line)
                on_look()
                threading.Event().wait(LOOK_S)
        finally:
            for worker in self.living:
                worker.end()

    def _look(self, worker: Worker, on_line: OnLine) -> None:
        death = worker.death()  # before its last lines are read
        for line in worker.new():
            on_line(line)
        if death:
            self._on_death(worker, death)
        elif not worker.left and self._chunks:
            worker.give(self._chunks.popleft())

    def _on_death(self, worker: Worker, how: str) -> None:
        """Note which seed it flew, let the rest be flown, and start another one."""
        worker.end()
        self.living.remove(worker)
        seed = self._folder.seed_in_flight(worker.name)
        if seed is not None and seed in worker.left:
            self._folder.note(WorkerDeath(seed=seed, how=how))
            self._killed[seed] += 1
        else:
            self._unstarted[worker.name] += 1
        if self._unstarted[worker.name] > STARTS:
            log = self._folder.path / "log" / worker.name
            raise FileError(log, "", f"tells why a worker does not start ({how})")
        rest = tuple(left for left in worker.left if self._killed[left] < MOST_DEATHS)
        if rest:
            self._chunks.appendleft(rest)
        if self._chunks:
            self.living.append(Worker(self._folder, worker.name))
