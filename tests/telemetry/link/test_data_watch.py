import msgspec
import pytest

from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.run_settings import LinkPlan
from telemetry.life.contract import NEVER_NS
from telemetry.link.data_watch import DataWatch
from telemetry.messages.data import MOST_VIOLATIONS
from telemetry.messages.link import FollowedTime, LinkStatus, LinkWay
from tests.telemetry.test_bridge_role import telemetry

S, MS = 1_000_000_000, 1_000_000
REPORT_NS, DOWN_NS = 100 * MS, 500 * MS
WARM, HOT = "Telemetry.temperatures[1]", 400.0


def check(parameter=WARM, **limits):
    return DataCheck(parameter=parameter, unit="K", **limits)


def status(trip_s):
    """A link whose round trip is measured to be this."""
    way = LinkWay(state="ok", reason="", age=0.0, rate=1.0, packets=1, lost=0)
    trip = FollowedTime(value=trip_s, uncertainty=0.0, drift=0.0, drift_uncertainty=0.0, age=0.0)
    return LinkStatus(state="ok", up=way, down=way, round_trip=trip, clock=None)


class Bench:
    """A watch that hears a report each 100 ms and is ticked when it asks for it."""

    def __init__(self, *checks, windows_s=((0.0, 1e6),), has_passes=False):
        plan = LinkPlan(up_s=0.5, down_s=0.5, windows_s=windows_s, telemetry_period_s=0.1)
        self.watch, self.now_ns, self.said = DataWatch(checks, plan, has_passes=has_passes), 0, []

    def hear(self, value, *, reports=1, field="temperatures"):
        for _ in range(reports):
            self.wait(REPORT_NS)
            report = msgspec.structs.replace(telemetry(sampled_ns=self.now_ns), **{field: (value,) * 6})
            self.watch.on_report(report, self.now_ns)
            self.tick()
        return self

    def wait(self, duration_ns):
        until_ns = self.now_ns + duration_ns
        while self.watch.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.watch.due_ns)
            self.tick()
        self.now_ns = until_ns
        return self

    def tick(self):
        self.said += [(self.now_ns, message) for message in self.watch.take_due(self.now_ns)]

    @property
    def standing(self):
        return [(each.parameter, each.rule, each.value) for each in self.said[-1][1].standing]

    @property
    def found_ns(self):
        return {(e.parameter, e.rule): e.since_ns for _, message in self.said for e in message.standing}


def test_without_limits_it_is_never_due_and_says_nothing():
    bench = Bench().hear(1e9)
    assert (bench.watch.due_ns, bench.said) == (NEVER_NS, [])


def test_a_violation_is_told_with_its_value_in_the_report_that_brings_it():
    bench = Bench(check(hard=(200.0, 350.0))).hear(300.0, reports=12).hear(HOT)
    at_ns, message = bench.said[-1]
    assert (at_ns, bench.standing) == (bench.now_ns, [(WARM, "hard", HOT)])
    assert message.standing[0].since_ns == bench.now_ns
    assert message.began == 1


def test_it_ends_with_the_report_that_is_within_limits_again():
    bench = Bench(check(hard=(200.0, 350.0))).hear(HOT, reports=3).hear(300.0)
    assert (bench.said[-1][0], bench.standing) == (bench.now_ns, [])


def test_one_that_lasts_is_one_event_told_once_a_second_with_its_newest_value():
    bench = Bench(check(hard=(200.0, 350.0))).hear(HOT).hear(HOT + 50.0, reports=20)
    assert bench.said[-1][1].began == 1
    assert bench.standing == [(WARM, "hard", HOT + 50.0)]
    assert len(bench.said) <= 5
    assert bench.found_ns == {(WARM, "hard"): REPORT_NS}


def test_a_value_that_goes_from_soft_to_hard_is_another_event():
    bench = Bench(check(soft=(200.0, 320.0), hard=(200.0, 350.0))).hear(330.0).hear(HOT)
    assert [*bench.found_ns] == [(WARM, "soft"), (WARM, "hard")]
    assert bench.standing == [(WARM, "hard", HOT)]


def test_a_jump_there_and_back_is_one_event_and_is_told_for_a_second():
    bench = Bench(check(jump=5.0)).hear(300.0, reports=12).hear(340.0).hear(300.0, reports=8)
    assert bench.standing == [(WARM, "jump", 40.0)]
    assert bench.said[-1][1].began == 1
    assert bench.hear(300.0, reports=4).standing == []


