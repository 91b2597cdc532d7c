"""News of the world: what is proposed, confirmed or lapses, and each other world, with joints that fail."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, assert_never

from telemetry.messages.acts import ActReply
from telemetry.messages.base import wire_name
from telemetry.messages.prediction import LockedJoint, World
from telemetry.messages.queue import GateStatus
from telemetry.messages.world import ConfirmWorld, ProposedWorld, WorldChange

CONFIRM = wire_name(ConfirmWorld)


class WorldChanged(NamedTuple):
    """The world of which verdicts speak is another one, and why."""

    reason: str
    detail: str


class WorldStep(NamedTuple):
    """How far a proposed update of the world is."""

    change: WorldChange
    state: Literal["proposed", "confirmed", "lapsed"]
    by: str = ""  # participant


class WorldNews:
    """What was told last, so that each is news once."""

    def __init__(self) -> None:
        """Start with nothing proposed, in the world of the files."""
        self._world = World(version=0, configuration=b"")
        self._proposed: ProposedWorld | None = None
        self._answered = b""  # hash of the update that was confirmed last

    def on_message(
        self, message: World | GateStatus | ActReply
    ) -> Iterable[WorldChanged | LockedJoint | WorldStep]:
        """Return what is new in a message."""
        match message:
            case World():
                return self._on_world(message)
            case GateStatus():
                return self._on_status(message)
            case ActReply():
                return self._on_reply(message)
            case _:
                assert_never(message)

    def _on_world(self, world: World) -> Iterator[WorldChanged | LockedJoint]:
        """Yield which joints fail, or else why the world is another one."""
        before, self._world = self._world, world
        stood = {joint.name for joint in before.locked}
        locked = [joint for joint in world.locked if joint.name not in stood]
        is_other = world.version != before.version and (world.reason or world.updates != before.updates)
        yield from locked
        if is_other and not locked:
            yield WorldChanged(world.reason, world.detail)

    def _on_status(self, status: GateStatus) -> Iterator[WorldStep]:
        """Yield what waits no longer, and what waits now."""
        before, now = self._proposed, status.proposed
        self._proposed = now
        if before and (now is None or now.digest != before.digest) and before.digest != self._answered:
            yield WorldStep(before.change, "lapsed")
        if now and (before is None or now.digest != before.digest):
            yield WorldStep(now.change, "proposed", now.by)

    def _on_reply(self, reply: ActReply) -> Iterable[WorldStep]:
        """Return what was confirmed, by whom."""
        if reply.act != CONFIRM or not reply.accepted or self._proposed is None:
            return []
        self._answered = self._proposed.digest
        return [WorldStep(self._proposed.change, "confirmed", reply.to)]
