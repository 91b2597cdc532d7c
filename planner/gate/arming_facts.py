"""What an act is judged by: the table of states, and the facts that the guards of arming look at."""

from planner.gate.guards.arming import ArmingFacts
from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from telemetry.agreed.authority import Action, Event, transition
from telemetry.agreed.reasons import Reason


def table_doubt(gate: GateState, event: Event, now_ns: int) -> Doubt | None:
    """Return the doubt about an act that does not fit the state at all."""
    done = transition(gate.state, gate.rules.link.has_window(now_ns), event)
    return Doubt(done.reason) if done.action is Action.REFUSE and done.reason else None


def arming_facts(gate: GateState, now_ns: int) -> ArmingFacts:
    """Return what the guards of arming look at."""
    newest, inhibition = gate.watch.newest, gate.inhibition(now_ns)
    return ArmingFacts(
        operator_silent=gate.watch.operator_silent(now_ns),
        inhibition=inhibition,
        detail=gate.poll.text if inhibition is Reason.NO_GO else gate.watch.figures_text(inhibition),
        latched=newest is not None and newest.latched,
        quiet=gate.is_quiet(now_ns),
        may_rearm_early=gate.may_rearm_early,
        pause=gate.pause.doubt(now_ns),
        world=gate.watch.world,
        configuration=gate.rules.configuration,
        r_q=gate.stream.r.q if gate.stream.r is not None and gate.stream.at_rest else None,
        unrest=gate.quiet.waiting_text(gate.rules.joints, in_flight=gate.ledger.in_flight, now_ns=now_ns),
        joints=gate.rules.joints,
        inside=gate.watch.inside if gate.policy.ends_at_contact else "",
    )
