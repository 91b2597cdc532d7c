"""What one part of the screens knows: immutable, and made anew by each message that it takes in.

    class HandFacts(PanelFacts):
        force: Stamped[HandForce] | None = newest_stamped(HandForce, limit_s=0.5)   a message with its age
        touches: int = 0
        HANDLERS = {FixtureTouch: on_fixture_touch}                             what is made of another one

    facts = facts.on_message(message, now_ns)

age = now - stamp, taken when it is drawn: if nobody makes new facts, everything on the screen grows old
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message

T = TypeVar("T")
M = TypeVar("M", bound=Message)

Handlers = Mapping[type[Any], Callable[[Any, Any, int], Any]]  # kind -> facts, message, now [ns] -> facts

_NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Stamped(Generic[T]):
    """A value, when it was true (ground clock), and the age beyond which it says nothing about now."""

    value: T
    at_ns: int
    limit_s: float

    def age_s(self, now_ns: int) -> float:
        """Age [s], never negative."""
        return max(0.0, (now_ns - self.at_ns) / NS_PER_S)

    def is_stale(self, now_ns: int) -> bool:
        """True beyond the limit."""
        return self.age_s(now_ns) > self.limit_s


class _Newest(NamedTuple):
    """A field that is the newest message of a kind."""

    kind: type[Message]
    limit_s: float | None  # beyond which it says nothing about now; None: kept without an age


def newest(kind: type[M]) -> M | None:
    """Return a field that is the newest message of a kind, which does not grow old."""
    return field(default=None, metadata={_NEWEST: _Newest(kind, None)})


def newest_stamped(kind: type[M], *, limit_s: float) -> Stamped[M] | None:
    """Return a field that is the newest message of a kind, and when it came."""
    return field(default=None, metadata={_NEWEST: _Newest(kind, limit_s)})


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelFacts:
    """What one part of the screens knows; this one knows nothing."""

    HANDLERS: ClassVar[Handlers] = {}

    def on_message(self, message: object, now_ns: int) -> Self:
        """Return what is known after a message; one that it does not take in leaves it as it is."""
        facts, kind = self, type(message)
        if kept := self._kept().get(kind):
            name, limit_s = kept
            value = message if limit_s is None else Stamped(message, now_ns, limit_s)
            facts = replace(facts, **{name: value})
        if update := self.HANDLERS.get(kind):
            facts = update(facts, message, now_ns)
        return facts

    @classmethod
    def kinds(cls) -> frozenset[type[Any]]:
        """Return the kinds of messages that are taken in."""
        return frozenset((*cls._kept(), *cls.HANDLERS))

    @classmethod
    @cache
    def _kept(cls) -> dict[type[Any], tuple[str, float | None]]:
        """Return which message fills which field as it is, and how long it counts [s]."""
        marked = ((each.name, each.metadata.get(_NEWEST)) for each in fields(cls))
        return {mark.kind: (name, mark.limit_s) for name, mark in marked if mark}
