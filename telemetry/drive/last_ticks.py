"""The end of a role that holds what belongs on a disk: it ticks until nothing more is due at once.

Its time need not have come.  What is larger than one record of a store comes in parts, soon after each other.
"""

from collections.abc import Callable

from telemetry.life.contract import Effects, Role

SOON_NS = 2_000_000  # a part after the one before it


def last_ticks(role: Role, perform: Callable[[Effects], None], now_ns: int) -> None:
    """Tick a role now, and then each time that it is due again soon after."""
    perform(role.tick(now_ns))
    while role.due_ns <= now_ns + SOON_NS:
        now_ns = role.due_ns
        perform(role.tick(now_ns))
