"""Run one life of a participant again from its recorded inputs: the driver without a bus, clock or store.

    Started ---> build ---> input, input, ... ---> role ---> messages, results of works, records

Neither role nor work is named by the record: the role is an installed one, and its works are its own
functions.  Time is the recorded one.  A work's value is the recorded one; the work is done again too, so that
both can be compared.  A record is written unless the very next thing that was given is that it failed.
"""

from collections.abc import Iterable
from typing import NamedTuple, get_type_hints

import msgspec

from telemetry.drive.factory import begin
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import (
    DRIVER,
    Effect,
    Effects,
    End,
    Input,
    Persist,
    PersistFailed,
    RoleSpec,
    Send,
    Unreadable,
    Work,
    WorkDone,
)
from telemetry.messages.base import Message
from telemetry.recording.given.driver_records import FoundLog, Started


class RerunMessage(NamedTuple):
    """A message that the role sent in this second run."""

    at_ns: int
    message: Message


class RerunWork(NamedTuple):
    """A work that was done again."""

    at_ns: int
    name: str
    recorded: object
    now: object


class RecordedStore(MemoryStore):
    """A store that holds what the life found in it, and what it has written since."""

    def __init__(self, found: dict[str, FoundLog]) -> None:
        """Hold what was found."""
        self._found = found
        self._logs = {key: list(log.records) for key, log in found.items()}

    def unreadable(self, key: str) -> Unreadable:
        """Return how much of the log could not be read when the life began."""
        log = self._found.get(key, FoundLog())
        return Unreadable(octets=log.octets, at_end=log.at_end)


class Rerun:
    """Runs one life again, input by input."""

    def __init__(self, spec: RoleSpec, started: Started, *, zero_utc_ns: int | None) -> None:
        """Build the role on the settings given here; whatever its factory raises comes out."""
        self.store = RecordedStore(started.found)
        begun = begin(spec, self.store, seed=started.seed, boot=started.boot, zero_utc_ns=lambda: zero_utc_ns)
        self._role = begun.role
        self.seal_octets: dict[str, int] = {}  # of each log that the role seals: its key is nobody's here
        self.messages: list[RerunMessage] = []
        self.works: list[RerunWork] = []
        self.inputs = 0
        self._works: dict[str, list[Work]] = {}
        self._effects: Iterable[Effect] = ()  # of the newest thing given
        self._at_ns = 0

    def on_input(self, what: Input | None, sender: str, at_ns: int) -> None:
        """Hand the role one recorded input; None: a tick.  Whatever the role raises comes out."""
        self._settle(what if isinstance(what, PersistFailed) else None)
        self.inputs, self._at_ns = self.inputs + 1, at_ns
        if isinstance(what, WorkDone):
            what = self._worked(what)
        self._effects = self._answer(what, sender, at_ns)

    def end(self) -> None:
        """Carry out what the role did last."""
        self._settle(None)

    def _answer(self, what: Input | None, sender: str, at_ns: int) -> Effects:
        if what is None:
            return self._role.tick(at_ns)
        return self._role.receive(what, sender if isinstance(what, Message) else DRIVER, at_ns)

    def _settle(self, failed: PersistFailed | None) -> None:
        """Carry out the effects of what was given last, up to the record that failed."""
        effects, self._effects = self._effects, ()
        for effect in effects:
            if isinstance(effect, Send):
                self.messages.append(RerunMessage(self._at_ns, effect.message))
            elif isinstance(effect, Persist):
                if failed and (effect.key, effect.record) == (failed.key, failed.record):
                    return
                self.store.append(effect.key, effect.record + effect.seal)
                self.seal_octets[effect.key] = len(effect.seal)
            elif isinstance(effect, Work):
                self._works.setdefault(effect.name, []).append(effect)
            elif isinstance(effect, End):
                return

    def _worked(self, done: WorkDone) -> WorkDone:
        """Return the result with its value as the type that the work promises; do the work again."""
        waiting = self._works.get(done.name)
        if not waiting:
            raise ValueError(f"the result of a work {done.name!r} that was not asked for")
        work = waiting.pop(0)
        kind = get_type_hints(work.function)["return"]
        value = msgspec.convert(done.value, kind)
        now = work.function(*work.arguments)
        self.works.append(RerunWork(self._at_ns, done.name, value, now))
        return WorkDone(done.name, value)
