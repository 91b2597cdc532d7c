"""A queue with a bound, in which the nature of each message decides what becomes of it.

             no room                                   after a second
    state    the oldest that may gives way, counted    not handed out any more
    act      refused: `put` returns False              not handed out any more
    log      as state                                  still handed out

So after a gap there is no burst of what was meant for an earlier moment.
"""

from collections import deque
from typing import Generic, NamedTuple, TypeVar

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS
from telemetry.wire.routes import Nature

FRESH_NS = NS_PER_S  # how long a piece is worth sending

Piece = TypeVar("Piece")


class _Waiting(NamedTuple, Generic[Piece]):
    piece: Piece
    nature: Nature
    until_ns: int


class Backlog(Generic[Piece]):
    """Pieces that wait to be sent, oldest first."""

    def __init__(self, capacity: int) -> None:
        """Hold `capacity` pieces at most."""
        self._capacity = capacity
        self._waiting: deque[_Waiting[Piece]] = deque()
        self.gave_way = 0
        self.expired = 0  # pieces that waited too long
        self.refused = 0  # acts for which there was no room

    def __len__(self) -> int:
        """Return how many pieces wait."""
        return len(self._waiting)

    @property
    def dropped(self) -> int:
        """Pieces that were not handed out, for whatever reason."""
        return self.gave_way + self.expired + self.refused

    def put(self, piece: Piece, nature: Nature, now_ns: int) -> bool:
        """Add a piece; False: it is an act and there is no room for it."""
        if len(self._waiting) >= self._capacity and not self._has_made_room():
            if nature == "act":
                self.refused += 1
                return False
            self.gave_way += 1
            return True
        until_ns = NEVER_NS if nature == "log" else now_ns + FRESH_NS
        self._waiting.append(_Waiting(piece, nature, until_ns))
        return True

    def pop_ready(self, now_ns: int, most: int) -> list[Piece]:
        """Return the oldest pieces that are still worth sending; empty only if nothing waits."""
        ready: list[Piece] = []
        while self._waiting and len(ready) < most:
            waiting = self._waiting.popleft()
            if waiting.until_ns >= now_ns:
                ready.append(waiting.piece)
            else:
                self.expired += 1
        return ready

    def _has_made_room(self) -> bool:
        for place, waiting in enumerate(self._waiting):
            if waiting.nature != "act":
                del self._waiting[place]
                self.gave_way += 1
                return True
        return False
