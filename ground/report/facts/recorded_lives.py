"""The lives of all participants of a recorded run, by the records of their drivers."""

from collections import Counter

from ground.run.kept.locks import SUPERVISOR
from ground.run.processes.process import ProcessRow
from telemetry.recording.given.driver_records import ENDED, STARTED, driver_record_name, is_driver_record

DIED = "ended without a word"


class RecordedLives:
    """How often each participant has begun and ended."""

    def __init__(self) -> None:
        """Begin with no lives."""
        self._begun, self._ended = Counter[str](), Counter[str]()

    def on_record(self, participant: str, packet: bytes) -> None:
        """Take one record."""
        if is_driver_record(packet) and participant != SUPERVISOR:
            name = driver_record_name(packet)
            self._begun[participant] += name == STARTED
            self._ended[participant] += name == ENDED

    def rows(self) -> list[ProcessRow]:
        """Return a row for each participant."""
        return [self._row(participant) for participant in self._begun]

    def _row(self, participant: str) -> ProcessRow:
        begun, ended = self._begun[participant], self._ended[participant]
        is_cut = not self._ended.total()  # the whole run was: the last lives died with it
        died = begun - ended - is_cut
        return ProcessRow(role=participant, pid=None, restarts=begun - 1, deaths=[DIED] * died)
