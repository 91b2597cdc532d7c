"""An approver: says GO, and fires what another has armed."""

from telemetry.life.contract import NEVER_NS, Send
from telemetry.messages.acts import GoNoGo
from telemetry.messages.operations import FireCritical
from telemetry.messages.queue import GateStatus

GO_NS = 300_000_000


class Approver:
    """Whoever is polled, and the second person."""

    def __init__(self, settings, store, rng):
        self.due_ns, self.fired = GO_NS, set()

    def tick(self, now_ns):
        self.due_ns = NEVER_NS
        return [Send(GoNoGo(go=True, number=1))]

    def receive(self, message, sender, now_ns):
        armed = message.armed if isinstance(message, GateStatus) else None
        if armed is None or armed.digest in self.fired:
            return []
        self.fired.add(armed.digest)
        number = {"epoch": armed.epoch, "seq": armed.seq, "number": 1 + len(self.fired)}
        return [Send(FireCritical(operation=armed.operation, digest=armed.digest, login="second", **number))]


approver = Approver
