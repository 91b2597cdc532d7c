"""The life of every command, from proposal to its one end.

    proposed > waiting > verified > released > at station > on air > accepted > started > executed > CONFIRMED
       |          |         |           |          |           |         |          |
       +----------+---------+           +----------+-----------+---------+----------+
       REFUSED, CANCELLED, ROLLED BACK, EXPIRED              REFUSED, LOST

A life only moves to the right, may skip states whose report was lost, ends once, and never changes after.
On board nothing is skipped within an epoch, nor between two epochs of one unbroken stream: a set-point that
was executed proves all before it in its stream, and says nothing of an earlier stream.
"""

from typing import NamedTuple

from telemetry.messages.command import CommandState

_S = CommandState
_LIFE = (
    _S.PROPOSED,
    _S.WAITING,
    _S.VERIFIED,
    _S.RELEASED,
    _S.AT_STATION,
    _S.ON_AIR,
    _S.ACCEPTED,
    _S.STARTED,
    _S.EXECUTED,
)
_ENDS_ON_GROUND = (_S.REFUSED, _S.CANCELLED, _S.ROLLED_BACK, _S.EXPIRED)
_ENDS_AFTER_RELEASE = (_S.CONFIRMED, _S.REFUSED, _S.LOST)


class CommandLife(NamedTuple):
    """How far an open command is."""

    state: CommandState
    released_ns: int = 0
    refusal: str = ""  # of the bridge; not the end, since the next packet repeats the set-point
    press: int | None = None  # nonce of a HOLD


def is_legal(begin: CommandState, end: CommandState) -> bool:
    """True if an open life may go on so."""
    if end.is_end:
        return end in (_ENDS_AFTER_RELEASE if begin.has_left else _ENDS_ON_GROUND)
    return _LIFE.index(end) > _LIFE.index(begin)
