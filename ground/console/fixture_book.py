"""The fixtures that lead the hand, as the planner tells them again and again, and where each is touched.

Fixtures --> all of them are shown, and no others; FixtureTouch: from its begin to its end
"""

from typing import NamedTuple

from telemetry.messages.fixture import Fixture, Fixtures, FixtureTouch


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

    def take(self, told: Fixtures) -> None:
        """Show these fixtures; a touch of one that was there goes on."""
        touches = {name: shown.touch for name, shown in self._shown.items()}
        self._shown = {
            each.fixture_id: FixtureShown(each, touches.get(each.fixture_id)) for each in told.fixtures
        }

    def touched(self, touch: FixtureTouch) -> None:
        """Note that a fixture is touched, or that it is no more."""
        if shown := self._shown.get(touch.fixture_id):
            self._shown[touch.fixture_id] = shown._replace(touch=touch if touch.is_begin else None)
