"""A screen that shows nothing: it receives what a console receives, where a replay is only counted."""

from typing import Any

import numpy as np

from telemetry.life.contract import NEVER_NS, Effects, Input, Store


class BlankScreen:
    """Hears, shows nothing, says nothing."""

    def __init__(self) -> None:
        """Want no tick."""
        self.due_ns = NEVER_NS

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take a message."""
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Do nothing: no tick is ever due."""
        return ()


def blank_screen(settings: Any, store: Store, rng: np.random.Generator) -> BlankScreen:
    """Make the screen."""
    return BlankScreen()
