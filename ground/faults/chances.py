"""What becomes of messages, drawn from a seed: whether something happens to one, which old one, which bit."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from telemetry.agreed.keys import TAG_BYTES
from telemetry.drive.seams import Parcel

OLD_KEPT = 32  # messages of one kind that may come again

Pieces = tuple[bytes, ...]


class Chances:
    """What becomes of the messages to one receiver, drawn from a random stream of its own."""

    def __init__(self, seed: Sequence[int], done: Counter[str]) -> None:
        """Count in `done` what happens."""
        self._random = np.random.default_rng(seed)
        self._done = done
        self._old: dict[type, list[Pieces]] = {}

    def happens(self, what: str, chance: float) -> bool:
        """Draw whether something happens."""
        if chance <= 0.0 or self._random.random() >= chance:
            return False
        self._done[what] += 1
        return True

    def below(self, count: int) -> int:
        """Draw a whole number below another one."""
        return int(self._random.integers(count))

    def old(self, parcel: Parcel) -> list[Pieces]:
        """Return a sample of what was sent before of the same kind."""
        return self._old.setdefault(type(parcel.message), [])

    def remember(self, parcel: Parcel) -> None:
        """Keep a sample of what was ever sent."""
        old = self.old(parcel)
        if len(old) < OLD_KEPT:
            old.append(parcel.pieces)
        else:
            old[self.below(OLD_KEPT)] = parcel.pieces

    def damaged(self, pieces: Pieces) -> Pieces:
        """Flip a bit anywhere, and one of the tag: as long as nothing is sealed, only that can be seen."""
        return tuple(self._flipped(self._flipped(piece, 0), len(piece) - TAG_BYTES) for piece in pieces)

    def _flipped(self, piece: bytes, begin: int) -> bytes:
        at = int(self._random.integers(begin, len(piece)))
        return piece[:at] + bytes([piece[at] ^ 1 << self.below(8)]) + piece[at + 1 :]
