"""From messages to one immutable snapshot; knows no screen.

    on_message(message, now_ns) ... on_message ...  ->  snapshot(now_ns)

    Telemetry --believed?--> all facts      other messages --> all facts: each takes in what it listens to

Nothing is decided here: what the gate, the bridge and the predictor say is kept with its stamp.
"""

from typing import Any

from ground.console.facts.arm_facts import BelievedReport
from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.camera_pictures import CameraPictures
from ground.console.facts.command_book import CommandBook
from ground.console.facts.link_facts import Contact, LinkFacts
from ground.console.facts.message_book import MessageBook, Noticed, ProcessUnwell, Seen
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.run_facts import BEAT_LIMIT_S, ProcessFacts
from ground.console.facts.snapshot import NO_PAST, PastFacts, Snapshot, first_facts
from ground.operator.person.pilot_state import PilotState
from ground.series.series_store import SeriesStore
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.delay_lanes import LaneFold
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.command import HoldCommand
from telemetry.messages.health import RunEnd, RunStage
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry

AFTER_RUN = (RunStage, RunEnd)  # the flight
GATE_PERIODS = 4  # without a word of the gate, which speaks in every one; never less than a beat may be old


class ConsoleState:
    """What the console has heard."""

    def __init__(self, run: RunSettings, participant: str = "") -> None:
        """Start with dark screens of a run; `participant` acts at them, if any does."""
        self._is_replay = run.mode == REPLAY
        self._reports = ReportJudge(run)
        self._report_limit_s = run.link.down_s + run.link.telemetry_limit_ns / NS_PER_S
        gate_limit_s = max(GATE_PERIODS * run.commanding.period_s, BEAT_LIMIT_S)
        self._facts: dict[str, Any] = {
            **first_facts(),
            "authority": AuthorityFacts(limit_s=gate_limit_s),
            "link": LinkFacts(contact=Contact(limit_ns=run.link.telemetry_limit_ns)),
            "processes": ProcessFacts(gate_limit_s=gate_limit_s),
        }
        self._listeners: dict[type[Any], list[str]] = {}  # names of the facts that take in a kind of messages
        for name, facts in self._facts.items():
            for kind in facts.kinds():
                self._listeners.setdefault(kind, []).append(name)
        self._commands, self._pictures = CommandBook(), CameraPictures(run, self._reports)
        self.series = None if self._is_replay else SeriesStore(run)  # those are read from the recording
        self._lanes = LaneFold()
        self._messages = MessageBook(participant)

    def on_message(self, message: object, now_ns: int) -> None:
        """Take one message; what no screen shows is ignored."""
        if self._over_ns is not None and not isinstance(message, AFTER_RUN):
            return
        believed = self._believed_report(message, now_ns) if isinstance(message, Telemetry) else message
        for name in self._listeners.get(type(believed), ()):
            self._facts[name] = self._facts[name].on_message(believed, now_ns)
        if believed is not None and self.series is not None:
            self.series.on_message(message, now_ns)
        self._commands.on_message(message, now_ns)
        self._pictures.on_message(message, now_ns)
        self._lanes.on_message(message, now_ns)
        self._messages.on_message(message, now_ns)
        if isinstance(message, GateStatus):  # in every period: at the same instants whoever looks when
            self._look(now_ns)

    def on_notice(self, notice: Noticed, now_ns: int) -> None:
        """The window has something to tell the person."""
        self._messages.on_notice(notice, now_ns)

    def acknowledge(self, number: int) -> None:
        """A person has read the messages up to a number."""
        self._messages.acknowledge(number)

    def on_hold_pressed(self, command: HoldCommand, now_ns: int) -> None:
        """HOLD has been sent from here."""
        self._facts["hold"] = self._facts["hold"].on_press(command, now_ns)

    def on_hold_probed(self, now_ns: int) -> None:
        """The way of HOLD is being probed from here."""
        self._facts["hold"] = self._facts["hold"].on_probe(now_ns)

    def snapshot(
        self, now_ns: int, pilot: PilotState | None = None, *, past: PastFacts = NO_PAST
    ) -> Snapshot:
        """Return what is known now, or was when the run was over, with what a person's acts have come to."""
        place_ns = now_ns if self._over_ns is None else self._over_ns
        self._look(place_ns)
        self._messages.on_pending(pilot.pending if pilot else None, now_ns)
        return Snapshot(
            at_ns=now_ns,
            place_ns=place_ns,
            los_ns=self._facts["link"].contact.los_ns(place_ns),
            commands=self._commands.rows,
            past=past,
            lanes=self._lanes.lanes,
            pictures=self._pictures.newest(place_ns),
            messages=self._messages.lines,
            pilot=pilot,
            series=self.series,
            **self._facts,
        )

    def _look(self, now_ns: int) -> None:
        """Look for what begins and ends without a message."""
        contact, gate, world = (
            self._facts["link"].contact,
            self._facts["authority"].gate,
            self._facts["arm"].world,
        )
        is_silent = contact.closed_ns is None and contact.los_ns(now_ns) is not None
        self._messages.on_contact(is_there=contact.closed_ns is None, at_ns=now_ns)
        beats = self._facts["processes"].beats
        unwell = [
            ProcessUnwell(role, beat.is_stale(now_ns))
            for role, beat in beats
            if beat.is_stale(now_ns) or not beat.value
        ]
        near = tuple(each.pair for each in world.broken) if world else ()
        self._messages.on_look(
            Seen(tuple(unwell), near, is_silent, gate.value.time_step if gate else None), now_ns
        )

    @property
    def _over_ns(self) -> int | None:
        """When the run was over, after which the screens show nothing newer but what came of it."""
        stage = self._facts["run"].stage
        return stage.over_ns if stage and not self._is_replay else None

    def _believed_report(self, report: Telemetry, now_ns: int) -> BelievedReport | None:
        """Return a report with the ground time of its sample; None: it is not believed, or old."""
        if self._reports.on_telemetry(report, now_ns) not in BELIEVED:
            return None
        at_ns = self._reports.clock.to_ground(report.sampled_ns)
        return BelievedReport(Stamped(report, at_ns, self._report_limit_s))