def test_a_jump_of_the_link_is_from_one_status_to_the_next_which_come_once_a_second():
    bench = Bench(check("LinkStatus.round_trip", jump=0.2))
    for seconds, trip_s in enumerate((1.0, 1.1, 1.5)):
        [message] = bench.watch.take_due(seconds * S, [status(trip_s)])
    assert [(each.rule, round(each.value, 6)) for each in message.standing] == [("jump", 0.4)]


def test_staleness_is_found_at_its_age_and_told_of_the_message_once():
    bench = Bench(check(stale_s=0.35), check("Telemetry.q[1]", stale_s=0.5)).hear(300.0, reports=9)
    heard_ns = bench.now_ns
    bench.wait(2 * S)
    assert bench.found_ns == {("Telemetry", "stale"): heard_ns + 350 * MS + 1}
    assert bench.hear(300.0).standing == []


def test_before_the_first_report_age_counts_from_when_it_can_have_come():
    bench = Bench(check(stale_s=0.4))
    bench.wait(2 * S)
    assert bench.found_ns == {("Telemetry", "stale"): DOWN_NS + 400 * MS + 1}


def test_out_of_contact_nothing_is_stale_and_age_counts_from_contact_on():
    bench = Bench(check(stale_s=0.4), windows_s=((0.0, 2.0), (10.0, 20.0))).hear(300.0, reports=18)
    bench.wait(9 * S)
    assert bench.found_ns == {("Telemetry", "stale"): 10 * S + 400 * MS + 1}


def test_before_a_pass_stands_nothing_is_stale_and_age_counts_from_when_its_first_report_can_have_come():
    bench = Bench(check(stale_s=0.4, inhibits=True), has_passes=True).wait(20 * S)
    assert bench.found_ns == {} and not bench.watch.inhibits
    stands_ns = bench.now_ns
    for _ in range(3):  # it is told again and again
        bench.watch.on_pass(bench.now_ns, stands=True)
        bench.wait(300 * MS)
    bench.wait(2 * S)
    assert bench.found_ns == {("Telemetry", "stale"): stands_ns + DOWN_NS + 400 * MS + 1}


def test_between_two_passes_nothing_is_stale_and_the_last_report_of_the_former_is_not_awaited():
    bench = Bench(check(stale_s=0.4), has_passes=True)
    bench.watch.on_pass(bench.now_ns, stands=True)
    bench.hear(300.0, reports=9).watch.on_pass(bench.now_ns, stands=False)
    bench.wait(9 * S).watch.on_pass(bench.now_ns, stands=True)
    bench.wait(DOWN_NS + 300 * MS)
    assert bench.found_ns == {}


def test_only_what_inhibits_holds_motion_and_only_while_it_lasts():
    limits = {"soft": (200.0, 320.0), "hard": (200.0, 350.0), "jump": 1.0}
    assert not Bench(check(**limits)).hear(HOT).watch.inhibits
    bench = Bench(check(inhibits=True, **limits)).hear(300.0).hear(330.0)
    assert not bench.watch.inhibits  # soft, and a jump
    assert bench.hear(HOT).watch.inhibits
    assert bench.said[-1][1].inhibits
    assert not bench.hear(349.0).watch.inhibits


def test_staleness_holds_motion_at_the_age_of_the_row_that_inhibits():
    bench = Bench(check(stale_s=0.2), check("Telemetry.q[1]", stale_s=0.5, inhibits=True)).hear(300.0)
    assert not bench.wait(400 * MS).watch.inhibits
    assert bench.wait(101 * MS).watch.inhibits
    assert not bench.hear(300.0).watch.inhibits


def test_the_gravest_are_told_first_and_of_a_flood_as_many_as_a_message_holds():
    soft = [
        check(f"Telemetry.{field}[{i}]", soft=(0.0, 1.0))
        for field in ("q", "qd", "currents")
        for i in range(1, 17)
    ]
    bench = Bench(*soft, check(hard=(0.0, 1.0)))
    report = telemetry(joints=16)
    rows = dict.fromkeys(("q", "qd", "currents", "temperatures"), (2.0,) * 16)
    bench.watch.on_report(msgspec.structs.replace(report, **rows), 0)
    bench.tick()
    [(_, message)] = bench.said
    assert (len(message.standing), message.began) == (MOST_VIOLATIONS, 49)
    assert message.standing[0].rule == "hard"


@pytest.mark.parametrize("joints", [5, 7])
def test_a_report_of_another_arm_is_checked_as_far_as_it_has_the_values(joints):
    bench = Bench(check("Telemetry.q[6]", hard=(-1.0, 1.0)))
    bench.watch.on_report(msgspec.structs.replace(telemetry(), q=(2.0,) * joints), 0)
    bench.tick()
    assert len(bench.standing) == (joints >= 6)
