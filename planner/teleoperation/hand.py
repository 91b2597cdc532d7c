"""The law of the hand's credit: what it does not give of what the hand asks for is gone, but a turn is owed.

    HandleSample ---> what the hand does                                (50 Hz and more)
    Credit ---> one set-point, its source, and why it is another one than was asked for

    wished     by the newest sample, from where the hand was taken       mapping
    asked      the same, but of turns all that is owed                   owed_turn
    given      what shared control leaves of it, and a way out           shared_control, surroundings
    set-point  what tool and joints can do of it: slower, or a stop      step, tool_law, following

A turn is owed as a hand turns faster than a tool, until it is made or shared control does not give it; all of
it is dropped where the hand cancels it, or the joints do not do as asked.  A credit without a fresh sample is
not answered, and changes nothing.  From credit to credit the arm in the hand is

    free       --first credit of an epoch: hand and tool are taken where they are-->  led; in motion: braking
    led        --no step is possible: the joints stop by themselves-->                braking
    braking    --at rest: the tool is taken where it is then-->                       led
    any        --roll-back, HOLD, another epoch-->                                    free

So no arming and no change of mode, frame or tool moves the arm by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked_joints import ToolArms
from planner.teleoperation.following import holds_attitude, suited_limits
from planner.teleoperation.mapping import PARTS, GivenTwist, HandMapping, Wrist, cancels_turn, wished_twist
from planner.teleoperation.owed_turn import OwedTurn
from planner.teleoperation.shared_control import SharedControl
from planner.teleoperation.step import AskedTwist, Engagement, TeleopStep, engage, step
from planner.teleoperation.surroundings import Surroundings
from planner.teleoperation.tool_law import PLACE, TURN, ToolLimits, ToolMotion, tool_limits, tool_motion
from predictor.arm_now.uncertainty import shape_levers
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from predictor.motion.stop import rest
from predictor.verdict.clearing import least_joint_rates
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.limits import DEAD_MAN_NS, ESCAPE_M_S, PREDICTOR_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import LONGEST_NAME, Vector
from telemetry.messages.fixture import Fixture
from telemetry.messages.handle import HandleSample, HandMode, Steering
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import CollisionState, World
from telemetry.messages.queue import Bent, Credit, TeleopSource

Array = NDArray[np.float64]

RETREAT_SHARE = 0.6  # of the speed that a retreat may have: the joints go otherwise as they stop


class TeleopSetPoint(NamedTuple):
    """A set-point of the hand, and where it came from."""

    state: JointState
    source: TeleopSource


@dataclass(slots=True)
class TeleopState:
    """The arm in the hand: what stays from one credit of an epoch to the next."""

    epoch: int
    p_origin: Vector  # of the handle, where no motion is wanted [m]
    wrist: Wrist
    owed: OwedTurn | None  # None: the tool turns not at all, or as near as its joints can
    limits: ToolLimits
    engagement: Engagement

    def on_sample(self, sample: HandleSample) -> None:
        """Take the turn of the hand."""
        self.wrist.on_sample(sample)
        if self.owed and cancels_turn(sample):
            self.owed.drop()

    def ask(self, twist: Array, motion: ToolMotion) -> Array:
        """Return the twist (6,) that is asked for with what is owed."""
        return twist if self.owed is None else _with_turn(twist, self.owed.ask(twist[TURN], motion))

    def give(self, asked: Array, given: Array, motion: ToolMotion) -> Array:
        """Return the twist (6,) that the tool is to go towards, when it is given that for what was asked."""
        if self.owed is None:
            return given
        return _with_turn(given, self.owed.give(asked[TURN], given[TURN], motion))

    def on_step(self, done: TeleopStep) -> None:
        """Take the step that came of it."""
        self.engagement = done.engagement
        if self.owed and not done.is_as_asked:
            self.owed.drop()


def _with_turn(twist: Array, w: Array) -> Array:
    """Return a twist (6,) with another angular velocity (3,)."""
    return np.concatenate([twist[PLACE], w])


class TeleopHand:
    """What the handle does, and what that asks of the arm."""

    def __init__(
        self, robot: Robot, hand: HandSettings, *, period_s: float, around: Surroundings | None = None
    ) -> None:
        """Start without a sample; what is around may bend what is asked for, by choice of the settings."""
        self._robot, self._arms = robot, ToolArms(robot)
        self._settings, self._period_s = hand, period_s
        self._limits = tool_limits(hand, period_s=period_s)
        self._levers = shape_levers(robot)
        self._sample: HandleSample | None = None
        self._state: TeleopState | None = None
        self._around, self._shared = around, SharedControl(hand.shared, around)
        self._ahead: tuple[CollisionState, int] | None = None  # the newest, and when it came

    def on_sample(self, sample: HandleSample) -> None:
        """Take the handle's newest sample."""
        self._sample = sample
        if self._state:
            self._state.on_sample(sample)

    def on_collision_state(self, collision: CollisionState, now_ns: int) -> None:
        """Take what the predictor expects ahead."""
        self._ahead = collision, now_ns

    def on_fixtures(self, fixtures: Iterable[Fixture]) -> None:
        """Take all fixtures that there are."""
        self._shared.on_fixtures(fixtures)

    def on_world(self, world: World) -> None:
        """Take where the base of the arm stands, and which joints do for good."""
        self._shared.on_world(world)
        self._arms.leave({each.joint: each.q for each in world.locked})

    def on_model(self, world: CollisionWorld) -> None:
        """Take the arm, and what is around it, after an update of the world."""
        self._robot, self._arms = world.robot, ToolArms(world.robot)
        self._levers = shape_levers(world.robot)
        if self._around:
            self._around.on_world(world)

    def let_go(self) -> None:
        """Let the arm go, as motion has ended: the next credit takes it anew."""
        self._state = None

    def on_credit(self, credit: Credit, now_ns: int) -> TeleopSetPoint | None:
        """Return the set-point that the hand asks for; None without a fresh sample of it."""
        sample = self._sample
        if sample is None or now_ns - sample.sampled_ns > DEAD_MAN_NS:
            return None
        robot = self._arms.by_tool.get(credit.tool) or self._robot.with_tool(credit.tool)
        taken = self._state_for(robot, credit, sample)
        wished = self._wished(credit, taken, sample, robot=robot)
        motion = tool_motion(robot, credit.newest)
        asked = taken.ask(wished.twist, motion)
        given = self._shared.blend(asked, robot, credit.newest, limits=taken.limits)
        if credit.retreat:
            given = given._replace(twist=slowed(given.twist, robot, credit.newest.q, levers=self._levers))
        barrier = None if credit.retreat else self._shared.barrier(credit.newest, period_s=self._period_s)
        wanted = AskedTwist(taken.give(asked, given.twist, motion), PARTS[credit.steering.mode], barrier)
        done = step(robot, taken.engagement, wanted, newest=credit.newest, limits=taken.limits)
        taken.on_step(done)
        note = notes_text((*given.notes, *self._contact_notes(now_ns), *done.notes, *wished.notes))
        source = TeleopSource(
            sample=sample.number,
            dead_man_age=max(0, now_ns - sample.sampled_ns) / NS_PER_S,
            tool=credit.tool,
            note=note or lasting_note(robot, credit.steering.mode),
            steering=credit.steering,
            bent=blended_command(asked, given.twist) if given.notes else None,
        )
        return TeleopSetPoint(done.state, source)

    def _state_for(self, robot: Robot, credit: Credit, sample: HandleSample) -> TeleopState:
        """Return the arm in the hand, taken where both are if this is the first credit of its epoch."""
        if self._state is None or self._state.epoch != credit.epoch:
            limits = suited_limits(robot, credit.newest.q, self._limits)
            turns = PARTS[credit.steering.mode].turns and holds_attitude(robot)
            owed = OwedTurn(self._settings.turning_max, limits) if turns else None
            wrist = Wrist(self._settings.turning_dead_zone)
            self._state = TeleopState(
                credit.epoch, sample.p_handle, wrist, owed, limits, engage(robot, credit.newest)
            )
            self._state.on_sample(sample)
        return self._state

    def _wished(
        self, credit: Credit, state: TeleopState, sample: HandleSample, *, robot: Robot
    ) -> GivenTwist:
        """Return what the hand asks for: nothing while the dead-man is not pressed."""
        parts = PARTS[credit.steering.mode]
        turn = state.wrist.take_turn()
        moves, turns = sample.dead_man and parts.moves, sample.dead_man and parts.turns
        way = (p - begin for p, begin in zip(sample.p_handle, state.p_origin, strict=True))
        displacement = np.array([*way]) if moves else np.zeros(3)
        mapping = HandMapping(period_s=self._period_s, hand=self._settings, steering=credit.steering)
        carrier = self._robot if credit.steering.frame == "camera" else robot
        R_base_tool = tool_pose(carrier, credit.newest.q)[:3, :3]
        return wished_twist(displacement, turn if turns else np.zeros(3), mapping, R_base_tool=R_base_tool)

    def _contact_notes(self, now_ns: int) -> tuple[str, ...]:
        """Return what the arm is about to meet, for the person; only the gate ends motion."""
        if self._ahead is None or now_ns - self._ahead[1] > PREDICTOR_NS:
            return ()
        ahead = self._ahead[0].ahead
        if ahead is None or ahead.time_to_contact is None:
            return ()
        first, second = ahead.nearest.pair
        return (f"too close in {ahead.time_to_contact:.1f} s: {first} and {second}",)


