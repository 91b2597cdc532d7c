"""The digest of decisions: what was decided, and not by whose machine code."""

from msgspec.structs import replace

from ground.campaign.decisions import DecisionWitness
from telemetry.agreed.chains import queue_next
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Certificate, Evidence, PlanReady
from telemetry.messages.queue import Entry, PlanSource, Proposal, Verdict

EVIDENCE = Evidence(
    robot=b"r", scene=b"s", limits=b"l", method="capsules", required=0.05, set_point=3, at=0.75,
    machine_code="here", target="x86-64-v3",
)  # fmt: skip
CERTIFICATE = Certificate(
    plan_id="p", configuration=b"c", world=1, start_q=(0.0,), points=(b"1",), digest=b"of here",
    clearance=0.2, pair=("arm", "panel"), evidence=EVIDENCE,
)  # fmt: skip
VERDICT = Verdict(
    epoch=1, seq=1, chain=b"", world=1, configuration=b"c", ok=True, reason="", clearance=0.2, required=0.05,
    pair=("arm", "panel"), time_to_contact=None, scene=None, itself=None,
)  # fmt: skip
ELSEWHERE = replace(
    CERTIFICATE, evidence=replace(EVIDENCE, machine_code="there", target="x86-64-v4"), digest=b"of there"
)


def digest_of(certificate, clearance=0.2):
    """Of a plan with a certificate, and of its first set-point."""
    witness, state = DecisionWitness(), JointState((0.1,), (0.0,), (0.0,))
    ready = PlanReady(
        certificate=replace(certificate, clearance=clearance), duration=1.0, shortest=1.0, moves=1
    )
    witness.on_sent(1, "planner", ready)
    source = PlanSource("p", 0, certificate.digest)
    entry = Entry(1, 1, state, source)
    witness.on_sent(2, "planner", Proposal(entry))
    witness.on_sent(3, "predictor", replace(VERDICT, chain=queue_next(b"", entry, b"c", previous=state)))
    return witness.digest


def test_another_machine_code_that_finds_the_same_decides_the_same():
    assert digest_of(ELSEWHERE) == digest_of(CERTIFICATE)


def test_a_plan_that_was_certified_with_another_clearance_is_another_decision():
    assert digest_of(CERTIFICATE, clearance=0.2 + 1e-12) != digest_of(CERTIFICATE)
