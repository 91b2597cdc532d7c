"""Updates of the world in a run: when the predictor first spoke of each, and in words."""

from collections.abc import Sequence

import msgspec

from telemetry.agreed.world_words import news_of, update_text
from telemetry.messages.prediction import World
from telemetry.messages.world import WorldUpdates


class WorldRow(msgspec.Struct, frozen=True, kw_only=True):
    """One update."""

    at_s: float
    text: str


class WorldChanges:
    """The updates of a run."""

    def __init__(self) -> None:
        """Begin with the world of the files."""
        self.rows: list[WorldRow] = []
        self._known = WorldUpdates()

    def on_world(self, at_s: float, world: World) -> None:
        """Keep what a world has that none before it had."""
        if world.updates.count > self._known.count:
            texts = map(update_text, news_of(self._known, world.updates))
            self.rows += [WorldRow(at_s=round(at_s, 3), text=text) for text in texts]
            self._known = world.updates


def as_lines(rows: Sequence[WorldRow]) -> list[str]:
    """Return one line of all updates, or none."""
    texts = "; ".join(f"{row.at_s:.2f} s {row.text}" for row in rows)
    return [f"world      {texts}"] if texts else []
