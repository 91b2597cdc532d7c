"""World updates: proposed by anybody at a console, confirmed by the holder of the lease (R9).

    ProposeWorld --> looked at, shown in every status for 30 s
    ConfirmWorld --> its hash: every verdict is void at once; the predictor is told until its world is so
    World        --> of these updates: what waits is judged anew; what has left was, or HOLD

A tightened limit, a measured pose and a load all go this one way.
"""

from msgspec import structs

from planner.gate.own_look.load_place import RestingArm, change_of
from planner.gate.own_look.plain_base import plain_pose
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from predictor.world_updates import UpdateError
from telemetry.agreed.limits import ARM_FIRE_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.world_words import update_digest
from telemetry.messages.world import (
    ConfirmWorld,
    LoadChanged,
    ProposedWorld,
    ProposeWorld,
    WorldAsk,
)

GRASPED, NOT_GRASPED = "the gripper has not let go", "the gripper has grasped nothing"


class WorldProposals:
    """What is proposed, and becomes so when it is confirmed."""

    def __init__(self, gate: GateState) -> None:
        """Start with nothing proposed."""
        self._gate = gate
        self.proposed: ProposedWorld | None = None

    def on_propose(self, act: ProposeWorld, sender: str, now_ns: int) -> Doubt | None:
        """Take a proposal in place of the one before, or say why it can never be so."""
        gate = self._gate
        try:
            change = change_of(act.ask, gate.rules.model, gate.world.updates, arm=self._resting_arm(now_ns))
            gate.world.may_follow(change)
        except UpdateError as error:
            return Doubt(Reason.NO_SUCH_UPDATE, f"{error}")
        doubt = self._load_doubt(act.ask)
        if doubt is None:
            digest = update_digest(change, gate.world.updates, gate.rules.configuration)
            self.proposed = ProposedWorld(
                change=change, digest=digest, by=sender, until_ns=now_ns + ARM_FIRE_NS
            )
        return doubt

    def on_confirm(self, act: ConfirmWorld, sender: str, now_ns: int) -> Doubt | None:
        """Let what is proposed be so, or say why not."""
        self.review(now_ns)
        gate, proposed = self._gate, self.proposed
        if proposed is None or act.digest != proposed.digest:
            return Doubt(Reason.NOTHING_PROPOSED)
        if gate.rules.commanding.two_person and proposed.by == sender:
            return Doubt(Reason.SECOND_PERSON, f"{proposed.by} has proposed it")
        self.proposed = None
        gate.outbox.send(gate.world.confirm(proposed.change))
        return None

    def review(self, now_ns: int) -> None:
        """Forget a proposal whose time is over, or whose world is another one."""
        proposed, gate = self.proposed, self._gate
        if proposed is None:
            return
        now = update_digest(proposed.change, gate.world.updates, gate.rules.configuration)
        if now_ns >= proposed.until_ns or proposed.digest != now:
            self.proposed = None

    def key(self, now_ns: int) -> StateKey:
        """Return what is proposed, and for how long."""
        waits = self.proposed
        return (waits and (structs.replace(waits, until_ns=0), waits.until_ns - now_ns),)

    def _resting_arm(self, now_ns: int) -> RestingArm | None:
        gate, newest = self._gate, self._gate.watch.newest
        if gate.stream.r is None or newest is None or not gate.is_quiet(now_ns):
            return None
        return RestingArm(gate.stream.r.q, plain_pose(newest.p_world_base, newest.quat_world_base))

    def _load_doubt(self, ask: WorldAsk) -> Doubt | None:
        """Return the doubt about a load that the gripper, as reported, does not hold or still does."""
        newest = self._gate.watch.newest
        if not isinstance(ask, LoadChanged) or newest is None:
            return None
        grasps = newest.equipment is not None and newest.equipment.grasps
        if grasps is (ask.action == "take"):
            return None
        return Doubt(Reason.NO_SUCH_UPDATE, GRASPED if grasps else NOT_GRASPED)
