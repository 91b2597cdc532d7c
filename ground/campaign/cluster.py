"""Fly a campaign on a Dask cluster: the same chunks, and the same lines in the same folder.

    conductor ---> scheduler ---> worker ---> worker ...      each: this version, one thread, flies chunks
        ^                            |
        '--- lines of the chunk -----'

Before the first chunk every worker flies one seed that this host flies too: on another processor it has to
decide the same, or the first decision that differs is named.  Dask gives a task up whose workers die; its
seeds are then flown one by one, and one that goes on killing is a finding.

What travels is pickled: whoever reaches the scheduler can run anything on its workers.  Keep it on loopback,
or on a network of your own.
"""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from ground.campaign.campaign_folder import (
    MOST_DEATHS,
    Campaign,
    CampaignFolder,
    SeedDifference,
    WorkerDeath,
    this_software,
)
from ground.campaign.chunks import chunks_of, fly_chunk, plan_of, read_scenario
from ground.campaign.decisions import Decision, first_difference
from ground.campaign.flown_seed import FlownSeed
from ground.campaign.fly_seed import FlownOnce, fly_seed
from ground.run.kept.usage_error import UsageError, needs
from telemetry.files.settings import FileError

HERE, THERE = "here", "cluster"  # whose lines
REFUSED = b"refused"
WAIT_S = 10  # for the scheduler

OnLine = Callable[[FlownSeed], None]


def fly_remotely(campaign: bytes, seeds: tuple[int, ...]) -> list[bytes]:
    """Fly a chunk on a worker, and return its lines."""
    known = msgspec.json.decode(campaign, type=Campaign)
    try:
        return [msgspec.json.encode(line) for line in fly_chunk(known, seeds, lambda seed: None)]
    except FileError as error:  # it cannot be pickled
        return [REFUSED, str(error).encode()]


def fly_kept(campaign: bytes, seed: int) -> tuple[bytes, bytes]:
    """Fly one seed on a worker, and return its line and its decisions one by one."""
    flown = _kept(msgspec.json.decode(campaign, type=Campaign), seed)
    return msgspec.json.encode(flown.line), msgspec.json.encode(flown.decisions)


def software_there() -> dict[str, str]:
    """Return what a worker would fly."""
    return this_software()


def _kept(campaign: Campaign, seed: int) -> FlownOnce:
    return fly_seed(plan_of(campaign, read_scenario(campaign), seed), keeps=True)


class Cluster:
    """The workers behind a scheduler."""

    def __init__(self, address: str, campaign: Campaign, folder: CampaignFolder) -> None:
        """Reach the scheduler, and look at its workers.

        Raises:
            UsageError: dask is not installed, nobody answers, or no worker may fly.
        """
        needs("distributed", extra="campaign")
        from distributed import Client

        reach: Any = Client
        self._campaign, self._folder = campaign, folder
        self._content = msgspec.json.encode(campaign)
        try:
            self._client: Any = reach(address, timeout=WAIT_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            problem = (
                f"--scheduler {address}: no Dask scheduler answers there ({error or type(error).__name__})"
            )
            raise UsageError(problem) from None
        try:
            self.workers = self._looked_at()
        except BaseException:
            self._client.close()
            raise

    def _looked_at(self) -> list[str]:
        """Return the workers; UsageError: there are none, or one may not fly."""
        threads: dict[str, int] = self._client.nthreads()
        if not threads:
            raise UsageError(
                "--scheduler: it has no workers; start some with `dask worker ADDRESS --nthreads 1`"
            )
        many = sorted(name for name, count in threads.items() if count != 1)
        if many:
            raise UsageError(f"--scheduler: worker {many[0]} has several threads; start it with --nthreads 1")
        try:
            found = self._client.run(software_there)
        except Exception as error:  # whatever a foreign worker raises, as it cannot import what is asked
            raise UsageError(f"--scheduler: a worker cannot fly with this farhand ({error!r})") from None
        ours = this_software()
        for worker, theirs in sorted(found.items()):
            if theirs != ours:
                found_there, here = (f"{each['version']} ({each['package']})" for each in (theirs, ours))
                raise UsageError(f"--scheduler: worker {worker} has farhand {found_there}, this is {here}")
        return sorted(threads)

    def close(self) -> None:
        """Leave the scheduler, and what it still flies for us."""
        self._client.close()

    def fly(self, seeds: Collection[int], on_line: OnLine) -> None:
        """Fly seeds on all workers; `on_line` is told each flight as its chunk comes back.

        Raises:
            FileError: a worker cannot read the scenario, or reads another one.
        """
        from distributed import as_completed

        in_order: Any = as_completed
        if not seeds:
            return
        self._compare(min(seeds))
        writer = self._folder.writer(THERE)
        chunks = chunks_of(seeds, len(self.workers))
        waiting = in_order([self._submit(chunk) for chunk in chunks], loop=self._client.loop)
        try:
            for future in waiting:
                chunk = future.chunk
                if future.status == "finished":
                    for line in self._lines(future.result()):
                        writer.append(line)
                        on_line(line)
                else:
                    for fewer in self._failed(chunk, future.exception()):
                        waiting.add(self._submit(fewer))
        finally:
            writer.close()

    def _lines(self, content: list[bytes]) -> list[FlownSeed]:
        """Return the lines of a chunk; FileError: its worker cannot use the scenario."""
        if content[:1] == [REFUSED]:
            raise FileError(content[1].decode(), "", "")
        lines = [msgspec.json.decode(line, type=FlownSeed) for line in content]
        return [msgspec.structs.replace(line, worker=THERE) for line in lines]

    def _submit(self, chunk: tuple[int, ...]) -> Any:
        future = self._client.submit(fly_remotely, self._content, chunk, pure=False)
        future.chunk = chunk
        return future

    def _failed(self, chunk: tuple[int, ...], error: BaseException) -> list[tuple[int, ...]]:
        """Return what is to be flown in place of a chunk that Dask gave up: each seed by itself."""
        if len(chunk) > 1:
            return [(seed,) for seed in chunk]
        for _ in range(MOST_DEATHS):
            self._folder.note(WorkerDeath(seed=chunk[0], how=f"given up by Dask: {type(error).__name__}"))
        return []

    def _compare(self, seed: int) -> None:
        """Let every worker fly one seed that is flown here too."""
        here = _kept(self._campaign, seed)
        asked = {
            worker: self._client.submit(
                fly_kept, self._content, seed, workers=[worker], allow_other_workers=False, pure=False
            )
            for worker in self.workers
        }
        self._keep(HERE, here.line)
        for number, (worker, future) in enumerate(asked.items(), 1):
            line, decisions = future.result()
            self._keep(f"{THERE}-{number}", msgspec.json.decode(line, type=FlownSeed))
            there = msgspec.json.decode(decisions, type=list[Decision])
            if differs := first_difference(here.decisions, there):
                text = f"on {worker} {differs.text}"
                self._folder.note(SeedDifference(seed=seed, text=text))

    def _keep(self, name: str, line: FlownSeed) -> None:
        writer = self._folder.writer(name)
        writer.append(msgspec.structs.replace(line, worker=name))
        writer.close()
