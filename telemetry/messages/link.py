"""The state of the space link, as the bridge measures it."""

from typing import Literal

from telemetry.messages.base import Count, Finite, Message, Name, Nanoseconds, Part, on_wire

LinkState = Literal["ok", "quiet", "lost", "out of window"]


@on_wire("LinkWay")
class LinkWay(Part, frozen=True, omit_defaults=True):
    """One way of the link."""

    state: LinkState
    reason: Name  # why it is not ok, or empty
    age: Finite | None  # of what came last: since its receipt; on board: since it left here [s]
    rate: Finite  # packets each second that were received here, or sent, of the last 10 s [1/s]
    packets: Count  # that have come to the other end
    lost: Count  # that have not
    late: Count | None = None  # that were overtaken; None: it cannot be known
    duplicated: Count | None = None  # that came once more
    delay: Finite | None = None  # if both ways have changed only as the round trip shows [s]


@on_wire("FollowedTime")
class FollowedTime(Part, frozen=True, omit_defaults=True):
    """A time that is measured again and again, and followed between its steps."""

    value: Finite  # now [s]
    uncertainty: Finite  # to either side [s]
    drift: Finite  # by how much it grows [s/s]
    drift_uncertainty: Finite  # to either side [s/s]
    age: Finite  # of the newest measurement [s]
    step: Finite = 0.0  # by which it has changed at once, the last time that it did [s]
    stepped_ns: Nanoseconds | None = None  # when that was seen, ground clock; None: never


@on_wire("LinkStatus")
class LinkStatus(Message, frozen=True, tag=86):
    """Bridge to gate and screens: once a second, and as the state changes."""

    state: LinkState  # the worse of both ways
    up: LinkWay  # of packets with a command of the gate
    down: LinkWay  # of reports
    round_trip: FollowedTime | None  # None: nothing has come back yet
    clock: FollowedTime | None  # spacecraft clock minus ground clock; None: the same
