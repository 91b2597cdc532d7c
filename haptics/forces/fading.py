r"""How much of a force is felt, by the age of what it was made of: gone within 100 ms, back slowly.

share 1 |-----------.                     .----
        |            \                  .'
      0 |             '--------------.'
        +-----------|-|--------------|----|---> time
          news     40 100 ms  no news   + 0.5 s
"""

FORCE_FRESH_NS = 40_000_000  # two periods of the haptics role: one lost message is not felt
FORCE_GONE_NS = 100_000_000
FORCE_RETURN_S = 0.5


class Fading:
    """The share of the force that is felt."""

    def __init__(self) -> None:
        """Feel nothing until there is news."""
        self.share = 0.0

    def step(self, age_ns: int, dt_s: float) -> float:
        """Return the share after dt_s, at this age of the news."""
        self.share = min(freshness(age_ns), self.share + dt_s / FORCE_RETURN_S)
        return self.share


def freshness(age_ns: int) -> float:
    """Return the share that is left at an age; a stamp of the future is none the younger."""
    return max(0.0, min(1.0, (FORCE_GONE_NS - abs(age_ns)) / (FORCE_GONE_NS - FORCE_FRESH_NS)))
