"""Tell a role something, as its driver would: in the name of who says it by its route."""

from telemetry.contract import DRIVER
from telemetry.wire.routes import ROUTES


def tell(role, message, now_ns):
    """Return the effects; what has no route the driver itself says."""
    route = ROUTES.get(type(message))
    sender = (route.senders or route.across)[0] if route else DRIVER
    return role.receive(message, sender, now_ns)
