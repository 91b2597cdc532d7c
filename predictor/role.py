"""The predictor: verdicts on what the gate queued, the predicted arm and how near it comes at 100 Hz.

    Queued ----> judge the move and the stop after it ----> Verdict
    Motion, Telemetry ----> estimate of the arm now  ----+
    Queued ----> the commanded arm, as if executed now --+--> prediction.PredictedArm, 100 Hz
              '--> continued: the look ahead          ---+--> prediction.CollisionState, 100 Hz

It verifies what stands in the gate's queue, never what the planner meant.  What is queued is judged as it
comes; a frame whose time has passed meanwhile is left out, and counted.

It alone knows where a floating base is, and will be: along the queue from entry to entry, else from what is
seen.  A base that is elsewhere than its arm takes it is another world, and so is an arm of which a joint does
not follow its command.  A retreat alone is judged as a way out (`predictor.verdict.escape`).
"""

from functools import partial

import numpy as np

from predictor.arm_in_orbit import ArmInOrbit, ArmSettings
from predictor.arm_now.base_estimate import BaseEstimate
from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.failed_joints import FailedJoints, decoded, encoded
from predictor.arm_now.joint_watch import JointWatch, joint_bands
from predictor.arm_now.locked_joints import moved_joint
from predictor.collision.method import Clearance, build_world
from predictor.geometry.drift import with_drift
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase, floating_base
from predictor.model.base.floating_base import warm as warm_base
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import pose, quaternion_from_rotation
from predictor.motion.motion import Track
from predictor.motion.stop import rest
from predictor.run_model import read_model
from predictor.verdict.commanded import Commanded, LookAhead
from predictor.verdict.escape import EscapeJudge, EscapeRule, PairWorlds
from predictor.verdict.judge import judge, warm
from predictor.verdict.outlook import Approach, CollisionWatch, Outlook, rounded_down
from telemetry.agreed import chains
from telemetry.agreed.limits import ESCAPE_FALLS_M, ESCAPE_M_S, next_instant
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
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

