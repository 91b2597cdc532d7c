"""From messages to one immutable snapshot; knows no screen.

    consume(message, now_ns) ... consume ...  ->  snapshot(now_ns)

Nothing is decided here: what the gate, the bridge and the predictor say is kept with its stamp.
"""

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Any

from ground.console.command_book import CommandBook
from ground.console.contact import Contact
from ground.console.fixture_book import FixtureBook
from ground.console.loss import RecentLoss
from ground.console.newest_plan import NewestPlan
from ground.console.pictures import Pictures
from ground.console.presses import Presses
from ground.console.snapshot import KEPT, KINDS, Explanation, Kept, Seen, Snapshot
from ground.operator.pilot import PilotState
from telemetry.authority import ARMED, State
from telemetry.link.plausibility import HEARD, ReportJudge
from telemetry.messages.acts import ActReply, LeaseRequest
from telemetry.messages.base import Message, wire_name
from telemetry.messages.command import BridgeReport, HoldCommand, HoldTaken
from telemetry.messages.fixture import Fixtures, FixtureTouch
from telemetry.messages.health import Beat, RecorderHealth, RunEnd, RunStage
from telemetry.messages.images import ImagePacket, ImageStatus
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.messages.queue import CommandChanges, GateStatus, HoldNotice, RollBack, Verdict
from telemetry.messages.spacecraft import Telemetry
from telemetry.participants import REPLAY
from telemetry.reasons import Reason
from telemetry.run_settings import NS_PER_S, RunSettings

EXPLANATIONS_KEPT = 4
TOLD_AFTER = (RunStage, RunEnd)  # the flight
GATE_PERIODS = 4  # without a word of the gate, which speaks in every one; never less than a beat may be old
BEAT_LIMIT_S = 1.0
LOSS_LIMIT_S = 2.5  # the bridge reports every second
DELAY_LIMIT_S = 60.0  # measured only while set-points are accepted
EXPECTED = ("bridge", "recorder", "predictor", "planner", "gate", "haptics", "image_monitor")


