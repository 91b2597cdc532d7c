"""Losses of a channel that fades, after Gilbert (1960) and Elliott (1963): while it is bad, all is lost.

    good ----- enter ----> bad        leave = 1 / burst, for bursts of so many packets on average;
         <---- leave -----            enter = leave * share / (1 - share), so that the share of all is lost

Losses that know nothing of one another are the same model with the shortest bursts, of 1 / (1 - share).
"""

import numpy as np


class Losses:
    """Which packets of one line are lost."""

    def __init__(self, share: float = 0.0, *, burst: float = 1.0) -> None:
        """Start in the good state.

        Args:
            share: of all packets that is lost, 0 to 1.
            burst: mean number of packets lost in a row; never shorter than chance alone makes it.

        Raises:
            ValueError: a share outside 0 ... 1, or a burst below 1.
        """
        if not (0.0 <= share <= 1.0 and burst >= 1.0):
            raise ValueError(f"loss {share} must be within 0 ... 1, burst {burst} packets >= 1")
        self._leave = min(1.0 / burst, 1.0 - share)
        self._enter = self._leave * share / (1.0 - share) if share < 1.0 else 1.0
        self._is_bad = False

    def take_next(self, rng: np.random.Generator) -> bool:
        """Return whether the next packet is lost."""
        if self._enter == 0.0:
            return False
        chance: float = rng.random()
        self._is_bad = chance < (1.0 - self._leave if self._is_bad else self._enter)
        return self._is_bad
