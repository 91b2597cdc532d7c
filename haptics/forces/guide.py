"""Fixtures on the hand: free inside, a stiff and damped wall, and by choice a pull along.

    share of the wall  1 |        .----      beyond: how far the tool, where it comes to rest if the hand lets
                         |      .'           go now, is outside of what is allowed; the share grows from 0 at
                       0 |-----'             the wall and never jumps, as axis and way back do not
                         +-----|---|-----> beyond
                               0  FIRM

The wall stands in front of the hand as that of a contact does: at its full share of K [N/m] and B [N s/m] it
is passive in a loop of dt if K < 2 B / dt (J. E. Colgate, G. Schenkel, "Passivity of a class of sampled-data
systems", 1994, for a device without damping of its own), which 1 kHz keeps thirty times over.  The pull is a
steady force that ends before the end of a tube; whatever it gives, the energy at the port is watched.
"""

from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from haptics.forces.push import Barrier, Push, ToolState
from predictor.geometry.fixtures.kinds import fixture_of
from predictor.geometry.fixtures.offset import Fixture as Shape
from predictor.geometry.fixtures.offset import FixtureError, Offset
from predictor.geometry.fixtures.tube import Tube
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.fixture import Fixture, Fixtures, FixtureTouch

Array = NDArray[np.float64]

FIRM_M = 0.01  # beyond the wall, where it is as firm as it gets [m]
TOUCH_ENDS_M = 0.001  # inside of the wall, where a touch ends: a hand that trembles there touches once [m]
PULL_EASES_M = 0.05  # before the end of a tube, where the pull along it grows less [m]


class _Touch(NamedTuple):
    """One that goes on."""

    began_ns: int
    depth: float  # deepest [m]
    force: float  # greatest [N]


class Guide:
    """The fixtures that lead the hand, and which of them it touches."""

    why = "fixture"
    is_ready = True

    def __init__(self, configuration: bytes, *, stiffness: float, pull: float) -> None:
        """Begin without any.

        Args:
            configuration: that a fixture must have been made for.
            stiffness: of a whole wall [N/m], for the report of a touch.
            pull: along a tube [N]; 0: none.
        """
        self._configuration, self._stiffness, self._pull = configuration, stiffness, pull
        self._known: dict[str, Fixture] = {}
        self._shapes: dict[str, Shape] = {}
        self._beyond: dict[str, tuple[Offset, Array]] = {}  # as last felt, and where the tool was
        self._touches: dict[str, _Touch] = {}

    def on_fixtures(self, message: Fixtures) -> None:
        """Take all fixtures that there are; one that comes again unchanged goes on as it is felt."""
        known = {
            each.fixture_id: each for each in message.fixtures if each.configuration == self._configuration
        }
        for name in {*known, *self._known}:
            if known.get(name) != self._known.get(name):
                self._replace(name, known.get(name))
        self._known = known

    def push(self, tool: ToolState) -> Push | None:
        """Return walls and pull at the tool; None: no fixture leads it."""
        p, leads, force = tool.T_base_tool[:3, 3], [], np.zeros(3)
        if not (self._shapes and np.isfinite(p).all()):
            return None
        for name, shape in self._shapes.items():
            offset = shape.offset(p)
            self._beyond[name] = offset, p
            share = firmness(offset.beyond)
            if share > 0.0 and offset.inward.any():
                leads.append(Barrier(offset.inward, share))
            force += self._pull_along(shape, offset, p, share=share)
        return Push(force, np.zeros(3), tuple(leads))

    def take_touches(self, now_ns: int) -> list[FixtureTouch]:
        """Return touches that have begun or ended since."""
        touches = []
        for name, (offset, p) in self._beyond.items():
            touch, depth = self._touches.get(name), offset.beyond
            force = firmness(depth) * self._stiffness * max(depth, 0.0)
            if touch is None and depth > 0.0:
                self._touches[name] = _Touch(now_ns, depth, force)
                touches.append(_touch_message(name, p, self._touches[name]))
            elif touch is not None and depth < -TOUCH_ENDS_M:
                del self._touches[name]
                touches.append(_touch_message(name, p, touch, ended_ns=now_ns))
            elif touch is not None:
                self._touches[name] = _Touch(touch.began_ns, max(touch.depth, depth), max(touch.force, force))
        for name in [name for name in self._touches if name not in self._shapes]:
            touches.append(_touch_message(name, np.zeros(3), self._touches.pop(name), ended_ns=now_ns))
        return touches

    def _replace(self, name: str, fixture: Fixture | None) -> None:
        """Lead by a fixture in place of the one of its name; None: that is gone."""
        self._shapes.pop(name, None)
        self._beyond.pop(name, None)
        if fixture is None:
            return
        with suppress(FixtureError):  # what is none cannot lead; its maker reports it
            self._shapes[name] = fixture_of(fixture)

    def _pull_along(self, shape: Shape, offset: Offset, p: Array, *, share: float) -> Array:
        """Return the pull (3,) [N]: less beyond the wall, where the way back counts, and towards the end."""
        left = shape.length - shape.nearest(p).along if isinstance(shape, Tube) else PULL_EASES_M
        pull: Array = self._pull * (1.0 - share) * min(1.0, max(0.0, left / PULL_EASES_M)) * offset.forward
        return pull


def firmness(beyond: float) -> float:
    """Return the share of a whole wall, so far beyond it [m]: smooth at both ends."""
    u = min(max(beyond / FIRM_M, 0.0), 1.0)
    return u * u * (3.0 - 2.0 * u)


def _touch_message(name: str, p: Array, touch: _Touch, *, ended_ns: int | None = None) -> FixtureTouch:
    x, y, z = p.tolist()
    lasted = 0.0 if ended_ns is None else (ended_ns - touch.began_ns) / NS_PER_S
    return FixtureTouch(
        fixture_id=name,
        is_begin=ended_ns is None,
        at=(x, y, z),
        depth=touch.depth,
        force=touch.force,
        lasted=lasted,
    )
