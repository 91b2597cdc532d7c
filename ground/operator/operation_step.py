"""A step that moves no joint: given to the gate at rest, fired if it is critical, and waited for.

    settle --> ARM --> armed: FIRE, by whoever fires --> done or refused on board, in telemetry
           '-> or one act, where nothing is critical --'

A script fires by itself; where a person flies, or another person has to, the strip asks for it.
"""

from ground.operator.client import OperatorClient, Steps
from ground.operator.world_step import why_not
from telemetry.agreed.critical import is_critical, operation_text
from telemetry.agreed.limits import ARM_FIRE_NS
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import Act
from telemetry.messages.command import CommandState
from telemetry.messages.operations import ArmCritical, ArmedOperation, FireCritical, Operate, Operation

DONE_S = 10.0  # beyond the round trip, until it must be known whether it was done
SHOWN_S = 2.0  # until the gate's status shows what is armed


def operate(client: OperatorClient, operation: Operation, *, fires: bool) -> Steps[tuple[str, str]]:
    """Have a command without motion done; returns why it was not, empty if it was, and what it came to.

    Args:
        client: at rest.
        operation: that is wanted.
        fires: what is critical is fired at once; False: somebody else does.
    """
    status, text = client.status, operation_text(operation)
    if status is None:
        return line(Reason.GATE_SILENT), ""
    number = (status.epoch, status.next_operation)
    failure = why_not((yield from client.ask(_first_act(operation, number))))
    if not failure and is_critical(operation) and fires:
        failure = yield from _fired(client, number)
    if failure:
        return f"{text}: {failure}", ""
    limit_s = ARM_FIRE_NS / NS_PER_S + client.round_trip_s + DONE_S
    yield from client.until(lambda: number in client.operations, limit_s, what=f"{text} in telemetry")
    state, reason = client.operations.get(number, (CommandState.LOST, ""))
    if state is CommandState.CONFIRMED:
        return "", f"{text}, confirmed"
    known = line(Reason(reason)) if reason in set(Reason) else reason
    return f"{text}: {state.value} {known}".strip(), ""


def fire_act(armed: ArmedOperation) -> FireCritical:
    """Return the act that fires what is armed, just as it was shown."""
    return FireCritical(operation=armed.operation, digest=armed.digest, epoch=armed.epoch, seq=armed.seq)


def _first_act(operation: Operation, number: tuple[int, int]) -> Act:
    if is_critical(operation):
        return ArmCritical(operation=operation, epoch=number[0], seq=number[1])
    return Operate(operation=operation)


def _fired(client: OperatorClient, number: tuple[int, int]) -> Steps[str]:
    """Fire what has just been armed, once it is shown; returns empty, or why not."""
    yield from client.until(lambda: _is_shown(client, number), SHOWN_S, what="what is armed")
    yield from client.react()
    armed = client.status.armed if client.status else None
    if armed is None or (armed.epoch, armed.seq) != number:
        _, reason = client.operations.get(number, ("", Reason.NOT_ARMED))
        return line(Reason(reason)) if reason in set(Reason) else reason
    return why_not((yield from client.ask(fire_act(armed))))


def _is_shown(client: OperatorClient, number: tuple[int, int]) -> bool:
    armed = client.status.armed if client.status else None
    return number in client.operations or (armed is not None and (armed.epoch, armed.seq) == number)
