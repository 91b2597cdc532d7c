"""What a screen knows that came late: what the recorder kept of the pass, and then what it received itself.

    asked for   part 0  part 1 ... last part        oldest first, into a state of its own
    received             |==== held back ====|      what makes history; states go to both at once
    shown       ---- what was received ------|---- all -->  when the last part is in, it is the other one

Who sends what makes history connects to a new screen within two seconds, so it is asked for only after that:
what is said later has been received here as well, and counts once.  Every screen asks, the first one too:
nobody knows whether it was there from the beginning.
"""

from collections import Counter
from typing import Any

from ground.console.facts.console_state import AFTER_RUN, ConsoleState
from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import PastFacts, Snapshot
from ground.operator.person.pilot_state import PilotState
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand
from telemetry.messages.past import PastPart, PastRequest
from telemetry.messages.plan import ProcedureReport
from telemetry.recording.pass_book import ALL, CHANGES, messages_of

CONNECTED_NS = 5 * NS_PER_S // 2  # by then all who are there have connected
AGAIN_NS = NS_PER_S  # without an answer
PATIENCE_NS = 30 * NS_PER_S  # without one at all: nothing more is asked for
SAME_NS = 10 * NS_PER_S  # before this screen began: what both may have been given came later
HISTORY: frozenset[type[Any]] = ALL | frozenset(CHANGES) | frozenset(AFTER_RUN)


class JoinedState:
    """A console's state, with what has been before it began."""

    def __init__(self, run: RunSettings, participant: str = "") -> None:
        """Begin with dark screens, and with nothing asked for; `participant` acts at them."""
        self._shown = ConsoleState(run, participant)
        self._building: ConsoleState | None = ConsoleState(run, participant)  # until all has come
        self._building.series = None  # figures are kept once, as they are received
        self._held_back: list[tuple[int, Message]] = []
        self._kept = Counter[Message]()  # of what was kept lately
        self._began_ns: int | None = None
        self._asked_ns = self._answered_ns = 0
        self._next = 0  # part
        self._is_asked = False
        self._past = PastFacts()
        self._reports: dict[str, ProcedureReport] = {}  # the newest on each plan

    def on_message(self, message: object, now_ns: int) -> None:
        """Take one message."""
        if isinstance(message, PastPart):
            return self._on_part(message, now_ns)
        self._shown.on_message(message, now_ns)
        if self._building is None:
            return None
        if isinstance(message, Message) and type(message) in HISTORY:
            self._held_back.append((now_ns, message))
            return None
        return self._building.on_message(message, now_ns)

    def on_hold_pressed(self, command: HoldCommand, now_ns: int) -> None:
        """HOLD has been sent from here."""
        for state in self._states:
            state.on_hold_pressed(command, now_ns)

    def on_hold_probed(self, now_ns: int) -> None:
        """The way of HOLD is being probed from here."""
        for state in self._states:
            state.on_hold_probed(now_ns)

    def on_notice(self, notice: Noticed, now_ns: int) -> None:
        """The window has something to tell the person."""
        for state in self._states:
            state.on_notice(notice, now_ns)

    def acknowledge(self, number: int) -> None:
        """A person has read the messages up to a number."""
        self._shown.acknowledge(number)

    @property
    def _states(self) -> tuple[ConsoleState, ...]:
        return (self._shown, *((self._building,) if self._building else ()))

    def request(self, now_ns: int) -> PastRequest | None:
        """Return what the recorder is to be asked for now."""
        if self._began_ns is None:
            self._began_ns, self._answered_ns = now_ns, now_ns + CONNECTED_NS
        if self._building is None or now_ns < self._began_ns + CONNECTED_NS:
            return None
        if self._is_asked and now_ns < self._asked_ns + AGAIN_NS:
            return None
        if now_ns > self._answered_ns + PATIENCE_NS:
            self._give_up()
            return None
        self._is_asked, self._asked_ns = True, now_ns
        return PastRequest(part=self._next)

    def take_reports(self) -> list[ProcedureReport]:
        """Return the newest of the past on each plan, once, when all of the past is known."""
        if not self._past.is_whole:
            return []
        reports, self._reports = self._reports, {}
        return list(reports.values())

    def snapshot(self, now_ns: int, pilot: PilotState | None = None) -> Snapshot:
        """Return what is known."""
        return self._shown.snapshot(now_ns, pilot, past=self._past)

    def _on_part(self, part: PastPart, now_ns: int) -> None:
        """Take what was asked for; of another life of the recorder all that it still has."""
        building, known = self._building, self._past
        if building is None or not self._is_asked:
            return
        if known.life is not None and known.life != part.life and self._next:
            self._next, self._past, self._is_asked = 0, PastFacts(life=part.life), False
            return
        if part.part < self._next:
            return
        self._is_asked, self._answered_ns, self._next = False, now_ns, part.part + 1
        for at_ns, message in messages_of(part) or ():
            building.on_message(message, at_ns)
            if isinstance(message, ProcedureReport):
                self._reports[message.plan] = message
            if at_ns >= (self._began_ns or 0) - SAME_NS:
                self._kept[message] += 1
        since_ns = part.since_ns if known.since_ns is None else min(known.since_ns, part.since_ns)
        self._past = PastFacts(
            part.life, since_ns, self._next / part.parts, is_whole=self._next >= part.parts
        )
        if self._past.is_whole:
            self._show_all(building)

    def _show_all(self, building: ConsoleState) -> None:
        """Show the state with the past, once it has what was received after that."""
        for at_ns, message in self._later():
            building.on_message(message, at_ns)
        building.series, self._shown = self._shown.series, building
        self._give_up()

    def _later(self) -> list[tuple[int, Message]]:
        """Return what was held back and is not of the past: states only of after all that is."""
        later: list[tuple[int, Message]] = []
        for at_ns, message in self._held_back:
            if self._kept[message]:
                self._kept[message] -= 1
                later = [each for each in later if type(each[1]) not in CHANGES]
            else:
                later.append((at_ns, message))
        return later

    def _give_up(self) -> None:
        self._building = None
        self._held_back, self._kept = [], Counter()
