"""The fixtures that lead the hand, as the planner has told of them, and where each is touched.

Fixture --there is none, or taken away--> forgotten
   '--> shown, in place of the one before of its name; FixtureTouch: from its begin to its end
"""

from typing import NamedTuple

from telemetry.messages.fixture import Fixture, FixtureTouch


class FixtureShown(NamedTuple):
    """A fixture, and the touch that has not ended."""

    fixture: Fixture
    touch: FixtureTouch | None = None


class FixtureBook:
    """Each fixture by its name."""

    def __init__(self) -> None:
        """Start without any."""
        self._shown: dict[str, FixtureShown] = {}

    @property
    def shown(self) -> tuple[FixtureShown, ...]:
        """All that there are."""
        return tuple(self._shown.values())

    def take(self, fixture: Fixture) -> None:
        """Show a fixture, or forget the one of its name; a touch goes on."""
        before = self._shown.pop(fixture.fixture_id, None)
        if not fixture.reason and fixture.kind != "none":
            self._shown[fixture.fixture_id] = FixtureShown(fixture, before.touch if before else None)

    def touched(self, touch: FixtureTouch) -> None:
        """Note that a fixture is touched, or that it is no more."""
        if shown := self._shown.get(touch.fixture_id):
            self._shown[touch.fixture_id] = shown._replace(touch=touch if touch.is_begin else None)
