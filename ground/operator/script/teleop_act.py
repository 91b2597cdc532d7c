"""The act `teleop`: strokes of the hand, with what a person does when the arm is rolled back or held.

    engage: release, back to the centre, press, arm --> stroke --> centre, wait for rest --> next stroke
       ^                                                  | rolled back, held
       +--- let go of the dead-man, recover  <------------+

After a roll-back that a stroke was made for, the next stroke begins with a new engagement.
"""

from ground.operator.arming import STAYS_LATCHED, arm, recover, settle
from ground.operator.carrying_out import have_made
from ground.operator.client import Steps
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


def teleoperate(client: ScriptedOperator, table: TeleopTable, name: str) -> Steps[str]:
    """Do all strokes; returns empty, or why one was given up."""
    failure = (yield from _fixture_made(client, table, name)) if table.fixture else ""
    if failure:
        return f"{name}: {failure}"
    if table.hold_at_s is not None:
        failure = yield from engage(client, table.tool, steering=_steering(client, table))
        if failure:
            return f"{name}: {failure}"
        client.hold_after(table.hold_at_s)
    for number, stroke in enumerate(table.strokes, 1):
        failure = yield from _do_stroke(client, stroke, table)
        if failure:
            return f"{name}, stroke {number}: {failure}"
    yield from finish(client)
    return ""


def _fixture_made(client: ScriptedOperator, table: TeleopTable, name: str) -> Steps[str]:
    """Make the fixture from where the arm rests; returns empty, or why there is none."""
    if table.fixture is None:
        return ""
    if not (yield from recover(client)):
        return STAYS_LATCHED
    failure = yield from settle(client)
    if failure:
        return failure
    return (yield from have_made(client, table.fixture.request(name, table.tool)))


def _do_stroke(client: ScriptedOperator, stroke: StrokeTable, table: TeleopTable) -> Steps[str]:
    """Do one stroke to its end, again if something interrupts it; returns empty, or why it was given up."""
    failure, failures = "", 0
    while failures < table.attempts:
        failure = yield from engage(client, table.tool, steering=_steering(client, table))
        if failure:
            failures += client.holds_lease  # what a person ended is no failed attempt
            continue
        before, roll_backs = client.interruptions, client.roll_backs
        is_done = yield from push_stroke(client, stroke)
        if client.interruptions == before and is_engaged(client):
            yield from come_to_rest(client)
        if client.interruptions == before and is_engaged(client):
            return ""
        yield from let_go(client)
        was_expected = stroke.until == "rolled_back" and client.roll_backs > roll_backs
        if is_done or was_expected:
            return ""
        failure = f"interrupted by {client.why}"
        failures += client.holds_lease
    return failure


def _steering(client: ScriptedOperator, table: TeleopTable) -> Steering:
    return table.steering(client.run.hand.steering, camera_axes(client.run.cameras))


def push_stroke(client: ScriptedOperator, stroke: StrokeTable) -> Steps[bool]:
    """Push the handle until the stroke's end or an interruption; returns True at its own end."""
    before = client.interruptions

    def is_interrupted() -> bool:
        return client.interruptions > before or not is_engaged(client)

    def is_clear() -> bool:
        least, clearance = stroke.clear_m, client.clearance
        return least is not None and clearance is not None and clearance >= least

    client.put_hand(stroke.hand(), dead_man=True, quat_handle=stroke.attitude(), buttons=stroke.pressed)
    yield from client.until(lambda: is_interrupted() or is_clear(), stroke.for_s)
    return not is_interrupted()


def engage(
    client: ScriptedOperator, tool: str, *, steering: Steering | None = None, retreat: bool = False
) -> Steps[str]:
    """Take the handle, if it is not taken already; returns empty, or why the arm was not armed.

    `steering`: how the hand steers then; None: as the run's settings say.  `retreat`: out from where the arm
    is too near.
    """
    if is_engaged(client):
        return ""
    if not (yield from recover(client)):
        return STAYS_LATCHED
    if not client.was_rolled_back:  # after a roll-back the arm may be taken before it is confirmed at rest
        failure = yield from settle(client)
        if failure:
            return failure
    client.put_hand(CENTRE, dead_man=False)  # seen released, so that a press counts
    yield from client.pause(HAND_BACK_S)
    client.put_hand(CENTRE, dead_man=True)
    yield from client.pause(PRESSED_S)
    act = ArmTeleop(tool=tool, steering=steering or client.run.hand.steering, retreat=retreat)
    refusal = yield from arm(client, act)
    if refusal:
        yield from let_go(client)
        return f"not armed: {refusal}"
    yield from client.pause(INDEXED_PERIODS * client.run.commanding.period_s)
    return ""


def come_to_rest(client: ScriptedOperator) -> Steps[None]:
    """Bring the hand back to the centre and wait until the commanded arm stands still."""
    client.put_hand(CENTRE, dead_man=True)
    commanding = client.run.commanding
    yield from client.pause((commanding.depth + 1) * commanding.period_s)  # the last wish is queued
    yield from client.until(lambda: _stands_still(client) or not is_engaged(client), REST_S)


def finish(client: ScriptedOperator) -> Steps[None]:
    """End the arming at rest, then take the hand off."""
    if is_engaged(client):
        client.do(Disarm())
        yield from client.until(lambda: not is_engaged(client), client.retry_s)
    yield from let_go(client)


def let_go(client: ScriptedOperator) -> Steps[None]:
    """Understand what happened, release the dead-man and let the hand go back."""
    yield from client.react()
    client.put_hand(CENTRE, dead_man=False)


def is_engaged(client: ScriptedOperator) -> bool:
    return client.state in (State.FILLING, State.TELEOP, State.RETREAT)


def _stands_still(client: ScriptedOperator) -> bool:
    return client.status is not None and not any(client.status.last.qd) and not any(client.status.last.qdd)
