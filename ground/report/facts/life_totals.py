"""Counts over all lives of who counts: each life counts from zero."""

from operator import add, sub


class LifeTotals:
    """Counts that belong together, the first of which only grows in a life."""

    def __init__(self, number: int) -> None:
        """Begin with none of so many counts."""
        self.newest = self.total = (0,) * number  # by the present life, and by all

    def on_counts(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Take the newest, a smaller first one as that of a new life; return those of all lives."""
        is_new = counts[0] < self.newest[0]
        gained = counts if is_new else map(sub, counts, self.newest)
        self.newest, self.total = counts, tuple(map(add, self.total, gained))
        return self.total
