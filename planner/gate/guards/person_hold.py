"""A person's HOLD: it takes the run from the script, and only a person gives it back.

    free ---HOLD of a person---> held ---RESUME of a person, accepted---> leaving ---latch gone---> free
                                  ^                                          |
                                  +---------- HOLD of a person -------------+

A latch by a HOLD that this gate never received (it was down, and the bridge was there) is a person's.
Each change is a record, so that a gate that restarts still knows the person that the script has to wait for.
"""

from collections.abc import Set

import msgspec

from planner.gate.set_points.policy import Doubt
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import Name


class PersonHoldRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What outlives the process."""

    who: Name  # the person of the HOLD; empty: there is none
    leaving: bool  # a person's RESUME has been accepted
    by_script: bool = False  # the script has pressed, too: a latch by HOLD may be its own


NOBODY_HOLDS = PersonHoldRecord(who="", leaving=False)
UNKNOWN_HOLDER = PersonHoldRecord(who="somebody", leaving=False)
NOBODY_HOLDS_RECORD = msgspec.msgpack.encode(NOBODY_HOLDS)


class PersonHold:
    """Whose HOLD the script may not leave."""

    def __init__(self, record: bytes | None, scripts: Set[str]) -> None:
        """Go on from the newest record; if that cannot be read, the scripts are bound as by a HOLD."""
        self.scripts = scripts
        self._now = UNKNOWN_HOLDER if record is None else _read(record)

    @property
    def who(self) -> str:
        """The person who pressed; empty: the script is free."""
        return self._now.who

    def on_hold(self, actor: str) -> bool:
        """Take a HOLD; True if it is a person's."""
        if actor in self.scripts:
            self._now = msgspec.structs.replace(self._now, by_script=True)
            return False
        self._now = PersonHoldRecord(who=actor, leaving=False, by_script=self._now.by_script)
        return True

    def on_latch_by_hold(self) -> bool:
        """Take a latch by HOLD; True if a person pressed it while this gate did not receive."""
        if self.who or self._now.by_script:
            return False
        self._now = UNKNOWN_HOLDER
        return True

    def on_resume(self, participant: str) -> None:
        """Take an accepted RESUME; that of a person counts as soon as the latch is gone."""
        if self.who and participant not in self.scripts:
            self._now = msgspec.structs.replace(self._now, leaving=True)

    def on_latch_gone(self) -> None:
        """Take that the latch is gone; the script is free if a person has resumed."""
        self._now = NOBODY_HOLDS if self._now.leaving else msgspec.structs.replace(self._now, by_script=False)

    def doubt(self, participant: str) -> Doubt | None:
        """Return why a participant may not act, or None."""
        if participant not in self.scripts or not self.who:
            return None
        return Doubt(Reason.PERSON_HOLD, f"HOLD of {self.who}")

    @property
    def record(self) -> bytes:
        """What the next gate has to know."""
        return msgspec.msgpack.encode(self._now)


def _read(record: bytes) -> PersonHoldRecord:
    try:
        return msgspec.msgpack.decode(record, type=PersonHoldRecord)
    except msgspec.MsgspecError:
        return UNKNOWN_HOLDER
