"""A datagram that is lost on the station's own groups is counted and told, by whoever missed it."""

import contextlib
import io

import pytest

from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.report.summary_text import as_text
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import Speakers
from telemetry.life.boot import Boot
from telemetry.messages.command import Keep
from telemetry.messages.health import LanLoss
from telemetry.network.gaps import Gaps
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import group_sender
from telemetry.wire.codec import Opened, Reader, Wire
from tests.ground.operator.fake_gate import telemetry
from tests.telemetry.drive.runtime_bench import Bench, wait_for

KEEP = Keep(epoch=1, repeat=None)
MS = 1_000_000


def packets(count, *, boot_epoch=0, run_id=""):
    """Datagrams of one life of the gate."""
    wire = Wire("gate", Speakers(run_id=run_id), boot=Boot(boot_epoch))
    return [wire.packets(KEEP, number * MS)[0] for number in range(count)]


def missed(*datagrams):
    gaps, reader = Gaps(), Reader()
    for datagram in datagrams:
        opened = reader.open(datagram, "tc")
        if isinstance(opened, Opened):
            gaps.on_datagram(opened, reader.admit(opened, "tc").arrival)
    return gaps.missed


@contextlib.contextmanager
def on_group(bench, carrier):
    """Somebody who says datagrams on a group of the run."""
    group = bench.addresses.groups[carrier], bench.addresses.group_ports[carrier]
    with contextlib.closing(group_sender(LOOPBACK, 0)) as opened:
        yield lambda data: opened.sendto(data, group)


@pytest.mark.real_time
def test_a_datagram_left_out_on_a_real_group_is_told_to_the_recorder_and_in_the_log(tmp_path, monkeypatch):
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    bench = Bench(tmp_path, roles=("bridge", "recorder"))
    sent = packets(200)
    with (
        bench.in_thread("recorder") as recorder,
        bench.in_thread("bridge"),
        on_group(bench, "tc") as say,
    ):
        wait_for(lambda: "bridge: ready" in log.getvalue())
        for number, datagram in enumerate(sent):
            if number not in (100, 150, 151):
                say(datagram)
        wait_for(lambda: any(told.datagrams == 3 for told in recorder.role.of(LanLoss)))
        assert recorder.role.of(LanLoss)[-1].role == "bridge"
    assert "bridge: lost on tc: 1 of gate" in log.getvalue()
    assert "3 on the network" in log.getvalue()


@pytest.mark.real_time
def test_who_only_looks_on_misses_datagrams_too_and_tells_nobody(tmp_path, monkeypatch):
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    bench = Bench(tmp_path, roles=("observer", "recorder"))
    bridge = Wire("bridge")
    reports = [bridge.packets(telemetry(number * MS, latched=False), number * MS)[0] for number in range(9)]
    with bench.in_thread("recorder") as recorder, bench.in_thread("observer") as observer:
        wait_for(lambda: "observer: ready" in log.getvalue())
        with on_group(bench, "tm") as say:
            for datagram in (*reports[:4], *reports[6:]):
                say(datagram)
            wait_for(lambda: len(observer.role.seen) == 7)
    assert {tapped.role for tapped in recorder.role.seen} == {"recorder"}
    assert "2 on the network" in log.getvalue()


def test_nothing_is_missed_of_what_comes_whole_or_of_another_run():
    assert missed(*packets(20), *packets(20, run_id="another run")[::3]) == 0


def test_what_was_said_before_the_first_one_heard_is_not_missed():
    assert missed(*packets(20)[12:]) == 0


def test_a_late_datagram_is_not_missed_any_more():
    first, second, third = packets(3)
    assert missed(first, third) == 1
    assert missed(first, third, second) == 0


@pytest.mark.parametrize("heard", [9000, 20, 3])
def test_a_restarted_sender_misses_nothing_and_what_its_first_life_missed_stays(heard):
    before = packets(heard)
    again = packets(10, boot_epoch=1)
    assert missed(*before, *again) == 0
    assert missed(before[0], *before[2:], *again) == 1
    assert missed(*before, *again[:4], *again[6:]) == 2


def test_a_late_word_of_a_life_that_is_over_counts_for_nothing():
    before, again = packets(5), packets(5, boot_epoch=1)
    assert missed(*before[:2], *again, before[4]) == 0


def test_the_summary_names_each_role_and_adds_its_lives():
    scenario = load("short_link")
    run = run_settings(scenario, seed=1, run_id="test")
    facts = Facts.of(run)
    for role, life, datagrams in (("gate", 1, 2), ("gate", 1, 3), ("gate", 9, 4), ("planner", 1, 0)):
        facts.on_message(MS, "recorder", LanLoss(role=role, life=life, datagrams=datagrams))
    summary = summarise(scenario, run, facts, driven=Driven("processes", 1, 1.0, [], None))
    assert summary.lan_lost == {"gate": 7}
    assert "lan lost   7 of gate" in as_text(summary)


def test_more_than_half_of_the_counts_lost_at_once_is_counted_exactly():
    first, *_, last = packets(11_002)
    assert missed(first, last) == 11_000
