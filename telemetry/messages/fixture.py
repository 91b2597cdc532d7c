"""Virtual fixtures: what the hand is to be led by, what was made of it, and where it was touched.

    operator, console --FixtureRequest--> planner --Fixture---> console, operator: what came of a request
                                                  --Fixtures--> haptics, console, operator: all there are
                                                       haptics --FixtureTouch--> recorder, console, operator

Places are metres in the arm base.  A fixture speaks of one world, by its configuration and its version, and
whoever uses it holds both against what he knows.
"""

from typing import Literal

from telemetry.messages.base import (
    Count,
    Digest,
    Finite,
    Message,
    Name,
    Nanoseconds,
    Part,
    Text,
    Vector,
    on_wire,
)

FixtureKind = Literal["tube", "keep_out_box", "keep_out_sphere", "line", "plane", "point"]
FixtureMode = Literal["default", "source"]


@on_wire("FixtureRequest")
class FixtureRequest(Message, frozen=True, tag=33):
    """Whoever holds the lease to planner: make this fixture, or, of the kind `none`, take it away."""

    fixture_id: Name
    kind: FixtureKind | Literal["none"] = "tube"
    frame: Name = ""  # that places are given in: base (empty), world, or a body of the scene
    start: Vector | None = None  # tube: where it begins [m]; None: at the tool of the arm at rest
    end: Vector = (0.0, 0.0, 0.0)  # tube: where it leads; others: centre, or a point of line or plane [m]
    stand_off: Finite = 0.0  # tube: it ends so far before its end, on the side of its start [m]
    radius: Finite = 0.05  # tube, sphere: radius; line, plane, point: how far off is still free [m]
    along: Vector | None = None  # line: its direction; plane: its normal; box: half edges [m or 1]
    tool: Name = ""  # that the hand moves; empty: the arm's first
    mode: FixtureMode = "default"


@on_wire("Bend")
class Bend(Part, frozen=True):
    """A key point of a tube."""

    point: Vector  # [m]
    half: Finite = 0.0  # how far from it the bend at it begins [m]; 0: there is none


@on_wire("Fixture")
class Fixture(Message, frozen=True, tag=34):
    """Planner to whoever may have asked: a fixture, or why there is none."""

    fixture_id: Name
    kind: FixtureKind | Literal["none"]
    configuration: Digest
    world: Count
    reason: Name = ""  # of `telemetry.agreed.reasons`; empty: it is there
    detail: Text = ""
    bends: tuple[Bend, ...] = ()  # tube: key points, both ends among them; others: their one place
    along: Vector | None = None  # line: its direction; plane: its normal; box: half edges [m or 1]
    radius: Finite = 0.0  # [m]
    length: Finite = 0.0  # tube: of its axis [m]
    clearance: Finite | None = None  # tube: least of the hand on its axis [m]; None: nothing is near
    nearest: Name = ""  # to what that is
    mode: FixtureMode = "default"
    is_kept: bool = False  # it was there before, and still holds in a world that has changed
    tool: Name = ""  # that it leads; empty: the arm's first


@on_wire("Fixtures")
class Fixtures(Message, frozen=True, tag=36):
    """Planner to all who lead a hand or look on: all fixtures that there are; what is not here is gone.

    It is told every second and with each change, so that who comes late, or begins anew, knows them.
    """

    fixtures: tuple[Fixture, ...]  # each with a name of its own
    begun_ns: Nanoseconds = 0  # this life of the planner: what was asked of an earlier one is forgotten


@on_wire("FixtureTouch")
class FixtureTouch(Message, frozen=True, tag=35):
    """Haptics to all: the hand has met a wall of a fixture, or let go of it."""

    fixture_id: Name
    is_begin: bool
    at: Vector  # of the commanded tool, in the arm base [m]
    depth: Finite  # beyond the wall: now, or at the end the deepest of the touch [m]
    force: Finite = 0.0  # of the wall: now, or at the end the greatest of the touch [N]
    lasted: Finite = 0.0  # at the end: how long it was touched [s]
