"""One seed: what its line tells, against its recording, and of planted trouble."""

import pytest

from ground.campaign.decisions import Decision, first_difference
from ground.campaign.fly_seed import CODED, COMPARED_EACH, fly_seed
from ground.campaign.rearming import RULE
from ground.faults.ground_faults import Frozen
from ground.rehearsal.virtual_flight import Flight, fly
from telemetry.drive.factory import build_of
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.acts import ActReply
from tests.ground.campaign.flights import short_scenario, with_faults

FROZEN = Frozen(participant="predictor", at_s=5.0, duration_s=1.5)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    return short_scenario(tmp_path_factory.mktemp("scenario"))


def planted(participant, factory, module=__name__):
    """Let another role fly in place of a participant."""

    def change(specs):
        return [
            RoleSpec(spec.participant, f"{module}:{factory}", (spec.role, spec.settings))
            if spec.participant == participant
            else spec
            for spec in specs
        ]

    return change


class Genuine:
    """A role in which something is planted."""

    def __init__(self, settings, store, rng):
        role, given = settings
        self.inner = build_of(role)(given, store, rng)

    @property
    def due_ns(self):
        return self.inner.due_ns

    def receive(self, message, sender, now_ns):
        return self.inner.receive(message, sender, now_ns)

    def tick(self, now_ns):
        return self.inner.tick(now_ns)


class NeverArms(Genuine):
    """A gate that no hand can arm."""

    def receive(self, message, sender, now_ns):
        name = type(message).__name__
        if name != "ArmTeleop":
            return self.inner.receive(message, sender, now_ns)
        refused = ActReply(act=name, accepted=False, reason="wrong_state", detail="", to=sender)
        return [Send(refused)]


class Fails(Genuine):
    """A role that raises in flight."""

    def tick(self, now_ns):
        if now_ns > 2_000_000_000:
            raise ZeroDivisionError("planted")
        return self.inner.tick(now_ns)


never_arms, fails = NeverArms, Fails


def test_the_audit_that_the_driver_feeds_answers_as_that_of_the_recording(scenario, tmp_path):
    plan = with_faults(scenario, FROZEN)
    line = fly_seed(plan).line
    summary = fly(plan.scenario, Flight(seed=plan.seed, recording=tmp_path / "flown.mcap"))
    recorded = {row.number for row in summary.audit.invariants if row.answer == "PROVEN"}
    assert summary.audit.released > 5
    assert {*line.audit.proven} == recorded
    assert line.verdict == summary.verdict
    assert line.success == summary.ok


def test_an_arm_that_nobody_can_arm_again_is_a_finding_of_liveness(scenario):
    line = fly_seed(with_faults(scenario, FROZEN, heals=True), change=planted("gate", "never_arms")).line
    (found,) = line.violations
    assert found.rule == RULE
    assert "wrong_state" in found.text
    assert not line.success


def test_a_role_that_fails_is_a_finding_with_its_place(scenario):
    line = fly_seed(with_faults(scenario), change=planted("planner", "fails")).line
    (found,) = line.violations
    assert found.rule == "crash"
    assert found.pair[0].startswith("test_fly_seed.py:")
    assert not line.success


def decision(at_ns, digest="a"):
    return Decision(at_ns, "gate", "Motion", digest)


def test_the_first_decision_that_differs_is_named():
    here = [decision(1), decision(2), decision(3)]
    assert first_difference(here, list(here)) is None
    other = first_difference(here, [decision(1), decision(2, "b"), decision(3)])
    assert (other.number, "another content" in other.text) == (2, True)
    assert "nothing more there" in first_difference(here, here[:2]).text


def test_one_seed_in_ten_is_flown_coded_too_and_decides_the_same(scenario):
    line = fly_seed(with_faults(scenario, seed=COMPARED_EACH)).line
    assert (line.coded, line.compared, line.findings) == (False, True, ())
    assert line.success


def test_a_flight_that_decides_otherwise_when_it_is_coded_is_a_finding(scenario):
    ways = iter([list, planted("planner", "fails")])
    line = fly_seed(with_faults(scenario, seed=COMPARED_EACH), change=lambda specs: next(ways)(specs)).line
    (found,) = line.violations
    assert found.rule == CODED
    assert "is the first that differs" in found.text
    assert not line.success
