"""Which numbers of a sender have been heard by one way: the newest, and which of those just below it.

    old  <---- SIZE numbers ----> newest
    ....  | 1 0 1 1 1 0 1 1 1 1 |  new: anything higher
               late: one that is missing       duplicate: one that is there

One way keeps the order in which it was given numbers, apart from trouble; two ways of a sender (a datagram, a
stream) overtake one another at will, so each has a window of its own.  Gaps are nobody's loss: a receiver is
not meant to hear all that a sender says.
"""

from typing import Literal

WINDOW_SIZE = 64
_ALL = (1 << WINDOW_SIZE) - 1

Arrival = Literal["new", "late", "duplicate", "old"]


class Window:
    """What was heard by one way."""

    __slots__ = ("_heard", "newest")

    def __init__(self) -> None:
        """Nothing has been heard."""
        self.newest = -WINDOW_SIZE
        self._heard = 0  # bit k: `newest` - k was heard

    def on_number(self, number: int) -> Arrival:
        """Take a number, 0 or more, and say what it is."""
        ahead = number - self.newest
        if ahead > 0:
            self.newest = number
            self._heard = (self._heard << ahead | 1) & _ALL if ahead < WINDOW_SIZE else 1
            return "new"
        if ahead <= -WINDOW_SIZE:
            return "old"
        if self._heard >> -ahead & 1:
            return "duplicate"
        self._heard |= 1 << -ahead
        return "late"
