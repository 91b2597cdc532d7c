"""The head of the gate's log stands on the screen for a minute, so that it can be written down."""

from screen_bench import S, gate

from ground.console.facts.run_facts import ProcessFacts
from ground.console.texts.link_words import log_head_text
from telemetry.messages.queue import LogHead

MINUTE = 60 * S


def shown(*told):
    facts = ProcessFacts()
    for at_ns, number in told:
        facts = facts.on_message(gate(log=LogHead(number=number, sha256=bytes([number] * 32))), at_ns)
    return facts.log.value.number


def test_the_first_head_is_shown_at_once_and_stays_for_a_minute():
    assert shown((0, 1), (S, 2), (MINUTE, 3)) == 1


def test_after_a_minute_the_newest_one_takes_its_place_and_so_in_a_replay_that_went_back():
    assert shown((0, 1), (MINUTE + 1, 9)) == 9
    assert shown((MINUTE, 9), (S, 2)) == 2


def test_a_gate_that_tells_of_no_log_takes_no_head_away():
    facts = ProcessFacts().on_message(gate(log=LogHead(number=4, sha256=bytes(32))), 0)
    assert facts.on_message(gate(), S).log.value.number == 4


def test_a_head_reads_as_number_and_the_first_octets_of_its_digest():
    assert log_head_text(LogHead(number=1234, sha256=bytes(range(32)))) == "record 1234, 0001 0203 0405"
