"""A queue with a bound, and with a policy for each thing in it when the bound is reached.

    state, log   the oldest of them in the queue gives way, and is counted
    act          never lost in silence: `put` says that there is no room, and its owner tells

Whatever it is, past its instant `until_ns` it is not handed out any more: after a gap there is no burst of
what was meant for an earlier moment.
"""

from collections import deque
from typing import NamedTuple


class _Waiting(NamedTuple):
    data: bytes
    may_give_way: bool
    until_ns: int


class Backlog:
    """Bytes that wait to be sent, oldest first."""

    def __init__(self, capacity: int) -> None:
        """Hold `capacity` pieces at most."""
        self._capacity = capacity
        self._waiting: deque[_Waiting] = deque()
        self.dropped = 0  # pieces that gave way
        self.expired = 0  # pieces that waited past their instant

    def __len__(self) -> int:
        """Return how many pieces wait."""
        return len(self._waiting)

    def put(self, data: bytes, *, may_give_way: bool, until_ns: int) -> bool:
        """Add a piece; False: it is an act and there is no room for it."""
        if len(self._waiting) >= self._capacity and not self._give_way():
            if may_give_way:
                self.dropped += 1
            return may_give_way
        self._waiting.append(_Waiting(data, may_give_way, until_ns))
        return True

    def take(self, now_ns: int, most: int) -> list[bytes]:
        """Return the oldest pieces that are still worth sending; empty only if nothing waits."""
        ready: list[bytes] = []
        while self._waiting and len(ready) < most:
            waiting = self._waiting.popleft()
            if waiting.until_ns >= now_ns:
                ready.append(waiting.data)
            else:
                self.expired += 1
        return ready

    def _give_way(self) -> bool:
        for place, waiting in enumerate(self._waiting):
            if waiting.may_give_way:
                del self._waiting[place]
                self.dropped += 1
                return True
        return False