FRAME_NS = 10_000_000  # 100 Hz
BASE_POSE_NS = 100_000_000  # in which the base is sent once: such poses are the dearest part of a recording
WORLD_LOG = "world"  # log of what the next predictor has to know of it


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "Predictor":
    """Make the predictor with its world built and its kernels compiled."""
    model = read_model(settings)
    built = partial(build_world, settings.collision_method, version=model.world_version)
    worlds = PairWorlds(built, model.robot, with_drift(model.scene, settings.model_age_s))
    warm(worlds.whole)
    base = None if model.robot.platform is None else floating_base(model.robot, model.scene.bodies)
    if base:
        warm_base(base)
    memo = Memo(store, WORLD_LOG, empty=encoded((), model.world_version))
    return Predictor(settings, worlds, base=base, memo=memo)


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

    def __init__(
        self, settings: RunSettings, worlds: PairWorlds, *, base: FloatingBase | None, memo: Memo
    ) -> None:
        """Start with no arm in sight, which is not shown before telemetry; the memo keeps the world."""
        self.due_ns, self._settings = 0, settings
        self._memo, self._world = memo, (world := worlds.whole)
        self._version, known, broken = decoded(memo.newest, world.version)
        margins, commanding = settings.margins, settings.commanding
        rule = EscapeRule(margins.required_m, ESCAPE_FALLS_M, ESCAPE_M_S)
        self._escape = EscapeJudge(worlds, rule, dict(broken))
        following = JointWatch(joint_bands(world.robot, margins.tracking_m))
        self._failed = FailedJoints(following, world.robot.commanded, known)
        self._changed = ("", "")  # why the version is this one, and the words for it
        self._arm = ArmInOrbit(
            world, _arm_settings(settings), base=BaseEstimate(base) if base else None, failed=self._failed
        )
        self._period_ns = commanding.period_ns
        self._reports = ReportJudge(settings)
        self._seen: Telemetry | None = None
        self._skipped = 0  # frames
        self._poses: tuple[BasePose | None, BasePose | None] = (None, None)
        self._posed_ns = -BASE_POSE_NS  # when the base was sent so
        look = LookAhead(world, margins.required_m, commanding.lookahead_s, commanding.period_s)
        self._collision_watch = CollisionWatch(look, drives_m=margins.drives_m, warns_m=margins.warns_m)
        self._beat, self._word = PeriodicBeat("predictor", settings.configuration), PollWord("predictor")

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Judge a queued entry; follow what is sent, seen and rolled back."""
        match message:
            case Queued():
                return [Send(self._judge(message, now_ns))]
            case Motion():
                for point in filter(None, (message.repeat, message.set_point)):
                    self._arm.on_set_point((point.epoch, point.seq), point.state, point.execute_at_ns)
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
        self._skipped += (now_ns - self.due_ns) // FRAME_NS
        self.due_ns = next_instant(self.due_ns, period_ns=FRAME_NS, now_ns=now_ns)
        beat = self._beat.take_due(now_ns)
        if not beat:
            return self._frame_messages(now_ns)
        known = encoded(self._failed.known, self._version, self._escape.rows)
        return [self._world_message(), *beat, *self._frame_messages(now_ns), *self._memo.write(known, now_ns)]

    def _world_message(self) -> Send:
        (reason, detail), resting = self._changed, None
        if self._arm.estimate:
            q = self._arm.estimate.last()[0].q
            place = _base_pose(self._arm.resting(q))
            resting = prediction.RestingBase(q=q, pose=place) if place else None
        world = prediction.World(
            version=self._version,
            configuration=self._settings.configuration,
            reason=reason,
            detail=detail,
            base=resting,
            locked=tuple(prediction.LockedJoint(*row) for row in self._failed.rows),
            broken=tuple(prediction.BrokenMargin(pair=pair, distance=m) for pair, m in self._escape.rows),
        )
        return Send(world)

    def _judge(self, queued: Queued, now_ns: int) -> Verdict:
        entry = queued.entry
        previous, state, period_s = queued.previous, entry.state, self._period_ns * 1e-9
        T_base = self._arm.base_before(queued.chain_before, previous.q)
        track = Track(start_ns=now_ns, period_ns=self._period_ns, states=(previous, state))
        if queued.retreat:
            judged = self._escape.judge((previous, state), period_s=period_s, T_world_base=T_base)
        else:
            required_m = self._settings.margins.required_m
            judged = judge(
                self._world, previous, state, required_m=required_m, period_s=period_s, T_world_base=T_base
            )
        configuration = self._settings.configuration
        chained = chains.queue_next(queued.chain_before, entry, configuration, previous=previous)
        T_after = self._arm.follow(chained, (previous, state), T_base)
        self._collision_watch.on_commanded(Commanded(track, T_base, T_after))
        objection = self._objection(queued, T_base)
        return Verdict(
            epoch=entry.epoch,
            seq=entry.seq,
            chain=chained,
            world=self._version,
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

    def _objection(self, queued: Queued, T_base: Array | None) -> str:
        """Return why no verdict can be given on an entry; empty: one can."""
        if queued.configuration != self._settings.configuration:
            return Reason.CONFIGURATION_MISMATCH
        if moved_joint(self._failed.locked, queued.previous, queued.entry.state) is not None:
            return Reason.LOCKED_JOINT
        if self._arm.is_base_elsewhere:
            return Reason.BASE_ELSEWHERE
        if queued.retreat and not self._escape.pairs:
            return Reason.CLEAR_AGAIN
        return Reason.TELEMETRY_STALE if self._world.base and T_base is None else ""

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
        for change in changes:
            self._version += 1
            self._changed = (Reason(change.why), shortened(change.detail))
        return [self._world_message()] if changes else []

    def _resting_command(self, q: tuple[float, ...], now_ns: int) -> Commanded:
        track = Track(start_ns=now_ns, period_ns=self._period_ns, states=(rest(q),))
        T_base = self._arm.resting(q)
        return Commanded(track, T_base, T_base)

    def _frame_messages(self, now_ns: int) -> list[Send]:
        estimate, base = self._arm.estimate, self._arm.base
        if self._seen is None or estimate is None:
            return []
        spacecraft_ns = self._reports.clock.to_spacecraft(now_ns)
        shown = self._collision_watch.commanded or self._resting_command(self._seen.hold_q, now_ns)
        base_commanded = base_now = None
        is_due = not 0 <= now_ns - self._posed_ns < BASE_POSE_NS
        if base and (is_due or self._world.base):
            base_commanded = shown.base_at(base.base, now_ns)
            base_now = base.now(estimate, spacecraft_ns)
        if is_due:
            self._posed_ns, self._poses = now_ns, (_base_pose(base_commanded), _base_pose(base_now))
        commanded, q_now = shown.q_at(now_ns), estimate.now(spacecraft_ns)
        nearest = rounded_down(self._world.clearances(commanded, base_commanded))
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
        now, stops = self._world.clearances(q_now, base_now), self._arm.stops(spacecraft_ns)
        sent_q, residual = estimate.commanded(spacecraft_ns).q, estimate.residual
        seen = self._collision_watch.outlook(
            now, sent_q=sent_q, residual=residual, stops=stops, now_ns=now_ns
        )
        return [Send(arm), Send(self._collision_state(seen, now_ns))]

    def _collision_state(self, seen: Outlook, now_ns: int) -> prediction.CollisionState:
        return prediction.CollisionState(
            at_ns=now_ns,
            world=self._version,
            level=seen.level,
            required=self._settings.margins.required_m,
            scene=_nearest(seen.scene),
            itself=_nearest(seen.itself),
            uncertainty=seen.uncertainty,
            at_least=seen.at_least,
            ahead=_ahead_message(seen.approach),
            skipped=self._skipped,
        )
