"""The numbers that one receiver has had, of all senders, by each way on which they come.

    tc       strictly increasing
    link     as below, but what comes twice is handed on: the bridge counts it
    others   a window below the newest: in it each number once, under it none

What is of a life before the newest of its sender is old.  A higher boot epoch begins anew, and nothing else
does.  What is not sealed proves nothing by its number: there a repeat is classified, and accepted all the
same.

A number may be ahead of the newest by any amount.  A sender counts all that it says, on whatever carrier, and
through windows in which nothing arrives, so a bound would end a pass after each of them; and nobody but the
sender can make a number that is ahead.  Across the space link telecommands overtake one another within its
jitter: held to strictly increasing ones, a KEEP would cost the RESUME or HOLD before it.  Set-points have
numbers of their own there, of which an older one is ignored on board; what HOLD overtakes is refused
(`telemetry.wire.hold_order`).

Of lives without numbers those that spoke last are known; one that gave way to another is never heard again.
"""

from collections.abc import Callable

from telemetry.life.boot import UNNUMBERED
from telemetry.wire.protection.arrival import Arrival, Window
from telemetry.wire.protection.header import Body

WINDOW = 1024  # numbers: a sender counts all that it says, on whatever carrier
LINK_WINDOW = 8192  # across the space link pictures and reports delay one another
UNNUMBERED_LIVES = 64  # of which numbers are kept
ENDED_LIVES = 4096  # without numbers, that gave way; after so many no further one is heard

Newest = tuple[str, str, int, int]  # sender, way, boot epoch, sequence
OnNewest = Callable[[Newest], None]

_LINK_WAYS = ("link", "up", "down")


class HeardNumbers:
    """The numbers that one receiver has had."""

    def __init__(self, known: tuple[Newest, ...] = (), on_newest: OnNewest = lambda newest: None) -> None:
        """Go on above what a life before this one has had; `on_newest` is called with each that is newest."""
        self._lives: dict[str, tuple[int, dict[str, Window]]] = {}  # boot epoch, and windows of that life
        self._on_newest = on_newest
        self._unnumbered: dict[tuple[str, int], Window] = {}  # that which spoke last comes last
        self._ended: set[tuple[str, int]] = set()  # lives without numbers
        for sender, way, boot_epoch, sequence in known:
            self._begin(sender, boot_epoch)
            if self._lives[sender][0] == boot_epoch:
                self._window(sender, way).begin_above(sequence)

    def on_body(self, body: Body, way: str) -> Arrival:
        """Note the number of a body that came by `way`, and classify it."""
        name, boot_epoch, sequence = body.sender.name, body.boot_epoch, body.sequence
        life = self._lives.get(name)
        if boot_epoch >= UNNUMBERED:
            return self._on_unnumbered(name, body)
        if life is None or boot_epoch > life[0]:
            self._begin(name, boot_epoch)
        elif boot_epoch < life[0]:
            return "old"
        arrival = self._window(name, way).on_number(sequence)
        if arrival == "new":
            self._on_newest((name, way, boot_epoch, sequence))
        return arrival

    def _on_unnumbered(self, name: str, body: Body) -> Arrival:
        """Classify a number of a life that moves nothing: it has begun anywhere."""
        windows, life = self._unnumbered, (name, body.boot_epoch)
        window = windows.pop(life, None)
        if window is None:
            if life in self._ended or len(self._ended) >= ENDED_LIVES:
                return "old"
            if len(windows) >= UNNUMBERED_LIVES:
                quietest = next(iter(windows))
                del windows[quietest]
                self._ended.add(quietest)
            window = Window(WINDOW)
        windows[life] = window
        return window.on_number(body.sequence)

    def _begin(self, sender: str, boot_epoch: int) -> None:
        life = self._lives.get(sender)
        if life is None or boot_epoch > life[0]:
            self._lives[sender] = boot_epoch, {}

    def _window(self, sender: str, way: str) -> Window:
        windows = self._lives[sender][1]
        window = windows.get(way)
        if window is None:
            window = windows[way] = Window(LINK_WINDOW if way in _LINK_WAYS else WINDOW)
        return window


def is_replay(arrival: Arrival, way: str) -> bool:
    """Return whether what has come so is refused, where it is sealed."""
    if arrival == "new":
        return False
    return way == "tc" or arrival == "old" or (arrival == "duplicate" and way != "link")
