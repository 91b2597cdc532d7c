"""HOLD from the press to the wire, with every subset of the processes dead that it does not need.

    program that stands by --- press ---> bridge, gate, adapter ... ---> far end     (`hold_runs`)

A process is dead that is stopped, in every subset; or killed, one after the other, until none is left.
A press takes from before its message is made until the kernel has the datagram for the far end, both by UTC.
"""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ground.run.guest import Answer
from ground.run.hold_press import HOLD, HoldLine
from ground.run.kept.known_runs import KnownRun
from telemetry.life.clock import utc_ns
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.hold_far_end import RELAY, Came
from tests.benchmarks.questions.hold_relay import PING
from tests.benchmarks.questions.hold_runs import Run, Way, full_disk, run_of

PROGRAMS = 24  # that stand by, and are pressed in turn
PAUSE_S = 0.02  # between two presses
READY_S = 60.0
SETTLED_S = 2.0  # after the last press


class Pressed(NamedTuple):
    """What came of all presses on one way."""

    presses: int
    subsets: int  # of dead processes
    delays_ns: list[int]  # of those that came
    relay_ns: list[int]  # of a datagram beside each, by a process that only passes it on

    @property
    def missed(self) -> int:
        """Presses that never came."""
        return self.presses - len(self.delays_ns)


def pressed(way: Way, each: int, per_s: int) -> Pressed:
    """Press so often with each subset dead, while so many reports come in each second."""
    with run_of(way, per_s) as run:
        asyncio.run(_until_reached(run.known, way.through))
        if way.dead in run.processes.pids:
            run.processes.end(way.dead, signal.SIGKILL)
        with full_disk(run):
            subsets = asyncio.run(_press_all(run, way, each))
        came = run.far.end()
    delays = {copy.nonce: at_ns - copy.pressed_ns for copy, at_ns in _first_copies(came) if _is_persons(copy)}
    relayed = [copy.came_ns - copy.pressed_ns for copy in came if copy.sender == RELAY]
    return Pressed(subsets * each, subsets, [*delays.values()], relayed)


def pressed_by_command(way: Way, presses: int, per_s: int) -> Pressed:
    """Press by a command that has to start first; a press begins with it."""
    line, begun = [sys.executable, "-P", "-m", "ground", "hold"], list[int]()
    with run_of(way, per_s) as run:
        asyncio.run(_until_reached(run.known, way.through))
        for _ in range(presses):
            begun.append(utc_ns())
            subprocess.run(line, env=of_checkout(), capture_output=True, check=False)
        came = run.far.end()
    ends = [at_ns for copy, at_ns in _first_copies(came) if _is_persons(copy)]
    delays = [min(later) - at for at in begun if (later := [end for end in ends if end > at])]
    return Pressed(presses, 1, delays, [])


def _is_persons(copy: Came) -> bool:
    return copy.sender != RELAY and copy.nonce != 0  # the bridge's own has none


def _first_copies(came: Sequence[Came]) -> list[tuple[Came, int]]:
    """Return a copy of each press, with when the first one of it came."""
    copies = dict[int, Came]()
    for copy in sorted(came, key=lambda copy: copy.came_ns):
        copies.setdefault(copy.nonce, copy)
    return [(copy, copy.came_ns) for copy in copies.values()]


async def _until_reached(known: KnownRun, through: Sequence[str]) -> None:
    """Wait until a press would go up on the whole way."""
    line = HoldLine(known.addresses, known.speakers_as(HOLD), actor=HOLD)
    async with asyncio.timeout(READY_S):
        while set(through) & {row.receiver for row in await line.probe()}:
            await asyncio.sleep(0.1)
    await line.close()


async def _press_all(run: Run, way: Way, each: int) -> int:
    """Press so often in each subset, and return how many subsets there were."""
    programs = [
        HoldLine(run.known.addresses, run.known.speakers_as(HOLD), actor=HOLD) for _ in range(PROGRAMS)
    ]
    keeping = [asyncio.create_task(program.keep_open()) for program in programs]
    pressing, subsets = list[asyncio.Task[list[Answer]]](), 0
    beside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for _ in _subsets(run, way):
        subsets += 1
        for number in range(each):
            program = programs[number % PROGRAMS]
            async with asyncio.timeout(READY_S):
                while not set(way.through[:1]) <= set(program.connected):
                    await asyncio.sleep(PAUSE_S / 4)
            beside.sendto(PING + utc_ns().to_bytes(8, "big"), run.far.relay)
            pressing.append(asyncio.create_task(program.press()))
            await asyncio.sleep(PAUSE_S)
    await asyncio.gather(*pressing)
    beside.close()
    for task in keeping:
        task.cancel()
    await asyncio.gather(*keeping, return_exceptions=True)
    for program in programs:
        await program.close()
    await asyncio.sleep(SETTLED_S)
    return subsets


def _subsets(run: Run, way: Way) -> Iterator[None]:
    """Yield with every subset of the other processes stopped, and then with one after the other killed."""
    others = [name for name in run.processes.pids if name not in way.through]
    for size in range(len(others) + 1):
        for stopped in combinations(others, size):
            for name in stopped:
                run.processes.send(name, signal.SIGSTOP)
            yield
            for name in stopped:
                run.processes.send(name, signal.SIGCONT)
    for name in others:
        run.processes.end(name, signal.SIGKILL)
        yield
