"""One life of a participant, run again on the files of its recording, and how far that came.

What admission had refused in it is judged again, by the octets on record:

    length, mode, run, sender, payload    for the very same reason
    key, tag, replay                      that it came as far as that: nobody who reads has the key
    segments                              that it is one, and nothing else is wrong: those before it decided

What names the key that seals nothing has its tag judged too.
"""

import hashlib
from dataclasses import replace
from typing import Any

import msgspec

from ground.replay.message_agreement import Difference
from ground.run.kept.recorded_run import ModelPlaces
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import Speakers
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.drive.factory import spec_of
from telemetry.drive.installed import FORMERLY
from telemetry.drive.rerun import Rerun, RerunMessage, RerunWork
from telemetry.drive.task import explain
from telemetry.files.settings import FileError
from telemetry.life.boot import Boot
from telemetry.recording.given.driver_records import Ended, Persisted, Refused, SentUp, Started
from telemetry.recording.records.lives import LifeInput
from telemetry.wire.codec import Opened, Reader, Received
from telemetry.wire.protection.arrival import Rejection

ACCEPTED = "taken"
_BY_KEY = {Rejection.KEY, Rejection.TAG, Rejection.REPLAY}
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

    def outcome_again(self, refused: Refused) -> str:
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


class RerunLife:
    """A life, from its first record to its last."""

    def __init__(
        self,
        participant: str,
        number: int,
        *,
        role: str,
        model: ModelPlaces,
        admission: RerunAdmission,
        zero_utc_ns: int,
    ) -> None:
        """Wait for the beginning; whatever the recording names, what is built is the installed `role`."""
        self.participant, self.number, self._role = participant, number, role
        self.note = "its beginning is not on record"  # why it is not run to its end; empty: it is
        self.is_whole = False  # its end is on record
        self.is_through = False  # it was built, and run through all on record that it was given
        self.last_ns = 0  # when it was given the newest thing
        self.refused = 0  # packets and frames that admission did not take
        self.difference: Difference | None = None
        self._model, self._admission, self._zero_utc_ns = model, admission, zero_utc_ns
        self._started: Started | None = None
        self._persisted: list[tuple[int, Persisted]] = []  # when, and what
        self._rerun: Rerun | None = None

    @property
    def boot(self) -> Boot:
        """Where what it said begins to count."""
        return self._started.boot if self._started else Boot(-1)

    @property
    def inputs(self) -> int:
        """How many things it was given."""
        return self._rerun.inputs if self._rerun else 0

    @property
    def spoken(self) -> list[RerunMessage]:
        """What it said again."""
        return self._rerun.messages if self._rerun else []

    @property
    def reworked(self) -> list[RerunWork]:
        """What works gave again."""
        return self._rerun.works if self._rerun else []

    def on_input(self, given: LifeInput) -> None:
        """Run it on.

        Raises:
            FileError: the model on record is not the one of the run.
            msgspec.MsgspecError: its settings are not of this version.
        """
        if isinstance(given.what, Started):
            self._begin(given.what)
        elif isinstance(given.what, Ended):
            self._end_in_order(given.at_ns)
        elif isinstance(given.what, Persisted):
            self._persisted.append((given.at_ns, given.what))
        elif isinstance(given.what, Refused):
            self._refuse(given.what, given.at_ns)
        elif self._rerun is not None and not isinstance(given.what, SentUp):
            self.last_ns = given.at_ns
            self._go_on(self._rerun, given)

    def on_gap(self, problem: str) -> None:
        """What follows of it is not known."""
        self.note, self.is_through = problem, False

    def on_end(self) -> None:
        """Nothing more was given."""
        if self._rerun is not None:
            self._rerun.end()
            if self.is_through:
                self._compare_persisted(self._rerun)

    def store_difference(self, later: "RerunLife") -> Difference | None:
        """Return where the next life found something else in the store than this one has written again."""
        if self._rerun is None or later._started is None:
            return None
        for key, log in later._started.found.items():
            now = self._rerun.store.records(key)
            seal = self._rerun.seal_octets.get(key, 0)  # nobody who reads has the key
            for number, (one, other) in enumerate(zip(log.records, now, strict=False), 1):
                if one[: len(one) - seal] != other[: len(other) - seal]:
                    what = f"record {number} of {key}"
                    return Difference(at_s=0.0, what=what, recorded=one.hex(), now=other.hex())
        return None

    def _begin(self, started: Started) -> None:
        self._started, self.note = started, ""
        began_as = started.role or FORMERLY.get(started.place, "")
        if began_as != self._role:
            self.note = f"began as {began_as or started.place or 'nobody'}, not as the installed {self._role}"
            return
        try:
            spec = spec_of(self.participant, self._role, started.settings)
            settings = _settings_with_model(spec.settings, self._model)
            self._rerun = Rerun(spec._replace(settings=settings), started, zero_utc_ns=self._zero_utc_ns)
            self.is_through = True
        except (FileError, msgspec.MsgspecError):
            raise
        except Exception as error:  # whatever a factory makes of what it is given
            self.note = f"cannot be built: {explain(error)}"

    def _go_on(self, rerun: Rerun, given: LifeInput) -> None:
        if self.note:
            self._note_outlived(given.at_ns, "went on")
            return
        try:
            rerun.on_input(given.what, given.sender, given.at_ns)  # type: ignore[arg-type]
        except Exception as error:  # whatever it is: perhaps the role died of it in the run too
            self.on_gap(f"dies at {given.at_ns / NS_PER_S:.3f} s: {explain(error)}")

    def _end_in_order(self, at_ns: int) -> None:
        if self._rerun is not None and self.note:
            self._note_outlived(at_ns, "ended in order")
        self.on_end()
        self.is_whole = not self.note

    def _refuse(self, refused: Refused, at_ns: int) -> None:
        """Let admission judge what it had refused."""
        self.refused += 1
        now = self._admission.outcome_again(refused)
        if now != refused.reason:
            what = f"{len(refused.data)} octets by {refused.carrier} that were refused"
            difference = Difference(at_s=at_ns / NS_PER_S, what=what, recorded=refused.reason, now=now)
            self.difference = self.difference or difference

    def _compare_persisted(self, rerun: Rerun) -> None:
        """Compare what was made durable with what is written again."""
        found = self._started.found if self._started else {}
        for at_ns, durable in self._persisted:
            before = len(found[durable.key].records) if durable.key in found else 0
            record = rerun.store.records(durable.key)[before + durable.number - 1 :][:1]
            seal = rerun.seal_octets.get(durable.key, 0)
            now = hashlib.sha256(record[0][: len(record[0]) - seal]).digest() if record else b""
            if now != durable.sha256:
                what = f"record {durable.number} of {durable.key} in this life, by its digest"
                difference = Difference(
                    at_s=at_ns / NS_PER_S, what=what, recorded=durable.sha256.hex(), now=now.hex()
                )
                self.difference = self.difference or difference
                return

    def _note_outlived(self, at_ns: int, how: str) -> None:
        """It died before, and in the run it did not."""
        self.difference = self.difference or Difference(
            at_s=at_ns / NS_PER_S, what="its life", recorded=how, now=self.note
        )


def _settings_with_model(settings: Any, model: ModelPlaces) -> Any:
    """Return a participant's settings with robot and scene at other places."""
    if isinstance(settings, RunSettings):
        return msgspec.structs.replace(settings, **model._asdict())
    run = getattr(settings, "run", None)
    return msgspec.structs.replace(settings, run=_settings_with_model(run, model)) if run else settings
