"""HOLD wins against what was said before it: across the space link one packet may overtake another.

sent      RESUME 7, HOLD 8
arrives   HOLD 8, RESUME 7      which is refused, or it would undo the HOLD
"""

from telemetry.agreed.participants import Participant
from telemetry.life.boot import UNNUMBERED
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand
from telemetry.wire.protection.header import Body
from telemetry.wire.routes import COMMANDS_MOTION


class HoldOrder:
    """The newest HOLD of each sender that has come to one receiver."""

    def __init__(self) -> None:
        """Start before the first one."""
        self._newest: dict[Participant, tuple[int, int]] = {}  # boot epoch, sequence

    def is_overtaken(self, message: Message, body: Body) -> bool:
        """Note a HOLD; return whether this is a command of motion that one has overtaken."""
        number = body.boot_epoch, body.sequence
        newest = self._newest.get(body.sender, (0, 0))
        if isinstance(message, HoldCommand) and body.boot_epoch < UNNUMBERED:
            self._newest[body.sender] = max(number, newest)
        return type(message) in COMMANDS_MOTION and number < newest
