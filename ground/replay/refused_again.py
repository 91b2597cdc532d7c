"""Whether admission refuses again what it had refused, told by the octets on record.

    length, mode, run, sender, payload    for the very same reason
    key, tag                              that it came as far as that: nobody who reads has the key
    segments                              that it is one, and nothing else is wrong: those before it decided

What names the key that seals nothing has its tag judged too.
"""

from dataclasses import replace

from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.speakers import Speakers
from telemetry.recording.given.told import Refused
from telemetry.wire.codec import Opened, Reader, Received
from telemetry.wire.rejection import Rejection

ACCEPTED = "taken"
_BY_KEY = {Rejection.KEY, Rejection.TAG}
_BEFORE_KEYS = {
    Rejection.LENGTH,
    Rejection.VERSION,
    Rejection.SECONDARY_HEADER,
    Rejection.TIME_CODE,
    Rejection.APID,
    Rejection.TYPE,
    Rejection.PROTECTION_VERSION,
    Rejection.MODE,
}
_BY_OTHERS = {
    Rejection.SEGMENT_LOST,
    Rejection.SEGMENT_DUPLICATE,
    Rejection.SEGMENT_ORPHAN,
    Rejection.PAYLOAD_TOO_LARGE,
}


class RerunAdmission:
    """The admission of one run, again."""

    def __init__(self, speakers: Speakers) -> None:
        """Know mode, run and participants."""
        self._keyless = Reader(speakers.proven)
        self._unsealed = Reader(replace(speakers, keys=UNSEALED))

    def outcome(self, refused: Refused) -> str:
        """Return the reason for which it is refused now, or that it is taken."""
        data, carrier, reason = refused.data, refused.carrier, refused.reason
        unsealed = self._unsealed.open(data, carrier)
        if reason != Rejection.KEY and unsealed is not Rejection.KEY:
            return _outcome(unsealed, reason)
        keyless = self._keyless.open(data, carrier)
        is_before = isinstance(keyless, Rejection) and keyless in _BEFORE_KEYS
        return reason if reason in _BY_KEY and not is_before else _outcome(keyless, reason)


def _outcome(opened: Opened | Rejection, reason: str) -> str:
    result = opened.result if isinstance(opened, Opened) else opened
    if result is None:  # a segment
        return reason if reason in _BY_OTHERS else ACCEPTED
    return ACCEPTED if isinstance(result, Received) else result.value
