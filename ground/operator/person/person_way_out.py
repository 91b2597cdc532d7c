"""The way out of where the arm rests after a refusal, or too near: planned by itself, flown by a key.

    refused, or inside a margin --> at rest, with the lease --> planner --> WayOut: shown
                                                                       '--> none: no verdict lets it fly

Nothing moves by it: it is armed by a person as every plan is.  What a person asks for comes first.
"""

from ground.operator.client import PLANNING_S, OperatorClient, Steps
from ground.operator.person.motion_answer import WayOut
from ground.operator.person.person_flier import stale_reason
from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.plan import PlanReady

TOO_NEAR = (Reason.PREDICTED_CONTACT, Reason.TOO_CLOSE, Reason.CONTACT_NOW, Reason.KEEP_OUT)


class PersonWayOut:
    """The newest way out."""

    def __init__(self, client: OperatorClient) -> None:
        """Begin without one."""
        self._client = client
        self._of: object = None  # what it was asked for: another place, world or lease asks for another
        self._ready: PlanReady | None = None
        self._leases = 0
        self._steps: Steps[None] | None = None

    @property
    def shown(self) -> WayOut | None:
        """What a screen shows; None: none is needed, or none is known."""
        if self._ready is None or self._place is None:
            return None
        stale = stale_reason(self._client, self._ready, self._leases)
        return WayOut(self._ready, line(stale) if stale else "")

    @property
    def ready(self) -> PlanReady | None:
        """The one that may be armed."""
        return self._ready if self.shown and not self.shown.stale else None

    def go_on(self) -> None:
        """Ask for one where it is needed, once, and take the answer."""
        place = self._place
        if place != self._of and self._steps is not None:
            self._steps.close()
            self._steps = None
        if place is None or place != self._of:
            self._of = self._ready = None
        if place is not None and place != self._of and not self._client.planning:
            self._of, self._steps = place, self._asked()
        if self._steps is not None and next(self._steps, self) is self:
            self._steps = None

    @property
    def _place(self) -> object:
        """Where the arm rests that needs one; None: none is needed."""
        client, status, world = self._client, self._client.status, self._client.world
        if status is None or world is None or not client.holds_lease or not status.last.at_rest:
            return None
        was_refused = status.ended_by in TOO_NEAR
        if client.state not in (State.REST, State.HELD) or not (world.broken or was_refused):
            return None
        return (status.last.q, world.version, bool(world.broken), client.leases)

    def _asked(self) -> Steps[None]:
        client = self._client
        plan_id = f"way-out-{client.participant}-{client.now_ns}"
        self._leases = client.leases
        client.request_plan(plan_id, (), leads_out=True)
        yield from client.until(lambda: plan_id in client.plans, PLANNING_S)
        answer = client.plans.get(plan_id)
        if isinstance(answer, PlanReady):
            self._ready = answer
        elif answer is not None and answer.reason == Reason.PLANNING_CANCELLED:
            self._of = None  # a person asked for something else: it is asked for again then
