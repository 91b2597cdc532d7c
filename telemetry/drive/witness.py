"""Look on at a run in virtual time: see what is said, heard, written and started, and change nothing."""

from telemetry.life.contract import Persist
from telemetry.messages.base import Message


class Witness:
    """See nothing: a witness that wants to see something overrides it."""

    def on_sent(self, at_ns: int, sender: str, message: Message) -> None:
        """See a message as it leaves, once for all its receivers."""

    def on_received(self, at_ns: int, receiver: str, message: Message, *, sender: str) -> None:
        """See a message as it comes to a receiver, before the receiver does anything about it."""

    def on_persisted(self, at_ns: int, participant: str, effect: Persist) -> None:
        """See what a participant's store has kept."""

    def on_started(self, at_ns: int, participant: str, *, keeps_store: bool) -> None:
        """See a participant start again."""
