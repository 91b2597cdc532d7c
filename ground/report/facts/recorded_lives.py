"""The lives of all participants of a recorded run, by the records of their drivers.

Whoever is on record to the last moments of a recording, and not with its end, has outlived the recorder, as
where the supervisor was killed: of its end nothing is known.
"""

from collections import Counter

from ground.run.kept.locks import SUPERVISOR
from ground.run.processes.process import ProcessRow
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.recording.given.driver_records import ENDED, STARTED, driver_record_name, is_driver_record

DIED = "ended without a word"
LAST_MOMENTS_NS = 2 * NS_PER_S  # of a recording: in them everybody who lives is heard, or hears a beat


class RecordedLives:
    """How often each participant has begun and ended."""

    def __init__(self) -> None:
        """Begin with no lives."""
        self._begun, self._ended = Counter[str](), Counter[str]()
        self._living: set[str] = set()
        self._newest_ns: dict[str, int] = {}

    def on_record(self, participant: str, packet: bytes, at_ns: int) -> None:
        """Take one record."""
        self._newest_ns[participant] = max(at_ns, self._newest_ns.get(participant, at_ns))
        if is_driver_record(packet) and participant != SUPERVISOR:
            name = driver_record_name(packet)
            self._begun[participant] += name == STARTED
            self._ended[participant] += name == ENDED
            if name == STARTED:
                self._living.add(participant)
            elif name == ENDED:
                self._living.discard(participant)

    def rows(self) -> list[ProcessRow]:
        """Return a row for each participant."""
        return [self._row(participant) for participant in self._begun]

    def _row(self, participant: str) -> ProcessRow:
        begun, ended = self._begun[participant], self._ended[participant]
        is_cut = not self._ended.total()  # the whole run was: the last lives died with it
        last_ns = max(self._newest_ns.values())
        is_last = last_ns - self._newest_ns[participant] < LAST_MOMENTS_NS
        outlived = not is_cut and participant in self._living and is_last
        died = begun - ended - (is_cut or outlived)
        return ProcessRow(
            role=participant,
            pid=None,
            restarts=begun - 1,
            deaths=[DIED] * died,
            is_end_known=not outlived,
        )
