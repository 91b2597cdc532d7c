"""The predictor: verdicts on what the gate queued, and the predicted arm at 100 Hz.

    Queued ----> judge the move and the stop after it ----> Verdict
    Motion, Telemetry ----> estimate of the arm now  ----+
    Queued ----> the commanded arm, as if executed now --+--> PredictedArm, 100 Hz

It verifies what stands in the gate's queue, never what the planner meant.
"""

import numpy as np

from predictor.collision.method import Clearance, CollisionWorld, build_world
from predictor.estimate import ArmEstimate, Seen
from predictor.lookahead import judge, warm
from predictor.motion import Track
from predictor.run_model import read_model
from predictor.stop import rest
from telemetry import chain
from telemetry.beat import Beating
from telemetry.contract import Effects, Input, Send, Store
from telemetry.grid import next_instant
from telemetry.link.plausibility import HEARD, ReportJudge
from telemetry.messages.command import Motion, ResumeCommand
from telemetry.messages.prediction import Nearest, PredictedArm, World
from telemetry.messages.queue import GateStatus, HoldNotice, Queued, RollBack, Verdict
from telemetry.messages.spacecraft import Telemetry
from telemetry.reasons import Reason
from telemetry.run_settings import RunSettings

FRAME_NS = 10_000_000  # 100 Hz


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "Predictor":
    """Make the predictor with its world built and its kernels compiled."""
    model = read_model(settings)
    world = build_world(settings.collision_method, model.robot, model.scene, version=model.world_version)
    warm(world)
    return Predictor(settings, world)


def _seen(report: Telemetry) -> Seen:
    return Seen(
        sampled_ns=report.sampled_ns,
        q=report.q,
        commanded_q=report.hold_q,
        is_latched=report.latched,
        is_at_rest=report.mode in ("latched", "ready"),
    )


def _told(found: Clearance | None) -> Nearest | None:
    return None if found is None else Nearest(distance=found.distance, pair=found.pair)


class Predictor:
    """One arm in one world; knows only what it was sent."""

    def __init__(self, settings: RunSettings, world: CollisionWorld) -> None:
        """Start with no arm in sight: nothing is shown before the first telemetry."""
        self.due_ns = 0
        self._settings = settings
        self._configuration = settings.configuration
        self._world = world
        self._period_ns = settings.commanding.period_ns
        self._reports = ReportJudge(settings)
        self._estimate: ArmEstimate | None = None
        self._seen: Telemetry | None = None
        self._commanded: Track | None = None
        self._beat = Beating("predictor", settings.configuration)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Judge a queued entry; follow what is sent, seen and rolled back."""
        match message:
            case Queued():
                return [Send(self._judge(message, now_ns))]
            case Motion():
                self._follow_sent(message)
            case ResumeCommand(epoch=epoch) if self._estimate:
                self._estimate.resumed(epoch)
            case Telemetry():
                self._follow_seen(message, now_ns)
            case RollBack(rest_q=q) | HoldNotice(rest_q=tuple() as q):
                self._commanded = self._still(q, now_ns)
            case GateStatus(waiting=0, last=last) if last.at_rest and self._seen:
                self._commanded = self._still(last.q, now_ns)
        return []

    def tick(self, now_ns: int) -> Effects:
        """Show the arm; with each beat say which world the verdicts speak of."""
        self.due_ns = next_instant(self.due_ns, period_ns=FRAME_NS, now_ns=now_ns)
        beat = self._beat.take_due(now_ns)
        world = [Send(World(version=self._world.version, configuration=self._configuration))] if beat else []
        return [*world, *beat, *self._show(now_ns)]

    def _judge(self, queued: Queued, now_ns: int) -> Verdict:
        entry = queued.entry
        previous, state = queued.previous, entry.state
        self._commanded = Track(start_ns=now_ns, period_ns=self._period_ns, states=(previous, state))
        required = self._settings.margins.required_m
        judged = judge(self._world, previous, state, required_m=required, period_s=self._period_ns * 1e-9)
        same_model = queued.configuration == self._configuration
        return Verdict(
            epoch=entry.epoch,
            seq=entry.seq,
            chain=chain.extend(queued.chain_before, entry, self._configuration, previous=queued.previous),
            world=self._world.version,
            configuration=self._configuration,
            ok=judged.ok and same_model,
            reason=judged.reason if same_model else Reason.CONFIGURATION_MISMATCH,
            clearance=judged.clearance,
            required=judged.required,
            pair=judged.pair,
            time_to_contact=judged.time_to_contact_s,
            scene=_told(judged.each.scene),
            itself=_told(judged.each.itself),
        )

    def _follow_sent(self, motion: Motion) -> None:
        if self._estimate:
            for point in (motion.repeat, motion.set_point):
                if point:
                    self._estimate.sent((point.epoch, point.seq), point.state, point.execute_at_ns)

    def _follow_seen(self, telemetry: Telemetry, now_ns: int) -> None:
        hearing = self._reports.hear(telemetry, now_ns)
        if hearing not in HEARD:
            return
        self._seen = telemetry
        if self._estimate is None or hearing == "stepped":
            self._estimate = ArmEstimate(_seen(telemetry), self._period_ns)
        else:
            self._estimate.observe(_seen(telemetry))

    def _still(self, q: tuple[float, ...], now_ns: int) -> Track:
        return Track(start_ns=now_ns, period_ns=self._period_ns, states=(rest(q),))

    def _show(self, now_ns: int) -> list[Send]:
        if self._seen is None or self._estimate is None:
            return []
        commanded = self._commanded.state_at(now_ns).q if self._commanded else self._seen.hold_q
        nearest = self._world.clearances(commanded)
        spacecraft_ns = self._reports.clock.to_spacecraft(now_ns)
        return [
            Send(
                PredictedArm(
                    at_ns=now_ns,
                    q_commanded=commanded,
                    q_now=self._estimate.now(spacecraft_ns),
                    q_seen=self._seen.q,
                    seen_age=(spacecraft_ns - self._seen.sampled_ns) * 1e-9,
                    residual=max(map(abs, self._estimate.residual)),
                    required=self._settings.margins.required_m,
                    scene=_told(nearest.scene),
                    itself=_told(nearest.itself),
                )
            )
        ]
