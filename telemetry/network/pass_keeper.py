"""Keeps the pass of one end of the space link: asks when it is time, and reports what has changed."""

import asyncio
from collections.abc import Callable

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import PassState
from telemetry.wire.pass_link import PassLink

LOOK_S = 0.1  # between two looks at whether a trial is due

OnPassState = Callable[[PassState], None]


class PassKeeper:
    """One pass in real time."""

    def __init__(
        self,
        end: PassLink,
        *,
        send: Callable[[bytes], None],
        report: OnPassState,
        now_ns: Callable[[], int],
    ) -> None:
        """Ask for nothing yet."""
        self.end = end
        self._send, self._report, self._now_ns = send, report, now_ns
        self._reported: PassState | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Ask whenever it is due, from now on."""
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Ask no more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            self.look()
            left_s = (self.end.due_ns - self._now_ns()) / NS_PER_S
            await asyncio.sleep(min(max(left_s, 0.0), LOOK_S))

    def look(self) -> None:
        """Ask if it is due, and report what has changed."""
        now_ns = self._now_ns()
        if now_ns >= self.end.due_ns:
            for packet in self.end.tick(now_ns):
                self._send(packet)
        state = self.end.state(now_ns)
        if state != self._reported:
            self._reported = state
            self._report(state)

    def on_packet(self, packet: bytes) -> bool:
        """Look at what has come down; True if it was an answer to this end."""
        if not self.end.on_packet(packet, self._now_ns()):
            return False
        self.look()
        return True
