"""World updates: what a person says has changed around the arm, confirmed by who holds the authority (R9).

    console --- ProposeWorld --> gate: looked at, and shown in every status ---> screens
    console --- ConfirmWorld --> gate: by its hash, from the lease's holder; every verdict is void from now
    gate ------ WorldUpdate ---> predictor: builds that world, judges what has left anew, says so in `World`

What has changed is told whole: for each body and joint the newest, with how many updates it took so far.
"""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import (
    Count,
    Digest,
    Finite,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Vector,
    on_wire,
)

MOST_CHANGES = 64  # bodies, or joints, that differ from their files


@on_wire("BodyPlaced")
class BodyPlaced(Part, frozen=True, tag="body"):
    """A body of the scene stands, or is carried, elsewhere than its file has it: all its shapes, moved so."""

    body: Name
    p: Vector  # displacement of its file's axes, in those of base, space or joint [m]
    quat: Quaternion
    joint: Name = ""  # that carries it; empty: what its file says


@on_wire("LimitTightened")
class LimitTightened(Part, frozen=True, tag="limit"):
    """A joint may go less far, or less fast, than its file allows."""

    joint: Name
    q_min: Finite  # [rad or m]
    q_max: Finite  # [rad or m]
    qd_max: Finite  # [rad/s or m/s]


@on_wire("LoadChanged")
class LoadChanged(Part, frozen=True, tag="load"):
    """The gripper has taken a body of the scene, or let it go, where the arm rests."""

    action: Literal["take", "leave"]
    body: Name
    tool: Name = ""  # that carries it; empty: the arm's first


WorldChange = BodyPlaced | LimitTightened
WorldAsk = BodyPlaced | LimitTightened | LoadChanged  # a measured pose, a limit, a load


@on_wire("WorldUpdates")
class WorldUpdates(Part, frozen=True):
    """All that differs from the files of a run by confirmed updates, and how many there were."""

    count: Count = 0
    bodies: Annotated[tuple[BodyPlaced, ...], msgspec.Meta(max_length=MOST_CHANGES)] = ()
    limits: Annotated[tuple[LimitTightened, ...], msgspec.Meta(max_length=MOST_CHANGES)] = ()


@on_wire("ProposedWorld")
class ProposedWorld(Part, frozen=True):
    """An update that waits to be confirmed."""

    change: WorldChange
    digest: Digest  # over the change, the updates before it, and the configuration
    by: Name  # participant
    until_ns: Nanoseconds  # ground clock


@on_wire("ProposeWorld")
class ProposeWorld(Message, frozen=True, tag=134):
    """Anybody at a console says what has changed; nothing does before it is confirmed."""

    ask: WorldAsk
    login: Name = ""  # of the person, for the record alone
    number: Count = 0


@on_wire("ConfirmWorld")
class ConfirmWorld(Message, frozen=True, tag=135):
    """The holder of the lease confirms what is proposed, by its hash."""

    digest: Digest  # as the gate's status shows it
    number: Count = 0


@on_wire("WorldUpdate")
class WorldUpdate(Message, frozen=True, tag=136):
    """Gate to predictor, until the predictor's world says the same: all verdicts before it are void."""

    updates: WorldUpdates
