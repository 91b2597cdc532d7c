"""Who has the handle, as screens are told of it: again and again, so that who comes late knows it too."""

import msgspec

from haptics.device import HandleReading
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.grid import next_instant
from telemetry.messages.device import DeviceHello, DeviceRefused
from telemetry.messages.handle import HandleSample, HandleStatus

OWNER_NS = NS_PER_S // 5


class HandleOwner:
    """The hand on the handle, and the newest device that was sent away."""

    def __init__(self) -> None:
        """Nobody was sent away."""
        self._due_ns = 0
        self._refused = HandleStatus(holder="")

    def on_refused(self, message: DeviceRefused, now_ns: int) -> None:
        """Note that a device was sent away."""
        self._refused = HandleStatus(holder="", refused=message.name, why=message.why, refused_ns=now_ns)

    def take_due(
        self,
        sample: HandleSample,
        reading: HandleReading,
        *,
        holder: str,
        device: DeviceHello | None,
        intent_ns: int | None,
    ) -> list[HandleStatus]:
        """Tell whose hand it is, if that is due.

        Args:
            sample: what planner and gate are told now.
            reading: what it was made of.
            holder: of the lease.
            device: that has the handle; None: the holder says the hand.
            said_ns: when the newest word of that hand was true; None: there was none.
        """
        now_ns = sample.sampled_ns
        if now_ns < self._due_ns:
            return []
        self._due_ns = next_instant(self._due_ns, period_ns=OWNER_NS, now_ns=now_ns)
        told = msgspec.structs.replace(
            self._refused,
            holder=holder,
            device=device.name if device else "",
            rate=device.rate if device else 0.0,
            is_pressed=reading.dead_man,
            counts=sample.dead_man,
            age=None if intent_ns is None else max(0, now_ns - intent_ns) / NS_PER_S,
        )
        return [told]
