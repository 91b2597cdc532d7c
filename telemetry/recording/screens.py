"""How far the screens have taken what a replay tells: it never runs away from those that look on.

    told    1 2 3 4 5 6
    taken   1 2 3 ^          no further than AHEAD beyond the slowest, so that a pause is one at once

A screen that takes nothing for a while is waited for no longer; a replay without screens waits for nobody.
"""

from telemetry.agreed.run_settings import NS_PER_S

AHEAD = 4  # messages
PATIENCE_NS = 3 * NS_PER_S


class ScreenProgress:
    """What each screen has taken."""

    def __init__(self) -> None:
        """Nobody looks on."""
        self._taken: dict[str, tuple[int, int]] = {}  # number and when it was said, by participant

    def on_taken(self, screen: str, number: int, now_ns: int) -> None:
        """Note that a screen has taken a message."""
        self._taken[screen] = (number, now_ns)

    def are_behind(self, number: int, now_ns: int) -> bool:
        """True if one of them has not yet taken what it could, when `number` is the newest."""
        for screen, (taken, at_ns) in tuple(self._taken.items()):
            if number - taken >= AHEAD:
                if now_ns - at_ns <= PATIENCE_NS:
                    return True
                del self._taken[screen]
        return False
