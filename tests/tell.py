"""Tell a role something, as its driver would: in the name of who says it by its route."""

from telemetry.life.contract import DRIVER
from telemetry.messages.command import HoldCommand
from telemetry.wire.routes import ROUTES


def tell(role, message, now_ns, by=None):
    """Return the effects; what has no route the driver itself says; `by`: another sender than the usual."""
    return role.receive(message, by or _usual_sender(message), now_ns)


def _usual_sender(message):
    route = ROUTES.get(type(message))
    if isinstance(message, HoldCommand):
        return message.actor if message.actor in route.senders else "hold"
    return (route.senders or route.across)[0] if route else DRIVER
