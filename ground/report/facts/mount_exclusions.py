"""Pairs that the scene's mounts leave out of every clearance, and whether physics judged them.

    left_out[{capsule, shape, moves, needs_reason, reason, judged}]   of the summary's clearance; judged is

    nothing moves it         nothing to judge
    judged by triangles      physics looks at it by the exact triangles of both
                             (`ground.rehearsal.body.left_out_pairs`)
    not judged               a finding

What a motion can change is a finding in any case, with the reason that the scene's file gives.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from predictor.model.reach import is_point
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError

STILL, TRIANGLES, NOT_JUDGED = "nothing moves it", "judged by triangles", "not judged"
MOST_NAMED = 6  # in one line
EXCLUSIONS_UNKNOWN = (
    "what the scene's mounts leave out is not known",
    "a file of its model is not what the run began with",
    "`farhand summary RECORDING` knows what was recorded",
)


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """One limb and one shape that are not kept apart."""

    capsule: str
    shape: str
    moves: str
    needs_reason: bool
    reason: str
    judged: str


Rows = list[LeftOut]


class BareLink(NamedTuple):
    """A link that moves without any volume."""

    name: str
    is_point: bool  # its joints and its mass stand at one place


def rows(run: RunSettings, judged: frozenset[tuple[str, str]]) -> Rows | None:
    """Return what is left out in a run; None: its files are no longer what it began with.

    `judged`: limb and shape of what physics looked at.
    """
    try:
        mountings = read_model(run).left_out
    except FileError:
        return None
    return [
        LeftOut(
            capsule=mounting.capsule,
            shape=mounting.shape,
            moves=mounting.freedom.text,
            needs_reason=mounting.needs_reason,
            reason=mounting.reason,
            judged=_judged(mounting.freedom.is_none, mounting[:2] in judged),
        )
        for mounting in mountings
    ]


def _judged(is_still: bool, is_judged: bool) -> str:
    if is_judged:
        return TRIANGLES
    return STILL if is_still else NOT_JUDGED


def bare_links(run: RunSettings) -> tuple[BareLink, ...]:
    """Return the links that move without any volume."""
    try:
        robot = read_model(run).robot
    except FileError:
        return ()
    return tuple(
        BareLink(link.name, is_point(robot, link.frame)) for link in robot.links if link.name in robot.bare
    )


def as_lines(found: Rows | None) -> list[str]:
    """Return one line that names what clearance leaves out, or none."""
    named = [f"{row.capsule} on {row.shape} ({row.judged})" for row in found or ()]
    more = [f"and {len(named) - MOST_NAMED} more"] * (len(named) > MOST_NAMED)
    return [f"left out   {'; '.join([*named[:MOST_NAMED], *more])}"] if named else []


def findings_of(found: Rows | None) -> Iterator[tuple[str, str, str]]:
    """Return text, reason and cure of each of what should be looked at."""
    if found is None:
        yield EXCLUSIONS_UNKNOWN
    for row in found or ():
        text = f"{row.capsule} is not kept clear of {row.shape} ({row.moves}); {row.judged}"
        if row.needs_reason:
            yield text, f"the scene mounts it: {row.reason}", "take the mount out, unless it is meant so"
        elif row.judged == NOT_JUDGED:
            cure = "give limb and body meshes that are apart at the start, or look at it in orbit's pictures"
            yield text, "the scene mounts it, and one joint moves it", cure
