"""A world update: proposed, looked at as the gate shows it, and confirmed by its hash."""

from ground.operator.client import OperatorClient, Steps
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import ActReply
from telemetry.messages.world import ConfirmWorld, ProposeWorld, WorldAsk

SHOWN_S = 2.0  # until the gate's status shows what is proposed


def update_world(client: OperatorClient, ask: WorldAsk) -> Steps[str]:
    """Have the world changed; returns why it was not, empty if it was."""
    why = why_not((yield from client.ask(ProposeWorld(ask=ask))))
    if why:
        return why
    is_shown = yield from client.until(lambda: _proposed(client) is not None, SHOWN_S, what="the proposal")
    return (yield from confirm_proposed(client)) if is_shown else line(Reason.NOTHING_PROPOSED)


def confirm_proposed(client: OperatorClient) -> Steps[str]:
    """Confirm what is proposed, as it is shown; returns why not."""
    digest = _proposed(client)
    if digest is None:
        return line(Reason.NOTHING_PROPOSED)
    return why_not((yield from client.ask(ConfirmWorld(digest=digest))))


def why_not(reply: ActReply | None) -> str:
    """Return why an act was refused, or empty."""
    if reply is None:
        return line(Reason.GATE_SILENT)
    return "" if reply.accepted else reply.detail or reply.reason


def _proposed(client: OperatorClient) -> bytes | None:
    waits = client.status.proposed if client.status else None
    return waits.digest if waits else None
