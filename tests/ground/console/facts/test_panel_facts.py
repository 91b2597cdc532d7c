"""Facts of panels: each takes in what it names, and leaves all else as it was."""

import pytest
from screen_bench import S, arm, gate

from ground.console.facts import snapshot
from ground.console.facts.arm_facts import ArmFacts, BelievedReport
from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.snapshot import Snapshot, first_facts
from telemetry.life.contract import WayState
from telemetry.messages.acts import Lease
from telemetry.messages.base import Message
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES

NOW = 10 * S


@pytest.mark.parametrize("name", first_facts())
def test_what_facts_take_in_is_told_to_the_console(name):
    kind = type(first_facts()[name])
    taken = [Telemetry if each is BelievedReport else each for each in kind.kinds()]
    assert taken
    sent = [each for each in taken if each is not WayState]  # which the console's own driver reports
    assert all("console" in ROUTES[each].receivers for each in sent)


def test_the_snapshot_names_no_kind_of_message():
    named = [each for each in vars(snapshot).values() if isinstance(each, type) and issubclass(each, Message)]
    assert named == []


def test_the_newest_message_is_kept_with_its_age_where_it_grows_old():
    facts = ArmFacts().on_message(arm(NOW), NOW)
    assert facts.predicted.value == arm(NOW)
    assert not facts.predicted.is_stale(NOW + S // 2)
    assert facts.predicted.is_stale(NOW + S // 2 + 1)


def test_the_newest_message_is_kept_as_it_is_where_it_does_not_grow_old():
    lease = Lease(holder="operator", until_ns=99 * S)
    assert AuthorityFacts().on_message(lease, NOW).lease == lease


@pytest.mark.parametrize("other", [gate(), None, "text"])
def test_a_message_that_is_not_taken_in_makes_no_other_facts(other):
    facts = ArmFacts()
    assert facts.on_message(other, NOW) is facts


def test_facts_that_were_handed_out_never_change():
    before = AuthorityFacts(limit_s=1.0).on_message(gate("rest"), NOW)
    after = before.on_message(gate("plan"), NOW + S)
    assert (before.gate.value.state, after.gate.value.state) == ("rest", "plan")


def test_a_snapshot_holds_all_facts_by_their_names():
    shown = Snapshot(at_ns=0)
    assert {name: getattr(shown, name) for name in first_facts()} == first_facts()
