"""The hand on the handle: whose it is, what it feels, and the fixtures that lead it.

Fixtures --> all of them are shown, and no others; FixtureTouch: from its begin to its end
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest_stamped
from telemetry.messages.fixture import Fixture, Fixtures, FixtureTouch
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts(PanelFacts):
    """The hand."""

    force: Stamped[HandForce] | None = newest_stamped(
        HandForce, limit_s=0.5
    )  # on one that is bilateral, or was
    handle: Stamped[HandleStatus] | None = newest_stamped(
        HandleStatus, limit_s=1.0
    )  # told five times a second


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
