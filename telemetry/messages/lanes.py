"""The delay as a picture: what was done when on ground, and when in orbit, in a few spans of a whole pass.

    MotionSpan     set-points of one move, of the hand, or of a stop: from when they left to where they ended
    CommandSpan    a HOLD or a RESUME, from when it was told of to when telemetry confirmed it
    StopMark       motion ended before its end
    LossSpan       no window
    PictureSpan    pictures of one camera, one after the other

All instants are of the ground clock.
"""

from typing import Literal

from telemetry.messages.base import Count, Finite, Name, Nanoseconds, Part, on_wire


@on_wire("MotionSpan")
class MotionSpan(Part, frozen=True, omit_defaults=True):
    """Set-points of one epoch that do one thing, one period after the other."""

    epoch: Count
    first: Count
    last: Count
    what: Name  # kind of the move, "hand" or "stop"; empty: not known
    left_ns: Nanoseconds  # when the first of them did, and the last
    left_last_ns: Nanoseconds
    executes_ns: Nanoseconds  # when the move to the first of them begins in orbit, as estimated when it left
    executes_last_ns: Nanoseconds
    up: Finite | None = None  # way up as measured then [s]; None: it was not
    plan_id: Name = ""  # empty: it is of no plan
    step: Count = 0  # of that plan, from 1
    tool: Name = ""  # empty: the arm's first
    confirmed: Count = 0  # the newest that telemetry has confirmed; 0: none
    cut: Count = 0  # the first that did not fly; 0: none
    fate: Name = ""  # how that one ended


@on_wire("CommandSpan")
class CommandSpan(Part, frozen=True, omit_defaults=True):
    """A HOLD or a RESUME."""

    kind: Literal["hold", "resume"]
    epoch: Count
    seq: Count
    begun_ns: Nanoseconds  # when the gate told of it
    actor: Name = ""  # empty: not told
    left_ns: Nanoseconds | None = None  # None: not yet
    ended_ns: Nanoseconds | None = None  # None: nobody knows yet what became of it
    end: Name = ""  # state that it ended in


@on_wire("StopMark")
class StopMark(Part, frozen=True):
    """Motion ended before its end."""

    kind: Literal["roll_back", "hold"]
    at_ns: Nanoseconds
    reason: Name
    seq: Count  # of the set-point that was refused; 0: none was


@on_wire("LossSpan")
class LossSpan(Part, frozen=True):
    """A time without a window."""

    from_ns: Nanoseconds
    until_ns: Nanoseconds | None  # None: it lasts


@on_wire("PictureSpan")
class PictureSpan(Part, frozen=True):
    """Whole pictures of one camera at even distances."""

    camera: Name
    first_ns: Nanoseconds  # when the first and the last of them were taken
    last_ns: Nanoseconds
    count: Count


@on_wire("Lanes")
class Lanes(Part, frozen=True, omit_defaults=True):
    """All of it, in the order of time."""

    motions: tuple[MotionSpan, ...] = ()
    commands: tuple[CommandSpan, ...] = ()
    stops: tuple[StopMark, ...] = ()
    losses: tuple[LossSpan, ...] = ()
    pictures: tuple[PictureSpan, ...] = ()
