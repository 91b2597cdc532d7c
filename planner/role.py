"""The planner: plans with certificates, and one proposal for each credit.

    PlanRequest, ReplanRequest ---> Work(make_plan) ---> PlanReady | PlanRefused    (`planner.plans.searches`)
    FixtureRequest ---> Work(carry_out) ---> Fixture, Fixtures        (`planner.fixtures.kept_fixtures`)
    Credit(plan)   ---> set-point number seq - 1 of that plan ---------------> Proposal
    Credit(teleop) ---> newest set-point, newest handle sample, one step ----> Proposal

It proposes nothing without a credit, so path time stands still while the gate's queue does.  It knows the
arm's rest pose from the gate alone, never from telemetry.  What lies ahead of the hand it reports with each
set-point; that ends motion nowhere but in the gate.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from planner.fixtures.kept_fixtures import FixtureAnswers, FixtureTask, KeptFixtures, carry_out
from planner.motion.paths.path import Refusal
from planner.motion.timing.path_flight import warm as warm_timing
from planner.plans.make_plan import (
    PlannedPath,
    PlanTask,
    make_plan,
    make_remainder,
    plan_ready,
    refused,
    start_offset_text,
)
from planner.plans.remainder import remaining_moves
from planner.plans.retreat import make_retreat
from planner.plans.searches import Answer, Maker, Search, Searches
from planner.plans.ways_out import ExecutedPoses, make_way_out
from planner.teleoperation.hand import TeleopHand, warm_teleoperation
from planner.teleoperation.surroundings import Surroundings
from predictor.collision.method import build_world
from predictor.inputs.world_version import is_same_content
from predictor.run_model import Model, read_model
from predictor.verdict.judge import warm
from predictor.world_updates import with_updates
from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.beat import PeriodicBeat, PollWord
from telemetry.life.contract import Effects, Input, Send, Store, Work, WorkDone
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.acts import Lease
from telemetry.messages.fixture import Fixture, FixtureRequest
from telemetry.messages.handle import HandleSample
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Move, PlanCancel, PlanRefused, PlanRequest, ReplanRequest
from telemetry.messages.prediction import CollisionState, LockedJoint, World
from telemetry.messages.queue import (
    Credit,
    Entry,
    GateStatus,
    HoldNotice,
    PlanSource,
    Proposal,
    RollBack,
    Source,
)
from telemetry.messages.spacecraft import Telemetry
from telemetry.messages.world import WorldUpdates

KEPT_PLANS = 16
WAYS_OUT = (make_retreat, make_way_out)  # by the planner's choice, along what was executed


@dataclass(slots=True)
class _Kept:
    """A plan that the planner remembers, and how far it was proposed."""

    planned: PlannedPath
    proposed: int = field(default=-1)  # index of the last set-point proposed


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "Planner":
    """Make the planner with its kernels compiled."""
    model = read_model(settings)
    world = build_world(settings.collision_method, model.robot, model.kept_clear)
    warm(world)
    warm_timing()
    warm_teleoperation(model.robot, settings.hand, period_s=settings.commanding.period_s)
    required_m, from_m = settings.margins.required_m, settings.hand.force.contact_from
    around = Surroundings(world, required_m=required_m, from_m=from_m)
    around.warm()
    return Planner(settings, model, around)


def warm_hand(settings: RunSettings) -> None:
    """Compile a part of the kernels: those that time motions and make the arm follow a hand."""
    warm_timing()
    warm_teleoperation(read_model(settings).robot, settings.hand, period_s=settings.commanding.period_s)


class Planner:
    """The active plans, the hand, and the proposals made from them."""

    def __init__(self, settings: RunSettings, model: Model, around: Surroundings) -> None:
        """Start without plan, hand and rest pose."""
        self.due_ns = 0
        self._settings = settings
        self._beat, self._word = PeriodicBeat("planner", settings.configuration), PollWord("planner")
        self._files = self._model = model  # as it was read, and with what was confirmed since
        period_s = settings.commanding.period_s
        self._hand = TeleopHand(model.robot, settings.hand, period_s=period_s, around=around)
        self._plans: dict[str, _Kept] = {}
        self._searches = Searches()
        self._fixtures = KeptFixtures(settings, model.robot.tool_names)
        self._reports, self._sees_arm, self._executed = ReportJudge(settings), False, ExecutedPoses()
        self._status: GateStatus | None = None
        self._world: World | None = None

    def tick(self, now_ns: int) -> Effects:
        """Return the beat of the planner and the list of its fixtures, where they are due."""
        beat, fixtures = self._beat.take_due(now_ns), self._fixtures.due_messages(now_ns)
        self.due_ns = min(self._beat.due_ns, self._fixtures.due_ns)
        return [*beat, *map(Send, fixtures)]

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Answer a request, a credit or a finished plan, and note everything else."""
        match message:
            case HandleSample():  # these two are most of all
                self._hand.on_sample(message)
                return []
            case CollisionState():
                self._hand.on_collision_state(message, now_ns)
                return []
            case Credit():
                return self._propose(message, now_ns)
            case PlanRequest():
                return self._on_request(message, sender)
            case ReplanRequest():
                return self._replan(message, sender)
            case PlanCancel():
                return _search_effects(self._searches.cancel(message.plan_id, sender))
            case FixtureRequest():
                answers = self._fixtures.on_request(message, sender, rest_q=self._rest_q(), world=self._world)
                return self._fixture_effects(answers, to=sender)
            case WorkDone(value=Fixture() as fixture):
                return self._fixture_effects(self._fixtures.on_made(fixture))
            case WorkDone(value=PlannedPath() | PlanRefused() as found):
                asker, begun = self._searches.on_done()
                return _search_effects([*begun, *([] if asker is None else [self._answer(found, asker)])])
        return self._note(message, now_ns)

    def _note(self, message: Input, now_ns: int) -> Effects:
        match message:
            case GateStatus() if self._sees_arm:
                self._status = message
                return self._word.answers(message, is_ready=self._world is not None)
            case Telemetry() if self._reports.on_telemetry(message, now_ns) in BELIEVED:
                self._sees_arm = True  # before it, the gate cannot know where the arm is either
                self._executed.add(message.hold_q)
            case World():
                self._follow_updates(message)
                self._world = message
                self._hand.on_world(message)
                return self._fixture_effects(self._fixtures.on_world(message, self._rest_q()))
            case Lease():
                self._fixtures.on_lease(message.holder)
                self._searches.on_lease(message.holder)
            case RollBack() | HoldNotice():
                self._hand.let_go()
        return []

    def _follow_updates(self, world: World) -> None:
        """Lead the hand by the arm and the scene as they were confirmed, if that is new."""
        if world.updates == (self._world.updates if self._world else WorldUpdates()):
            return
        self._model = model = with_updates(self._files, world.updates)
        self._hand.on_model(build_world(self._settings.collision_method, model.robot, model.kept_clear))

    def _on_request(self, request: PlanRequest, asker: str) -> Effects:
        """Start planning what is asked for, or refuse it."""
        plan_id, rest_q, world = request.plan_id, self._rest_q(), self._world
        if request.retreat or (request.leads_out and world is not None and world.broken):
            return self._plan(plan_id, asker, make=make_retreat)
        if request.leads_out:
            return self._plan(plan_id, asker, make=make_way_out)
        if request.start is not None and rest_q is not None:
            why = start_offset_text(self._model.robot, request.start, rest_q)
            if why:
                return self._refused(plan_id, asker, Reason.STARTS_ELSEWHERE, why=why)
        return self._plan(plan_id, asker, make=make_plan, moves=request.moves)

    def _plan(self, plan_id: str, asker: str, *, make: Maker, moves: tuple[Move, ...] = ()) -> Effects:
        """Start planning from the arm at rest, or refuse for what is missing."""
        start_q, world = self._rest_q(), self._world
        if start_q is None:
            return self._refused(plan_id, asker, Reason.NO_START_POSE)
        if world is None:
            return self._refused(plan_id, asker, Reason.PREDICTOR_SILENT)
        is_known, is_retreat = is_same_content(world.version, self._model.world_version), make is make_retreat
        if not is_known or world.configuration != self._settings.configuration:
            return self._refused(plan_id, asker, Reason.CONFIGURATION_MISMATCH)
        if is_retreat is not bool(world.broken):
            why_not = Reason.CLEAR_AGAIN if is_retreat else Reason.INSIDE_MARGIN
            return self._refused(plan_id, asker, why_not)
        locked = tuple(each.name for each in self._locked)
        task = PlanTask(plan_id, self._settings, start_q, moves, world, locked)
        executed = (self._executed.newest_first,) if make in WAYS_OUT else ()
        return _search_effects(self._searches.add(Search(asker, make, task, executed)))

    def _replan(self, request: ReplanRequest, asker: str) -> Effects:
        """Start planning what is left of an interrupted plan."""
        kept, rest_q = self._plans.get(request.remainder_of), self._rest_q()
        if rest_q is None:
            return self._refused(request.plan_id, asker, Reason.NO_START_POSE)
        if kept is None:
            return self._refused(request.plan_id, asker, Reason.NO_REMAINDER)
        first = max(-1, kept.proposed - in_flight(self._settings))
        window = range(first, kept.proposed + 1)
        followed = {each.joint: each.followed for each in self._locked}
        moves, trajectory = kept.planned.moves, kept.planned.trajectory
        moves = remaining_moves(moves, trajectory, rest_q=rest_q, window=window, followed=followed)
        if not moves:
            return self._refused(request.plan_id, asker, Reason.NO_REMAINDER)
        return self._plan(request.plan_id, asker, make=make_remainder, moves=moves)

    def _refused(self, plan_id: str, asker: str, reason: Reason, *, why: str = "") -> Effects:
        refusal = refused(plan_id, Refusal(reason, why or line(reason)))
        return _search_effects([self._searches.answer(refusal, asker)])

    @property
    def _locked(self) -> tuple[LockedJoint, ...]:
        """Joints that stand for good, as far as the predictor has reported."""
        return self._world.locked if self._world else ()

    def _rest_q(self) -> tuple[float, ...] | None:
        """Return the pose at which the gate knows the arm to rest (n,) [rad], or None."""
        status = self._status
        if status is None or status.state not in (State.REST, State.HELD):
            return None
        return status.last.q if status.last.at_rest else None

    def _fixture_effects(self, answers: FixtureAnswers, to: str = "") -> Effects:
        """Send the fixtures that are answered and have the others made; all that there are lead the hand.

        `to`: the sender of a request, who is answered alone: a refusal to one is no answer to another.
        """
        sends = [Send(each, to) for each in answers if isinstance(each, Fixture)]
        works = [Work("fixture", carry_out, (each,)) for each in answers if isinstance(each, FixtureTask)]
        if sends:
            self._hand.on_fixtures(self._fixtures.fixtures)
            sends.append(Send(self._fixtures.message))
        return [*sends, *works]

    def _answer(self, found: PlannedPath | PlanRefused, asker: str) -> Answer:
        """Remember a certified plan, or not what is only looked at, and announce it."""
        if isinstance(found, PlanRefused):
            return self._searches.answer(found, asker)
        if not self._searches.is_preview(asker):
            plan_id = found.certificate.plan_id
            self._plans.pop(plan_id, None)
            self._plans[plan_id] = _Kept(found)
            while len(self._plans) > KEPT_PLANS:
                del self._plans[next(iter(self._plans))]
        return self._searches.answer(plan_ready(found, self._model.robot.limits), asker)

    def _propose(self, credit: Credit, now_ns: int) -> Effects:
        """Answer a credit with the one set-point that it asks for, if there is one."""
        offer: tuple[JointState, Source] | None = (
            self._next_of_plan(credit) if credit.source == "plan" else self._hand.on_credit(credit, now_ns)
        )
        if offer is None:
            return []
        entry = Entry(epoch=credit.epoch, seq=credit.next_seq, state=offer[0], source=offer[1])
        return [Send(Proposal(entry=entry))]

    def _next_of_plan(self, credit: Credit) -> tuple[JointState, Source] | None:
        """Return the plan's set-point for this number: each epoch counts from 1, each plan from 0."""
        kept, index = self._plans.get(credit.plan_id), credit.next_seq - 1
        if kept is None or not 0 <= index < len(kept.planned.trajectory.states):
            return None
        kept.proposed = index
        source = PlanSource(plan_id=credit.plan_id, index=index, certificate=kept.planned.certificate.digest)
        return kept.planned.trajectory.states[index], source


def in_flight(settings: RunSettings) -> int:
    """Return how many set-points may have been proposed after the one at which the arm was stopped."""
    link, commanding = settings.link, settings.commanding
    behind_ns = link.round_trip_ns + commanding.buffer_ns + commanding.silence_ns
    return -(-behind_ns // commanding.period_ns) + commanding.depth + 2


def _search_effects(steps: Sequence[Answer | Search]) -> Effects:
    """Send answers, and begin searches."""
    return [
        Send(*step) if isinstance(step, Answer) else Work("plan", step.make, (step.task, *step.executed))
        for step in steps
    ]
