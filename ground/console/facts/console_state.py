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
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.run_facts import BEAT_LIMIT_S, ProcessFacts
from ground.console.facts.snapshot import Snapshot, first_facts
from ground.operator.person.pilot import PilotState
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.command import HoldCommand
from telemetry.messages.health import RunEnd, RunStage
from telemetry.messages.spacecraft import Telemetry

AFTER_RUN = (RunStage, RunEnd)  # the flight
GATE_PERIODS = 4  # without a word of the gate, which speaks in every one; never less than a beat may be old


class ConsoleState:
    """What the console has heard."""

    def __init__(self, run: RunSettings) -> None:
        """Start with dark screens of a run."""
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

    def on_message(self, message: object, now_ns: int) -> None:
        """Take one message; what no screen shows is ignored."""
        if self._over_ns is not None and not isinstance(message, AFTER_RUN):
            return
        believed = self._believed_report(message, now_ns) if isinstance(message, Telemetry) else message
        for name in self._listeners.get(type(believed), ()):
            self._facts[name] = self._facts[name].on_message(believed, now_ns)
        self._commands.on_message(message, now_ns)
        self._pictures.on_message(message, now_ns)

    def on_hold_pressed(self, command: HoldCommand, now_ns: int) -> None:
        """HOLD has been sent from here."""
        self._facts["hold"] = self._facts["hold"].on_press(command, now_ns)

    def snapshot(self, now_ns: int, pilot: PilotState | None = None) -> Snapshot:
        """Return what is known now, or was when the run was over, with what a person's acts have come to."""
        place_ns = now_ns if self._over_ns is None else self._over_ns
        return Snapshot(
            at_ns=now_ns,
            place_ns=place_ns,
            los_ns=self._facts["link"].contact.los_ns(place_ns),
            commands=self._commands.rows,
            pictures=self._pictures.newest(place_ns),
            pilot=pilot,
            **self._facts,
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
