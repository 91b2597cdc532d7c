"""The predictor: verdicts on what the gate queued, the predicted arm and how near it comes at 100 Hz.

    Queued ----> judge the move and the stop after it ----> Verdict
    Motion, Telemetry ----> estimate of the arm now  ----+
    Queued ----> the commanded arm, as if executed now --+--> prediction.PredictedArm, 100 Hz
              '--> continued: the look ahead          ---+--> prediction.CollisionState, 100 Hz

It verifies what stands in the gate's queue, as it comes, never what the planner meant; a frame whose time has
passed meanwhile is left out, and counted.

It alone knows where a floating base is, and will be: along the queue from entry to entry, else from what is
seen.  A base that is elsewhere than its arm takes it is another world, and so is an arm of which a joint does
not follow its command.  A retreat alone is judged as a way out (`predictor.verdict.escape`).
"""

from functools import partial

import msgspec
import numpy as np

from predictor.arm_in_orbit import ArmSettings
from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.failed_joints import KnownWorld, encoded
from predictor.collision.method import Clearance, build_world
from predictor.inputs.arrays import Array
from predictor.judged_world import JudgedModel, JudgedWorld, ModelAfter
from predictor.model.base.floating_base import floating_base
from predictor.model.base.floating_base import warm as warm_base
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import pose, quaternion_from_rotation
from predictor.motion.motion import Track
from predictor.run_model import Model, read_model
from predictor.verdict.commanded import Commanded, LookAhead
from predictor.verdict.escape import EscapeRule, PairWorlds
from predictor.verdict.judge import warm
from predictor.verdict.outlook import Approach, CollisionWatch, LastDistances, Outlook, rounded_down
from predictor.world_updates import UpdateError, with_updates
from telemetry.agreed import chains
from telemetry.agreed.limits import ESCAPE_FALLS_M, ESCAPE_M_S, next_instant
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.agreed.world_words import news_of, update_text
from telemetry.life.beat import PeriodicBeat, PollWord
from telemetry.life.contract import Effects, Input, PersistFailed, Send, Store
from telemetry.life.memo import Memo
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages import prediction
from telemetry.messages.base import shortened
from telemetry.messages.command import Motion, ResumeCommand
from telemetry.messages.prediction import BasePose, Nearest
from telemetry.messages.queue import EscapeFigures, GateStatus, HoldNotice, Queued, RollBack, Verdict
from telemetry.messages.spacecraft import Telemetry
from telemetry.messages.world import WorldUpdate, WorldUpdates

BASE_POSE_NS = 100_000_000  # in which the base is sent once: such poses are the dearest part of a recording
NO_UPDATES = msgspec.msgpack.encode(WorldUpdates())
WORLD_LOG = "world"  # log of what the next predictor has to know of it


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "Predictor":
    """Make the predictor with its world built and its kernels compiled."""
    model = read_model(settings)
    files = _judged_model(settings, model, b"")
    warm(files.worlds.whole)
    if files.base:
        warm_base(files.base)
    memo = Memo(store, WORLD_LOG, empty=encoded(KnownWorld(model.world_version)))
    return Predictor(settings, partial(_judged_model, settings, model), memo=memo)


def _judged_model(settings: RunSettings, model: Model, updates: bytes) -> JudgedModel:
    """Return the worlds of a run after updates, and its base."""
    built = partial(build_world, settings.collision_method, version=model.world_version)
    now = with_updates(model, msgspec.msgpack.decode(updates or NO_UPDATES, type=WorldUpdates))
    worlds = PairWorlds(built, now.robot, now.kept_clear)
    has_base = now.robot.platform is not None
    return JudgedModel(worlds, floating_base(now.robot, now.scene.bodies) if has_base else None)


def _arm_report(report: Telemetry) -> ArmReport:
    rests = report.mode in ("latched", "ready")
    return ArmReport(report.sampled_ns, report.q, report.hold_q, report.latched, rests)


def _arm_settings(settings: RunSettings) -> ArmSettings:
    return ArmSettings(
        period_ns=settings.commanding.period_ns,
        patience_ns=settings.under_way_ns,
        round_trip_ns=settings.link.round_trip_ns,
        base_m=settings.margins.base_m,
        required_m=settings.margins.required_m,
    )


def _base_pose(T_world_base: Array | None) -> BasePose | None:
    if T_world_base is None:
        return None
    (x, y, z), quat = T_world_base[:3, 3].tolist(), quaternion_from_rotation(T_world_base[:3, :3])
    return BasePose(p_world_base=(x, y, z), quat_world_base=tuple(quat.tolist()))


def _nearest(found: Clearance | None) -> Nearest | None:
    return None if found is None else Nearest(distance=found.distance, pair=found.pair)


