"""A search is cancelled from outside while it runs: it looks here between its parts, and gives up.

What comes of it is dropped by whoever cancelled it, so it decides nothing when it looks.
"""

from planner.motion.paths.path import Refusal
from telemetry.agreed.reasons import Reason, line

CANCELLED = Refusal(Reason.PLANNING_CANCELLED, line(Reason.PLANNING_CANCELLED))


class Cancellation:
    """Of one search; set by another thread than the one that searches."""

    __slots__ = ("is_asked",)

    def __init__(self) -> None:
        """Let it run."""
        self.is_asked = False


NOT_CANCELLED = Cancellation()  # of a search that nobody can cancel
