"""A person flies a plan: a key begins each part, and the person alone arms what moves the arm.

    key --> leg:  planned --> ready, seen in the scene --> armed, watched --> done
             ^      '-> refused: why      '-- key: planned anew   '--> interrupted --> key: what is left of it
             |
    key --> step: carried out --> done, or failed --> key: again

Nothing here arms, resumes or tries again by itself.  HOLD is pressed by the step `secure` alone, which a key
has begun.
"""

from collections.abc import Callable

from ground.operator.arming import watch_plan
from ground.operator.carrying_out import have_standing, take_away
from ground.operator.client import NO_PLANNER, OperatorClient, Steps
from ground.operator.person.person_acts import TELEMETRY, settle
from ground.operator.procedure import PlanPart
from ground.series.explanation_words import explained
from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason, cause
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.plan.freshness import staleness
from telemetry.plan.plan_table import Leg
from telemetry.plan.teleop_table import TeleopTable

READY_TEXT = "watch it in the scene, then arm it"
STEER_TEXT = "arm the hand and steer; then say that it is done"
NOT_AT_REST = "the arm is not confirmed at rest: look at the link, then plan what is left"
STANDSTILL = "the arm to come to rest"


class PersonFlier:
    """The flight of one plan by a person, part after part."""

    tries_again = True
    fires = False  # the strip asks
    second_person_s = None  # another console has to answer

    def __init__(self, client: OperatorClient, name_plan: Callable[[], str]) -> None:
        """Wait for the key; `name_plan` returns a name that no plan has had."""
        self.client, self._name_plan = client, name_plan
        self.waits = True  # for the key, or for the arming
        self.ready: PlanReady | None = None  # waits for the arming
        self.answer: PlanReady | PlanRefused | None = None  # of the planner, the newest
        self.asked_ns = client.now_ns  # when that was asked for
        self.leases: int | None = None  # at that answer, as the client counts them; None: without the lease
        self._is_pressed = False
        self._before: int | None = None  # interruptions before the plan that was ready was armed

    def press(self) -> None:
        """Press the key."""
        self._is_pressed, self.waits = True, False

    def on_armed(self, before: int) -> None:
        """Note that the plan that is ready was armed, and how many interruptions there had been before."""
        self._before, self.ready = before, None

    def leave(self) -> None:
        """Turn to another plan: what was ready is planned anew before it is armed."""
        self.ready = None

    @property
    def stale(self) -> Reason | None:
        """Why what is ready cannot be armed any more; None: it can, as far as is seen here."""
        return stale_reason(self.client, self.ready, self.leases) if self.ready else None

    def begins(self, part: PlanPart) -> Steps[None]:
        """Wait for the key."""
        yield from self._key_pressed()

    def fly(self, leg: Leg, part: PlanPart) -> Steps[str]:
        """Plan by the key, watch what the person arms, offer what is left of it if it is interrupted."""
        flown = ""  # the plan that was interrupted; empty: none of the moves was flown yet
        while True:
            part.set_state("doing")
            plan_id = self._name_plan()
            self.answer, self.asked_ns = None, self.client.now_ns
            self.answer = answer = yield from self._planned(leg, plan_id, remainder_of=flown)
            self.leases = self.client.leases if self.client.holds_lease else None
            if isinstance(answer, PlanReady):
                part.set_state("ready", READY_TEXT)
                before = yield from self._arming(answer)
                if before is None:
                    part.set_state("to do")
                else:
                    part.set_state("doing")
                    interrupted = yield from self._watched(before)
                    if not interrupted:
                        return ""
                    part.set_state("interrupted", interrupted)
                    flown = plan_id
            elif flown and answer is not None and answer.reason == Reason.NO_REMAINDER:
                return ""
            else:
                part.set_state("failed", _why_not(answer))
            yield from self._key_pressed()

    def steer(self, table: TeleopTable, part: PlanPart) -> Steps[str]:
        """Make what leads the hand, wait until the person reports that all is done, and for rest."""
        led_by = (table.fixture.request(part.title, table.tool),) if table.fixture else ()
        part.set_state("doing")
        try:
            failure = yield from have_standing(self.client, led_by)
            if failure:
                return failure
            part.set_state("doing", STEER_TEXT)
            yield from self._key_pressed()
            return (yield from settle(self.client))
        finally:
            take_away(self.client, led_by)

    def settle(self) -> Steps[str]:
        """Wait for rest; an arm that is held already is as safe."""
        if self.client.is_latched:
            return ""
        return (yield from settle(self.client))

    def _key_pressed(self) -> Steps[None]:
        self.waits = True
        yield from self.client.until(lambda: self._is_pressed)
        self.waits = self._is_pressed = False

    def _planned(self, leg: Leg, plan_id: str, *, remainder_of: str) -> Steps[PlanReady | PlanRefused | None]:
        """Ask for the moves, or for what is left of them, once the arm stands."""
        client = self.client
        yield from client.until(lambda: client.sees_spacecraft, what=TELEMETRY)
        yield from client.until(lambda: client.state in (State.REST, State.HELD), what=STANDSTILL)
        client.request_plan(plan_id, leg.moves, start=leg.start, remainder_of=remainder_of)
        return (yield from client.planned(plan_id))

    def _arming(self, plan: PlanReady) -> Steps[int | None]:
        """Wait until the plan is armed; returns the interruptions before, or None if it is left."""
        self.waits, self.ready, self._before = True, plan, None
        yield from self.client.until(lambda: self.ready is not plan or self._is_pressed)
        self.waits, self.ready = False, None
        return self._before

    def _watched(self, before: int) -> Steps[str]:
        """Watch an armed plan; returns empty at its confirmed end, or what interrupted it."""
        if not (yield from watch_plan(self.client, before)):
            why = self.client.why
            return cause(Reason(why)) if why in set(Reason) else why
        return "" if self.client.is_quiet else NOT_AT_REST


def stale_reason(client: OperatorClient, plan: PlanReady, leases: int | None) -> Reason | None:
    """Return why a plan cannot be armed any more that was answered under a lease; None: as far as is seen."""
    if leases != client.leases:
        return Reason.OTHER_LEASE
    world, status = client.world, client.status
    if world is None or status is None:
        return Reason.PREDICTOR_SILENT if world is None else Reason.GATE_SILENT
    configuration, r_q = world.configuration, status.last.q
    return staleness(plan.certificate, configuration=configuration, world=world.version, r_q=r_q)


def _why_not(answer: PlanRefused | None) -> str:
    """Return why there is no plan, with the way out and the figures."""
    return NO_PLANNER if answer is None else explained(answer).reasoned