def slowed(twist: Array, robot: Robot, q: tuple[float, ...], *, levers: Array) -> Array:
    """Return a twist (6,) at which no point of the arm at q (n,) goes faster than a retreat may.

    `levers` (s, n): how far a point of each part goes at most for each joint [m/rad].
    """
    rates = least_joint_rates(tool_jacobian(robot, q)) @ twist
    speed = float(np.max(levers @ np.abs(rates), initial=0.0))
    return twist * min(1.0, RETREAT_SHARE * ESCAPE_M_S / speed) if speed > 0.0 else twist


def blended_command(asked: Array, given: Array) -> Bent:
    """Return the velocities that are reported of a tool whose twist (6,) is given otherwise than asked."""
    (ax, ay, az), (gx, gy, gz) = asked[:3].tolist(), given[:3].tolist()
    return Bent(asked=(ax, ay, az), given=(gx, gy, gz))


def notes_text(notes: tuple[str, ...]) -> str:
    """Return as many notes as fit into a name, the first of them in any case."""
    text = notes[0][:LONGEST_NAME] if notes else ""
    for note in notes[1:]:
        longer = f"{text}; {note}"
        text = longer if len(longer) <= LONGEST_NAME else text
    return text


def lasting_note(robot: Robot, mode: HandMode) -> str:
    """Return why an arm is never followed as others are; empty: it is."""
    if holds_attitude(robot):
        return ""
    return Reason.TURNS_PARTLY if PARTS[mode].turns else Reason.PLACE_ALONE


def warm_teleoperation(robot: Robot, hand: HandSettings, *, period_s: float) -> None:
    """Compile what follows a hand."""
    home = rest(robot.home_q)
    mapping = HandMapping(period_s=period_s, hand=HandSettings(), steering=Steering(mode="pose"))
    asked = wished_twist(np.full(3, 0.1), np.full(3, 0.1), mapping, R_base_tool=np.eye(3))
    limits = tool_limits(hand, period_s=period_s)
    step(robot, engage(robot, home), AskedTwist(asked.twist, PARTS["pose"]), newest=home, limits=limits)