def _ahead_message(coming: Approach | None) -> prediction.Ahead | None:
    if coming is None:
        return None
    nearest = Nearest(distance=coming.nearest.distance, pair=coming.nearest.pair)
    return prediction.Ahead(nearest=nearest, side=coming.side, time_to_contact=coming.left_s)


class Predictor:
    """One arm in one world; knows only what it was sent."""

    def __init__(self, settings: RunSettings, model_after: ModelAfter, *, memo: Memo) -> None:
        """Start with no arm in sight, which is not shown before telemetry; the memo keeps the world."""
        self.due_ns, self._settings, self._memo = 0, settings, memo
        self._frame_ns = settings.frame_ns
        margins, commanding = settings.margins, settings.commanding
        rule = EscapeRule(margins.required_m, ESCAPE_FALLS_M, ESCAPE_M_S)
        arm, tracking_m = _arm_settings(settings), margins.tracking_m
        self._judged = JudgedWorld(model_after, memo.newest, arm, escape=rule, tracking_m=tracking_m)
        self._arm, self._escape = self._judged.arm, self._judged.escape
        self._updates = msgspec.msgpack.decode(self._judged.updates or NO_UPDATES, type=WorldUpdates)
        self._period_ns = commanding.period_ns
        self._reports = ReportJudge(settings)
        self._seen: Telemetry | None = None
        self._skipped = 0  # frames
        self._poses: tuple[BasePose | None, BasePose | None] = (None, None)
        self._posed_ns = -BASE_POSE_NS  # when the base was sent so
        self._collision_watch = CollisionWatch(
            self._look(), drives_m=margins.drives_m, warns_m=margins.warns_m
        )
        self._configuration = settings.configuration
        self._beat, self._word = PeriodicBeat("predictor", self._configuration), PollWord("predictor")
        self._commanded_distances, self._distances_now = LastDistances(), LastDistances()

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Judge a queued entry; follow what is sent, seen and rolled back."""
        match message:
            case Queued():
                return [Send(self._judge(message, now_ns))]
            case Motion():
                for point in filter(None, (message.repeat, message.set_point)):
                    self._arm.on_set_point((point.epoch, point.seq), point.state, point.execute_at_ns)
            case WorldUpdate(updates=updates):
                return self._on_update(updates, now_ns)
            case ResumeCommand(epoch=epoch):
                self._arm.on_resume(epoch)
            case Telemetry():
                return self._on_telemetry(message, now_ns)
            case PersistFailed():
                self._memo.on_write_failed(now_ns)
            case RollBack(rest_q=q) | HoldNotice(rest_q=tuple() as q):
                self._collision_watch.on_commanded(self._resting_command(q, now_ns))
            case GateStatus(waiting=0, last=last) if last.at_rest and self._seen:
                self._collision_watch.on_commanded(self._resting_command(last.q, now_ns))
                if message.quiet and self._escape.on_rest(last.q, self._arm.resting(last.q)):
                    return [self._world_message()]
        return self._word.answers(message, is_ready=self._seen is not None)

    def tick(self, now_ns: int) -> Effects:
        """Show the arm; with each beat say which world the verdicts speak of."""
        self._skipped += (now_ns - self.due_ns) // self._frame_ns
        self.due_ns = next_instant(self.due_ns, period_ns=self._frame_ns, now_ns=now_ns)
        beat = self._beat.take_due(now_ns)
        if not beat:
            return self._frame_messages(now_ns)
        memo = self._memo.write(self._judged.record, now_ns)
        return [self._world_message(), *beat, *self._frame_messages(now_ns), *memo]

    def _look(self) -> LookAhead:
        commanding, required_m = self._settings.commanding, self._settings.margins.required_m
        return LookAhead(self._judged.world, required_m, commanding.lookahead_s, commanding.period_s)

    def _on_update(self, updates: WorldUpdates, now_ns: int) -> Effects:
        """Take a world that was confirmed, unless it is known; it is remembered before it is spoken of."""
        if updates.count > self._updates.count:
            news = "; ".join(map(update_text, news_of(self._updates, updates)))
            try:
                self._judged.on_updates(msgspec.msgpack.encode(updates), news)
            except UpdateError:  # of a gate that has another model, whose configuration says so
                return []
            self._updates = updates
            self._collision_watch.on_world(self._look())
        return [*self._memo.write(self._judged.record, now_ns), self._world_message()]

    def _world_message(self) -> Send:
        (reason, detail), resting = self._judged.why, None
        if self._arm.estimate:
            q = self._arm.estimate.last()[0].q
            place = _base_pose(self._arm.resting(q))
            resting = prediction.RestingBase(q=q, pose=place) if place else None
        world = prediction.World(
            version=self._judged.version,
            configuration=self._configuration,
            reason=reason,
            detail=shortened(detail),
            base=resting,
            locked=tuple(prediction.LockedJoint(*row) for row in self._judged.failed.rows),
            broken=tuple(prediction.BrokenMargin(pair=pair, distance=m) for pair, m in self._escape.rows),
            updates=self._updates,
            rejudged=self._arm.newest,
        )
        return Send(world)

    def _judge(self, queued: Queued, now_ns: int) -> Verdict:
        entry, configuration = queued.entry, self._configuration
        move, period_s = (queued.previous, entry.state), self._period_ns * 1e-9
        T_base = self._arm.base_before(queued.chain_before, queued.previous.q)
        judged = self._judged.judge(move, period_s=period_s, T_world_base=T_base, is_retreat=queued.retreat)
        chained = chains.queue_next(queued.chain_before, entry, configuration, previous=queued.previous)
        T_after = self._arm.follow(chained, move, T_base)
        track = Track(start_ns=now_ns, period_ns=self._period_ns, states=move)
        self._collision_watch.on_commanded(Commanded(track, T_base, T_after))
        objection = "" if queued.configuration == configuration else Reason.CONFIGURATION_MISMATCH
        return Verdict(
            epoch=entry.epoch,
            seq=entry.seq,
            chain=chained,
            world=self._judged.version,
            configuration=configuration,
            ok=judged.ok and not objection,
            reason=objection or judged.reason,
            clearance=judged.clearance,
            required=judged.required,
            pair=judged.pair,
            time_to_contact=judged.time_to_contact_s,
            scene=_nearest(judged.each.scene),
            itself=_nearest(judged.each.itself),
            escape=EscapeFigures(**judged.escape._asdict()) if judged.escape else None,
        )

    def _on_telemetry(self, telemetry: Telemetry, now_ns: int) -> Effects:
        hearing = self._reports.on_telemetry(telemetry, now_ns)
        if hearing not in BELIEVED:
            return []
        self._seen = telemetry
        attitude, place = np.array(telemetry.quat_world_base), np.array(telemetry.p_world_base)
        changes = self._arm.on_report(
            _arm_report(telemetry),
            pose(rotation_from_quaternion(attitude), place),
            is_stepped=hearing == "stepped",
            to_ground=self._reports.clock.to_ground,
        )
        self._judged.on_changes(changes)
        return [self._world_message()] if changes else []

    def _resting_command(self, q: tuple[float, ...], now_ns: int) -> Commanded:
        return self._judged.resting_command(q, now_ns, self._period_ns)

    def _frame_messages(self, now_ns: int) -> list[Send]:
        estimate, base = self._arm.estimate, self._arm.base
        if self._seen is None or estimate is None:
            return []
        spacecraft_ns = self._reports.clock.to_spacecraft(now_ns)
        shown = self._collision_watch.commanded or self._resting_command(self._seen.hold_q, now_ns)
        base_commanded = base_now = None
        is_due = not 0 <= now_ns - self._posed_ns < BASE_POSE_NS
        if base and (is_due or self._judged.world.base):
            base_commanded = shown.base_at(base.base, now_ns)
            base_now = base.now(estimate, spacecraft_ns)
        if is_due:
            self._posed_ns, self._poses = now_ns, (_base_pose(base_commanded), _base_pose(base_now))
        commanded, sent_q = shown.q_at(now_ns), estimate.commanded_q(spacecraft_ns)
        q_now, world = estimate.estimated(sent_q), self._judged.world
        nearest = rounded_down(self._commanded_distances.at(commanded, base_commanded, world))
        arm = prediction.PredictedArm(
            at_ns=now_ns,
            q_commanded=commanded,
            q_now=q_now,
            q_seen=self._seen.q,
            seen_age=(spacecraft_ns - self._seen.sampled_ns) * 1e-9,
            residual=max(map(abs, estimate.residual)),
            required=self._settings.margins.required_m,
            scene=_nearest(nearest.scene),
            itself=_nearest(nearest.itself),
            base_commanded=self._poses[0],
            base_now=self._poses[1],
        )
        now, stops = self._distances_now.at(q_now, base_now, world), self._arm.stops(spacecraft_ns)
        seen = self._collision_watch.outlook(
            now, sent_q=sent_q, residual=estimate.residual, stops=stops, now_ns=now_ns
        )
        return [Send(arm), Send(self._collision_state(seen, now_ns))]

    def _collision_state(self, seen: Outlook, now_ns: int) -> prediction.CollisionState:
        return prediction.CollisionState(
            at_ns=now_ns,
            world=self._judged.version,
            level=seen.level,
            required=self._settings.margins.required_m,
            scene=_nearest(seen.scene),
            itself=_nearest(seen.itself),
            uncertainty=seen.uncertainty,
            at_least=seen.at_least,
            ahead=_ahead_message(seen.approach),
            skipped=self._skipped,
        )