class ConsoleState:
    """What the console has heard."""

    def __init__(self, run: RunSettings) -> None:
        """Start with dark screens of a run."""
        self._is_replay = run.mode == REPLAY
        self._reports = ReportJudge(run)
        self._gate_limit_s = max(GATE_PERIODS * run.commanding.period_s, BEAT_LIMIT_S)
        self._tm_limit_s = run.link.down_s + run.link.telemetry_limit_ns / NS_PER_S
        self._contact, self._loss, self._presses = Contact(run.link), RecentLoss(), Presses()
        self._pictures = Pictures(run, self._reports)
        self._newest: dict[str, Any] = {}  # fields of the snapshot that one message fills
        self._beats: dict[str, Seen[bool]] = {}
        self._commands = CommandBook()
        self._explanations: tuple[Explanation, ...] = ()
        self._plan, self._fixtures = NewestPlan(), FixtureBook()
        self._takes: dict[type[Message], Callable[[Any, int], None]] = {
            GateStatus: self._gate,
            Telemetry: self._telemetry,
            BridgeReport: self._bridge,
            RecorderHealth: self._recorder,
            Beat: self._beat,
            CommandChanges: self._commands.change,
            Verdict: self._verdict,
            RollBack: self._roll_back,
            HoldNotice: self._hold_notice,
            HoldTaken: self._hold_taken,
            ActReply: self._act_reply,
            PlanReady: lambda ready, now_ns: self._plan.take(ready),
            PlanRefused: self._plan_refused,
            Fixtures: lambda told, now_ns: self._fixtures.take(told),
            FixtureTouch: lambda touch, now_ns: self._fixtures.touched(touch),
            ImagePacket: self._pictures.packet,
            ImageStatus: self._pictures.status,
        }

    def consume(self, message: object, now_ns: int) -> None:
        """Take one message; what no screen shows is ignored."""
        if isinstance(message, Message) and (self._over_ns is None or type(message) in TOLD_AFTER):
            if kept := KEPT.get(type(message)):
                self._keep(kept, message, now_ns)
            if take := self._takes.get(type(message)):
                take(message, now_ns)

    def pressed_hold(self, command: HoldCommand, now_ns: int) -> None:
        """HOLD has been sent from here."""
        self._presses.pressed(command, now_ns, self._gate_status)

    @property
    def _gate_status(self) -> GateStatus | None:
        gate = self._newest.get("gate")
        return gate.value if gate else None

    def snapshot(self, now_ns: int, pilot: PilotState | None = None) -> Snapshot:
        """Return what is known now, or was when the run was over, with what a person's acts have come to."""
        place_ns = now_ns if self._over_ns is None else self._over_ns
        return Snapshot(
            at_ns=now_ns,
            place_ns=place_ns,
            los_ns=self._contact.los_ns(place_ns),
            beats=tuple((role, self._beats[role]) for role in EXPECTED if role in self._beats),
            commands=self._commands.rows,
            explanations=self._explanations,
            hold=self._presses.newest,
            plan=self._plan.ready,
            plan_epoch=self._plan.epoch,
            fixtures=self._fixtures.shown,
            pictures=self._pictures.newest(place_ns),
            pilot=pilot,
            **self._newest,
        )

    @property
    def _over_ns(self) -> int | None:
        """When the run was over, after which the screens show nothing newer but what came of it."""
        stage = self._newest.get("stage")
        return stage.over_ns if stage and not self._is_replay else None

    def _keep(self, kept: Kept, message: Message, now_ns: int) -> None:
        """Keep a message as it is, with its age if it has one."""
        self._newest[kept.field] = message if kept.limit_s is None else Seen(message, now_ns, kept.limit_s)

    def _gate(self, status: GateStatus, now_ns: int) -> None:
        self._contact.gate(status, now_ns)
        before = self._gate_status
        self._newest["gate"] = Seen(status, now_ns, self._gate_limit_s)
        self._beats["gate"] = Seen(True, now_ns, self._gate_limit_s)
        measured = {"up": status.up, "down": status.down, "round_trip": status.round_trip}
        for name, value in measured.items():
            known = self._newest.get(name)
            if value is not None and (known is None or known.value != value):
                self._newest[name] = Seen(value, now_ns, DELAY_LIMIT_S)
        report = self._newest.get("telemetry")
        self._plan.follow(status, report.value if report else None)
        if status.state in ARMED:
            self._newest.pop("red_pair", None)
            self._be_over("armed again")
        elif before is not None and (before.state, status.state) == (State.HELD, State.REST):
            self._be_over("resumed", ("HOLD", "ROLL-BACK"))

    def _hold_taken(self, answer: HoldTaken, now_ns: int) -> None:
        self._presses.taken(answer)

    def _telemetry(self, telemetry: Telemetry, now_ns: int) -> None:
        if self._reports.hear(telemetry, now_ns) in HEARD:
            self._contact.heard(now_ns)
            at_ns = self._reports.clock.to_ground(telemetry.sampled_ns)
            self._newest["telemetry"] = Seen(telemetry, at_ns, self._tm_limit_s)
            first = Seen(telemetry.quat_world_base, at_ns, self._tm_limit_s)
            self._newest.setdefault("first_attitude", first)

    def _bridge(self, report: BridgeReport, now_ns: int) -> None:
        self._presses.told(report.hold, now_ns, self._gate_status)
        loss = self._loss.take(report, now_ns, self._contact.since_ns)
        self._newest["loss"] = None if loss is None else Seen(loss, now_ns, LOSS_LIMIT_S)

    def _recorder(self, health: RecorderHealth, now_ns: int) -> None:
        self._newest["recorder"] = Seen(health, now_ns, BEAT_LIMIT_S)
        self._beats["recorder"] = Seen(health.healthy, now_ns, BEAT_LIMIT_S)

    def _beat(self, beat: Beat, now_ns: int) -> None:
        if beat.role in EXPECTED and beat.role != "recorder":  # its own report says more than its beat
            self._beats[beat.role] = Seen(True, now_ns, BEAT_LIMIT_S)

    def _verdict(self, verdict: Verdict, now_ns: int) -> None:
        self._commands.verdict(verdict)
        if not verdict.ok:
            self._redden(verdict.pair)

    def _roll_back(self, message: RollBack, now_ns: int) -> None:
        self._commands.roll_back(message)
        self._redden(message.pair)
        self._explain(
            Explanation(
                kind="ROLL-BACK",
                reason=message.reason,
                detail=f"set-point {message.seq} was refused",
                at_ns=now_ns,
                pair=message.pair,
                distance=message.distance,
                required=message.required,
                time_to_contact=message.time_to_contact,
                cancelled=message.cancelled,
            )
        )

    def _hold_notice(self, message: HoldNotice, now_ns: int) -> None:
        self._commands.hold(message)
        hold = Explanation(kind="HOLD", reason=message.reason, detail="", at_ns=now_ns)
        figures = message.detail.removesuffix(f"{hold.cause}; {hold.cure}").removesuffix("; ")
        is_repeated = figures.startswith(hold.cause)
        self._explain(hold if is_repeated else replace(hold, detail=figures))

    def _act_reply(self, reply: ActReply, now_ns: int) -> None:
        is_asked_again = (reply.act, reply.reason) == (wire_name(LeaseRequest), Reason.NOT_HOLDER)
        if not reply.accepted and not is_asked_again:
            detail = f"{reply.act} of {reply.to}" + (f": {reply.detail}" if reply.detail else "")
            self._explain(Explanation(kind="REFUSED", reason=reply.reason, detail=detail, at_ns=now_ns))

    def _plan_refused(self, message: PlanRefused, now_ns: int) -> None:
        why = Explanation(kind="NO PLAN", reason=message.reason, detail=message.plan_id, at_ns=now_ns)
        is_all = message.detail == f"{why.cause}; {why.cure}"
        self._explain(why if is_all else replace(why, detail=f"{message.plan_id}: {message.detail}"))

    def _be_over(self, by: str, kinds: Container[str] = KINDS) -> None:
        """What these kinds of explanations tell of is over."""
        self._explanations = tuple(
            replace(each, over=by) if each.kind in kinds else each for each in self._explanations
        )

    def _redden(self, pair: tuple[str, str]) -> None:
        if any(pair):
            self._newest["red_pair"] = pair

    def _explain(self, explanation: Explanation) -> None:
        self._explanations = (*self._explanations, explanation)[-EXPLANATIONS_KEPT:]
