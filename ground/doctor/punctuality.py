"""How late ticks come on this host, by the ticker that roles have: two grids at once, for some seconds."""

import asyncio
from typing import NamedTuple

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.ticker import TickAfterReceiving, Ticker
from telemetry.life.clock import monotonic_ns

PERIODS_S = (0.25, 0.01)  # of set-points, of the predicted arm
LASTS_S = 3.0
LATE_S = 0.005


class Lateness(NamedTuple):
    """How late the ticks of one grid came."""

    period_s: float
    ticks: int
    late: int  # by more than `LATE_S`
    worst_s: float


class Grid:
    """Ticks of one period, and how late each of them was; one that is a period late leaves out ticks."""

    def __init__(self, period_s: float) -> None:
        """Begin a period from now."""
        self._period_s, self._period_ns = period_s, round(period_s * NS_PER_S)
        self._due_ns = monotonic_ns() + self._period_ns
        self._late_ns: list[int] = []
        self._loop = asyncio.get_running_loop()
        turn = TickAfterReceiving(self._tick)
        self._ticker = Ticker(lambda: self._wake(turn), monotonic_ns)

    def start(self) -> None:
        """Begin to tick."""
        self._ticker.start()
        self._ticker.set(self._due_ns)

    def stop(self) -> Lateness:
        """End, and return how late its ticks were; one that has not come yet counts as late as it is now."""
        self._ticker.stop()
        now_ns = monotonic_ns()
        late_ns = [*self._late_ns, *([now_ns - self._due_ns] if now_ns > self._due_ns else [])]
        late = sum(each > LATE_S * NS_PER_S for each in late_ns)
        return Lateness(self._period_s, len(late_ns), late, max(late_ns, default=0) / NS_PER_S)

    def _wake(self, turn: TickAfterReceiving) -> None:
        self._loop.call_soon_threadsafe(turn.ask)

    def _tick(self) -> None:
        late_ns = monotonic_ns() - self._due_ns
        self._late_ns.append(late_ns)
        self._due_ns += self._period_ns * (1 + late_ns // self._period_ns)
        self._ticker.set(self._due_ns)


def measured_lateness() -> list[Lateness]:
    """Tick for some seconds, and return how late the ticks of each grid were."""
    return asyncio.run(_measured())


async def _measured() -> list[Lateness]:
    grids = [Grid(period_s) for period_s in PERIODS_S]
    for grid in grids:
        grid.start()
    await asyncio.sleep(LASTS_S)
    return [grid.stop() for grid in grids]
