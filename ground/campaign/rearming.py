"""Liveness: after the faults of a flight a core of it heals, and the arm must be re-armable within a bound.

    flight is over --> no trouble any more --> the core's dead start again --> a person at the console takes
                                                                              the lease, resumes, arms a hand

The script stays dead, whatever it was doing: that everybody comes back would hide that motion waits for one.
The bound is that of a lease that nobody renews, and of the patience with which commands are given up.
"""

import msgspec

from ground.audit.law import LEASE_NS
from ground.campaign.audit_witness import law_of
from ground.campaign.decisions import DecisionWitness
from ground.campaign.flown_seed import FlownFinding
from ground.campaign.seed_plan import SeedPlan, end_s
from ground.faults.any_fault import after_ns
from ground.operator.script.script import ScriptAct
from ground.rehearsal.virtual_flight import VirtualFlight
from ground.scenario.scenario import operator_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.drive.seams import Seams
from telemetry.drive.virtual_time import VirtualTime
from telemetry.drive.witness import Witness
from telemetry.life.contract import RoleSpec
from telemetry.messages.acts import ActReply
from telemetry.messages.base import Message

CORE = ("recorder", "bridge", "predictor", "planner", "gate", "haptics", "space_segment")
SCRIPT = "operator"
RULE = "re-armable"
SLICE_NS = NS_PER_S // 2
_STROKE = {"direction": (0.0, 0.0, 1.0), "displacement_m": 0.001, "until": "time", "for_s": 0.5}
ARMS_A_HAND = msgspec.convert({"teleop": {"stroke": [_STROKE]}}, ScriptAct)


def person_of(scenario: Scenario, run: RunSettings) -> RoleSpec:
    """Return the person at the console, who arms a hand."""
    settings = operator_settings(msgspec.structs.replace(scenario, acts=(ARMS_A_HAND,), faults=()), run)
    return RoleSpec(CONSOLE, SCRIPT, msgspec.structs.replace(settings, participant=CONSOLE))


class _Answers(Witness):
    """Sees what the gate answers to the person."""

    def __init__(self, decisions: DecisionWitness) -> None:
        self._decisions = decisions
        self.armed_ns: int | None = None
        self.refusals: list[str] = []

    def on_sent(self, at_ns: int, sender: str, message: Message) -> None:
        self._decisions.on_sent(at_ns, sender, message)
        if isinstance(message, ActReply) and message.to == CONSOLE and message.act == "ArmTeleop":
            if message.accepted:
                self.armed_ns = at_ns
            else:
                self.refusals.append(message.reason)


class Rearmed(msgspec.Struct, frozen=True):
    """Whether the arm could be armed again."""

    after_s: float | None  # since all was healed; None: it could not, or only a way out is left
    finding: FlownFinding | None = None


def rearmed(flown: VirtualFlight, plan: SeedPlan, decisions: DecisionWitness) -> Rearmed:
    """Heal a flight that is over, and let a person arm it."""
    driver, bound_ns = flown.driver, LEASE_NS + law_of(flown.run).patience_ns
    driver.seams, answers = Seams(), _Answers(decisions)
    driver.run(until_ns=max([driver.now_ns, *(after_ns(end_s(fault)) for fault in plan.faults)]))
    driver.witness = answers
    begins_ns = driver.now_ns
    _heal(driver)
    while answers.armed_ns is None and driver.now_ns < begins_ns + bound_ns:
        until_ns = min(driver.now_ns + SLICE_NS, begins_ns + bound_ns)
        driver.run(until_ns=until_ns, finished=lambda: answers.armed_ns is not None)
        driver.now_ns = until_ns if answers.armed_ns is None else driver.now_ns
    if answers.armed_ns is not None:
        return Rearmed((answers.armed_ns - begins_ns) / NS_PER_S)
    if Reason.INSIDE_MARGIN in answers.refusals:
        return Rearmed(None)  # the gate is ready: from there only a retreat is armed
    why = f"refused at last: {answers.refusals[-1]}" if answers.refusals else "the gate was not even asked"
    text = f"not re-armable within {bound_ns / NS_PER_S:g} s after its faults were over ({why})"
    return Rearmed(None, FlownFinding(kind="violation", rule=RULE, at_s=begins_ns / NS_PER_S, text=text))


def _heal(driver: VirtualTime) -> None:
    """Start the core's dead, end the script, and let the person begin."""
    if driver.role(SCRIPT) is not None:
        driver.kill(SCRIPT)
    for name in (*CORE, CONSOLE):
        if driver.role(name) is None:
            driver.start(name)
