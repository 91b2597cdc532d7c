"""The act `teleop`: strokes of the hand, with what a person does when the arm is rolled back or held.

    engage: release, back to the centre, press, arm --> stroke --> centre, wait for rest --> next stroke
       ^                                                  | rolled back, held
       +--- let go of the dead-man, recover  <------------+

After a roll-back that a stroke was made for, the next stroke begins with a new engagement.
"""

from ground.operator.arming import STAYS_LATCHED, arm, recover, settle
from ground.operator.client import Steps
from ground.operator.fixture_act import have_made
from ground.operator.scripted import ScriptedOperator
from ground.pictures.camera import camera_axes
from telemetry.agreed.authority import State
from telemetry.messages.acts import ArmTeleop, Disarm
from telemetry.messages.base import Vector
from telemetry.messages.handle import Steering
from telemetry.plan.teleop_table import StrokeTable, TeleopTable

CENTRE: Vector = (0.0, 0.0, 0.0)
HAND_BACK_S = 0.8  # the hand is back in the centre, and its release has been seen
PRESSED_S = 0.2  # a pressed dead-man has been seen
INDEXED_PERIODS = 2  # after arming; then the first set-point has made the handle's place the origin
REST_S = 15.0  # until an arm without a wish must have come to rest


def teleoperate(desk: ScriptedOperator, table: TeleopTable, name: str) -> Steps[str]:
    """Do all strokes; returns empty, or why one was given up."""
    failure = (yield from _guided(desk, table, name)) if table.fixture else ""
    if failure:
        return f"{name}: {failure}"
    if table.hold_at_s is not None:
        failure = yield from engage(desk, table.tool, steering=_steering(desk, table))
        if failure:
            return f"{name}: {failure}"
        desk.hold_after(table.hold_at_s)
    for number, stroke in enumerate(table.strokes, 1):
        failure = yield from _do(desk, stroke, table)
        if failure:
            return f"{name}, stroke {number}: {failure}"
    yield from finish(desk)
    return ""


def _guided(desk: ScriptedOperator, table: TeleopTable, name: str) -> Steps[str]:
    """Have the fixture made from where the arm rests; returns empty, or why there is none."""
    if table.fixture is None:
        return ""
    if not (yield from recover(desk)):
        return STAYS_LATCHED
    failure = yield from settle(desk)
    if failure:
        return failure
    return (yield from have_made(desk, table.fixture.request(name, table.tool)))


def _do(desk: ScriptedOperator, stroke: StrokeTable, table: TeleopTable) -> Steps[str]:
    """Do one stroke to its end, again if something interrupts it; returns empty, or why it was given up."""
    failure, failures = "", 0
    while failures < table.attempts:
        failure = yield from engage(desk, table.tool, steering=_steering(desk, table))
        if failure:
            failures += desk.holds_lease  # what a person ended is no failed attempt
            continue
        before, roll_backs = desk.interruptions, desk.roll_backs
        is_done = yield from push(desk, stroke)
        if desk.interruptions == before and is_engaged(desk):
            yield from come_to_rest(desk)
        if desk.interruptions == before and is_engaged(desk):
            return ""
        yield from let_go(desk)
        was_expected = stroke.until == "rolled_back" and desk.roll_backs > roll_backs
        if is_done or was_expected:
            return ""
        failure = f"interrupted by {desk.why}"
        failures += desk.holds_lease
    return failure


def _steering(desk: ScriptedOperator, table: TeleopTable) -> Steering:
    return table.steering(desk.run.hand.steering, camera_axes(desk.run.cameras))


def push(desk: ScriptedOperator, stroke: StrokeTable) -> Steps[bool]:
    """Push the handle until the stroke's end or an interruption; returns True at its own end."""
    before = desk.interruptions

    def is_interrupted() -> bool:
        return desk.interruptions > before or not is_engaged(desk)

    def is_clear() -> bool:
        return stroke.clear_m is not None and desk.clearance is not None and desk.clearance >= stroke.clear_m

    desk.put_hand(stroke.hand(), dead_man=True, quat_handle=stroke.attitude(), buttons=stroke.pressed)
    yield from desk.until(lambda: is_interrupted() or is_clear(), stroke.for_s)
    return not is_interrupted()


def engage(
    desk: ScriptedOperator, tool: str, *, steering: Steering | None = None, retreat: bool = False
) -> Steps[str]:
    """Take the handle, if it is not taken already; returns empty, or why the arm was not armed.

    `steering`: how the hand steers then; None: as the run's settings say.  `retreat`: out from where the arm
    is too near.
    """
    if is_engaged(desk):
        return ""
    if not (yield from recover(desk)):
        return STAYS_LATCHED
    if not desk.was_rolled_back:  # after a roll-back the arm may be taken before it is confirmed at rest
        failure = yield from settle(desk)
        if failure:
            return failure
    desk.put_hand(CENTRE, dead_man=False)  # seen released, so that a press counts
    yield from desk.pause(HAND_BACK_S)
    desk.put_hand(CENTRE, dead_man=True)
    yield from desk.pause(PRESSED_S)
    act = ArmTeleop(tool=tool, steering=steering or desk.run.hand.steering, retreat=retreat)
    refusal = yield from arm(desk, act)
    if refusal:
        yield from let_go(desk)
        return f"not armed: {refusal}"
    yield from desk.pause(INDEXED_PERIODS * desk.run.commanding.period_s)
    return ""


def come_to_rest(desk: ScriptedOperator) -> Steps[None]:
    """Bring the hand back to the centre and wait until the commanded arm stands still."""
    desk.put_hand(CENTRE, dead_man=True)
    commanding = desk.run.commanding
    yield from desk.pause((commanding.depth + 1) * commanding.period_s)  # the last wish is still in the queue
    yield from desk.until(lambda: _stands_still(desk) or not is_engaged(desk), REST_S)


def finish(desk: ScriptedOperator) -> Steps[None]:
    """End the arming at rest, then take the hand off."""
    if is_engaged(desk):
        desk.do(Disarm())
        yield from desk.until(lambda: not is_engaged(desk), desk.retry_s)
    yield from let_go(desk)


def let_go(desk: ScriptedOperator) -> Steps[None]:
    """Understand what happened, release the dead-man and let the hand go back."""
    yield from desk.react()
    desk.put_hand(CENTRE, dead_man=False)


def is_engaged(desk: ScriptedOperator) -> bool:
    return desk.state in (State.FILLING, State.TELEOP, State.RETREAT)


def _stands_still(desk: ScriptedOperator) -> bool:
    return desk.status is not None and not any(desk.status.last.qd) and not any(desk.status.last.qdd)
