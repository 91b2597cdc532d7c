"""The beat of a role: a sign of life with its configuration, five times a second on one grid; and its GO.

How old a beat may become is said in `telemetry.agreed.limits` and, for screens, where it is shown.
"""

from telemetry.agreed.limits import next_instant
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import Send
from telemetry.messages.acts import GoNoGo
from telemetry.messages.health import Beat
from telemetry.messages.queue import GateStatus

BEAT_NS = NS_PER_S // 5


class PeriodicBeat:
    """The beat of one role."""

    def __init__(self, role: str, configuration: bytes, *, first_ns: int = 0) -> None:
        """Be due at `first_ns` for the first time."""
        self.due_ns = first_ns
        self._beat = Send(Beat(role=role, configuration=configuration))

    def take_due(self, now_ns: int) -> list[Send]:
        """Return the beat if it is due, else nothing; beats that a stall has missed are not made up for."""
        if now_ns < self.due_ns:
            return []
        self.due_ns = next_instant(self.due_ns, period_ns=BEAT_NS, now_ns=now_ns)
        return [self._beat]


class PollWord:
    """The word of a process in the go / no-go poll: GO once it can do its work."""

    def __init__(self, participant: str) -> None:
        """Say nothing before the gate asks."""
        self._participant, self._said = participant, 0

    def answers(self, message: object, *, is_ready: bool) -> list[Send]:
        """Return the word that a status of the gate asks for; nothing if it asks another, or knows it."""
        if not isinstance(message, GateStatus) or not is_ready:
            return []
        asked = [name for name, word in message.poll if not word]
        if self._participant not in asked:
            return []
        self._said += 1
        return [Send(GoNoGo(go=True, number=self._said))]
