"""Invariants of kind H by machines that draw acts and troubles before the real gate (safety.md 1.7)."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from planner.gate import proposals, role
from planner.gate.guards.arming import AuthorityLease
from planner.gate.operations import Operations
from planner.gate.set_points.ledger import Ledger
from planner.gate.state import GateState
from tests.planner.gate import machines

PLAIN = settings(
    max_examples=12, stateful_step_count=14, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck), phases=[Phase.generate],
)  # fmt: skip
LONG = settings(PLAIN, max_examples=400, stateful_step_count=30)


def test_invariant_11_hold_wins_in_every_state_and_only_the_holders_resume_is_followed_by_motion():
    run_state_machine_as_test(machines.HoldMachine, settings=PLAIN)


def test_invariant_15_what_leaves_after_a_flush_is_a_step_from_the_rest_whatever_is_proposed():
    run_state_machine_as_test(machines.StepMachine, settings=PLAIN)


def test_invariant_19_only_what_the_holder_of_the_lease_has_armed_moves():
    run_state_machine_as_test(machines.LeaseMachine, settings=PLAIN)


def test_invariant_20_each_command_comes_to_one_end_that_never_changes():
    run_state_machine_as_test(machines.EndsMachine, settings=PLAIN)


def test_invariant_23_only_what_is_armed_and_still_stands_is_fired():
    run_state_machine_as_test(machines.CriticalMachine, settings=PLAIN)


def test_invariant_30_inside_the_margin_only_a_permitted_retreat_moves():
    run_state_machine_as_test(machines.EscapeMachine, settings=PLAIN)


BROKEN = {  # machine -> where, what, and how it is broken
    machines.HoldMachine: (GateState, "hold", lambda *given, **named: None),
    machines.StepMachine: (role, "within_limits", lambda *given, **named: lambda step: None),
    machines.LeaseMachine: (AuthorityLease, "is_held_by", lambda *given: True),
    machines.EndsMachine: (Ledger, "expire", lambda *given, **named: None),
    machines.CriticalMachine: (Operations, "review", lambda *given: None),
    machines.EscapeMachine: (proposals, "_leads_out", lambda verdict: True),
}


@pytest.mark.parametrize("machine", machines.ALL, ids=lambda machine: machine.__name__)
def test_each_machine_finds_a_gate_whose_guard_is_gone(machine, monkeypatch):
    monkeypatch.setattr(*BROKEN[machine])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine, settings=settings(PLAIN, max_examples=60))


@pytest.mark.sweep
@pytest.mark.parametrize("machine", machines.ALL, ids=lambda machine: machine.__name__)
def test_each_machine_finds_nothing_in_a_long_run(machine):
    run_state_machine_as_test(machine, settings=LONG)
