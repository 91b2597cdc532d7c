"""Is the base where its arm takes it?  Where it is not, that is one event, however long it goes on.

off by more than is allowed ----> event: another world, told once; nothing is verified while it lasts
off by more than half of that --> it goes on, and the base is expected from where it is seen
less than that for a whole loop > over: what is verified now is still true when it is done
"""

GOES_ON = 0.5  # of what is allowed: by so much the base moves on while an event lasts


class BaseWatch:
    """How far off the base has been, report by report."""

    def __init__(self, *, allowed_m: float, loop_ns: int) -> None:
        """Begin with a base that is where it must be.

        Args:
            allowed_m: displacement that the clearance budget has room for, at the arm's full reach.
            loop_ns: age of a report beyond which nothing is still to be done that had left when it came.
        """
        self._allowed_m, self._loop_ns = allowed_m, loop_ns
        self.is_elsewhere = False  # while an event lasts
        self._stays_since_ns: int | None = None  # None: by another clock

    def forget_times(self) -> None:
        """Times are by another clock from now on."""
        self._stays_since_ns = None

    def observe(self, off_m: float, at_ns: int) -> bool:
        """Take how far off the base is in a report; True if it is to be expected from where it is seen."""
        if not off_m <= self._allowed_m * (GOES_ON if self.is_elsewhere else 1.0):
            self.is_elsewhere, self._stays_since_ns = True, at_ns
            return True
        if self._stays_since_ns is None:
            self._stays_since_ns = at_ns
        if at_ns - self._stays_since_ns >= self._loop_ns:
            self.is_elsewhere = False
        return False
