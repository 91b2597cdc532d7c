"""The fixtures that lead the hand, as the planner tells them again and again, and where each is touched.

Fixtures --> all of them are shown, and no others; FixtureTouch: from its begin to its end
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Handlers, PanelFacts
from telemetry.messages.fixture import Fixture, Fixtures, FixtureTouch


class FixtureShown(NamedTuple):
    """A fixture, and the touch that has not ended."""

    fixture: Fixture
    touch: FixtureTouch | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureFacts(PanelFacts):
    """All fixtures that there are."""

    shown: tuple[FixtureShown, ...] = ()  # each name once

    def on_fixtures(self, message: Fixtures, now_ns: int) -> "FixtureFacts":
        """Show these fixtures; a touch of one that was there goes on."""
        touches = {each.fixture.fixture_id: each.touch for each in self.shown}
        named = {each.fixture_id: each for each in message.fixtures}
        return replace(
            self, shown=tuple(FixtureShown(each, touches.get(name)) for name, each in named.items())
        )

    def on_fixture_touch(self, touch: FixtureTouch, now_ns: int) -> "FixtureFacts":
        """Note that a fixture is touched, or that it is no more."""
        newest = touch if touch.is_begin else None
        touched = (
            each._replace(touch=newest) if each.fixture.fixture_id == touch.fixture_id else each
            for each in self.shown
        )
        return replace(self, shown=tuple(touched))

    HANDLERS: ClassVar[Handlers] = {Fixtures: on_fixtures, FixtureTouch: on_fixture_touch}
