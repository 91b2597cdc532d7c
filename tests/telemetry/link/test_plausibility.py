"""Which reports are believed: joints, reach, and a clock that no stray stamp and no step can take away."""

import msgspec
import numpy as np
import pytest

from telemetry.agreed.limits import jitter_bound_ns
from telemetry.link.plausibility import BELIEVED, REACH_MARGIN, ReportJudge
from tests.nominal_run import LIMITS, nominal_run
from tests.telemetry.link.test_link import report

S = 1_000_000_000
MS = 1_000_000
DOWN_NS = 3_500 * MS
CLOCK_NS = 10**12
YEAR_NS = 365 * 86_400 * S
STEPS_NS = [S, -S, 3600 * S, -3600 * S, 10 * YEAR_NS, -10 * YEAR_NS, 3 * S, -3 * S]
ONE_MILLISECOND = 1e-3


class Ear:
    """A judge that hears true reports at 10 Hz, whose stamps a test may shift."""

    def __init__(self):
        self.judge = ReportJudge(msgspec.structs.replace(nominal_run(), rates=LIMITS.qd_max))
        self.now_ns, self.shift_ns = 10 * S, 0
        self.hear(5)

    def stamp(self):
        return self.now_ns - DOWN_NS + CLOCK_NS + self.shift_ns

    def hear(self, duration_s):
        """Return what each report of a while was taken for."""
        return [self.one() for _ in range(round(duration_s * 10))]

    def one(self, jitter_ns=0):
        self.now_ns += 100 * MS
        return self.judge.on_telemetry(report(sampled_ns=self.stamp() + jitter_ns), self.now_ns)

    def stray(self, **fields):
        fields = {"sampled_ns": self.stamp(), **fields}
        return self.judge.on_telemetry(msgspec.structs.replace(report(sampled_ns=0), **fields), self.now_ns)

    def off_s(self):
        """How far the correlation is off the clock that stamps the reports now."""
        return (self.judge.clock.to_spacecraft(self.now_ns) - DOWN_NS - self.stamp()) / S


@pytest.mark.parametrize("field", ["q", "qd", "currents", "temperatures", "locked", "hold_q"])
@pytest.mark.parametrize("joints", [1, 5, 7, 16])
def test_a_report_of_another_arm_is_implausible_and_counted(field, joints):
    ear = Ear()
    row = (False,) * joints if field == "locked" else (0.0,) * joints
    assert ear.stray(**{field: row}) == "implausible"
    assert ear.judge.implausible == 1
    assert set(ear.hear(1)) == {"new"}


@pytest.mark.parametrize("field", ["q", "hold_q"])
@pytest.mark.parametrize("angle", [1e6, -1e6, 1.7e308, LIMITS.q_max[2] + REACH_MARGIN + 1e-6])
def test_angles_beyond_the_arms_reach_are_implausible(field, angle):
    ear = Ear()
    assert ear.stray(**{field: (0.0, 0.0, angle, 0.0, 0.0, 0.0)}) == "implausible"
    assert ear.judge.newest.q == (0.0,) * 6


def off(by, joint=1):
    return {"q": tuple(by * (k == joint) for k in range(6))}


@pytest.mark.parametrize("by", [0.3, -0.3])
def test_one_sample_farther_off_than_a_joint_can_go_is_a_jump_and_the_next_in_a_row_is_believed(by):
    ear = Ear()
    for expected in (["jump", "new"], ["jump", "new"]):
        ear.now_ns += 100 * MS
        assert [ear.stray(**off(by)), ear.one()] == expected
        assert ear.judge.newest.q == (0.0,) * 6
    ear.now_ns += 100 * MS
    assert ear.stray(**off(by)) == "jump"
    ear.now_ns += 100 * MS
    assert ear.stray(**off(by)) == "new"
    assert ear.judge.newest.q[1] == by


def test_an_arm_that_goes_on_beyond_its_rates_is_believed_from_its_second_report_on():
    ear, heard = Ear(), []
    for k in range(1, 6):
        ear.now_ns += 100 * MS
        heard.append(ear.stray(**off(-0.1 * k)))
    assert heard == ["jump", "new", "new", "new", "new"]


def test_an_arm_at_its_greatest_rate_jumps_nowhere_not_even_across_a_gap():
    ear, q = Ear(), 0.0
    for seconds in (0.1, 0.1, 3.0, 0.1, 90.0):
        ear.now_ns += round(seconds * S)
        q = min(q + LIMITS.qd_max[1] * seconds, LIMITS.q_max[1])
        assert ear.stray(**off(q)) == "new"


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_one_stray_stamp_makes_no_true_report_old_and_steps_nothing(step_ns):
    ear = Ear()
    assert ear.stray(sampled_ns=ear.stamp() + step_ns) == "unproven"
    assert set(ear.hear(3)) == {"new"}
    assert ear.judge.step_s is None


def test_a_stray_stamp_before_all_true_ones_costs_two_seconds_and_nobody_has_to_confirm_it():
    judge = ReportJudge(nominal_run())
    assert judge.on_telemetry(report(sampled_ns=10 * YEAR_NS), S) == "new"
    heard = [judge.on_telemetry(report(sampled_ns=k * 100 * MS), S + k * 100 * MS) for k in range(1, 40)]
    assert [heard.index("stepped"), heard.count("unproven"), heard[-1]] == [20, 20, "new"]
    assert judge.step_s is None


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_a_step_is_heard_after_two_seconds_by_the_new_clock_and_waits_to_be_confirmed(step_ns):
    ear = Ear()
    ear.shift_ns = step_ns
    assert set(ear.hear(2)) == {"unproven"}
    assert ear.hear(0.2) == ["stepped", "new"]
    assert ear.judge.step_s == pytest.approx(step_ns / S, abs=ONE_MILLISECOND)
    assert ear.off_s() == pytest.approx(0.0, abs=ONE_MILLISECOND)


def test_a_stray_stamp_at_the_end_of_a_step_is_not_taken_for_the_newest():
    ear = Ear()
    ear.shift_ns = 3 * S
    ear.hear(2)
    ear.now_ns += 100 * MS
    assert ear.stray(sampled_ns=ear.stamp() + 3600 * S) == "unproven"
    assert ear.hear(0.2) == ["stepped", "new"]


def test_a_step_stays_until_it_is_confirmed_also_if_it_steps_back():
    ear = Ear()
    for shift_ns in (3 * S, 0):
        ear.shift_ns = shift_ns
        ear.hear(30)
        assert ear.judge.step_s == pytest.approx(shift_ns / S, abs=ONE_MILLISECOND)
    ear.judge.confirm(ear.now_ns)
    assert (ear.judge.step_s, set(ear.hear(30))) == (None, {"new"})


@pytest.mark.parametrize("step_ns", [200 * MS, -200 * MS])
def test_a_fifth_of_a_second_is_followed_without_any_confirmation(step_ns):
    ear = Ear()
    ear.hear(20)
    ear.shift_ns = step_ns
    assert "unproven" not in ear.hear(30)
    assert ear.judge.step_s is None
    assert ear.off_s() == pytest.approx(0.0, abs=ONE_MILLISECOND)


def test_a_clock_that_creeps_away_by_small_steps_is_a_step_too():
    ear = Ear()
    ear.hear(10)
    for _ in range(2):
        ear.shift_ns -= 200 * MS
        ear.hear(20)
    assert ear.judge.step_s == pytest.approx(-0.4, abs=ONE_MILLISECOND)


def test_the_fastest_clock_that_flies_is_never_a_step_not_even_over_an_orbit_without_contact():
    ear = Ear()
    for k in range(1, 5001):
        ear.shift_ns = k * 5 * 1000
        assert ear.one() == "new"
    ear.now_ns += 5400 * S
    ear.shift_ns += round(5400 * S * 5e-5)
    assert set(ear.hear(5)) == {"new"}
    assert ear.judge.step_s is None


def test_jitter_as_large_as_the_buffer_allows_is_no_step_and_a_step_is_seen_through_it():
    ear, rng = Ear(), np.random.default_rng(1)
    heard = [ear.one(int(rng.uniform(-S // 4, S // 4))) for _ in range(600)]
    assert ear.judge.step_s is None and heard.count("unproven") < 30
    ear.shift_ns = 3 * S
    heard = [ear.one(int(rng.uniform(-S // 4, S // 4))) for _ in range(60)]
    assert heard.count("stepped") == 1
    assert ear.judge.step_s == pytest.approx(3.0, abs=0.1)


def test_stamps_that_agree_on_no_clock_are_never_believed():
    ear, rng = Ear(), np.random.default_rng(2)
    wild = [ear.one(int(rng.uniform(1, 100)) * S) for _ in range(200)]
    frozen = [ear.judge.on_telemetry(report(sampled_ns=7), ear.now_ns + k * 100 * MS) for k in range(200)]
    assert set(wild) == set(frozen) == {"unproven"}


def test_a_replayed_report_and_one_that_was_overtaken_tell_nothing():
    ear = Ear()
    overtaken, replayed = report(sampled_ns=ear.stamp() - 50 * MS), report(sampled_ns=ear.stamp() - 5 * S)
    assert ear.judge.on_telemetry(overtaken, ear.now_ns) == "old"
    assert ear.judge.on_telemetry(replayed, ear.now_ns) == "unproven"
    assert set(ear.hear(3)) == {"new"}


def test_true_reports_between_stray_ones_keep_the_clock():
    ear = Ear()
    for _ in range(100):
        assert ear.stray(sampled_ns=ear.stamp() + 3600 * S) == "unproven"
        assert ear.one() in BELIEVED
    assert ear.judge.step_s is None


def test_a_picture_from_the_future_shuts_out_no_later_one():
    ear = Ear()
    stamp_ns = ear.stamp()
    assert not ear.judge.may_follow(stamp_ns + S, stamp_ns - S, ear.now_ns)
    assert ear.judge.may_follow(stamp_ns, stamp_ns - S, ear.now_ns)
    assert not ear.judge.may_follow(stamp_ns - 2 * S, stamp_ns - S, ear.now_ns)
    assert ear.judge.may_follow(stamp_ns, stamp_ns + 3600 * S, ear.now_ns)


def jittery(jitter_s, *, duration_s=60):
    """What the reports of a steady clock are taken for on a link of so much stated jitter."""
    run = nominal_run()
    link = msgspec.structs.replace(run.link, jitter_s=jitter_s)
    judge = ReportJudge(msgspec.structs.replace(run, link=link))
    rng = np.random.default_rng(1)
    sent = [10 * S + k * 100 * MS for k in range(10 * duration_s)]
    came = sorted((at_ns + DOWN_NS + round(rng.uniform(-jitter_s, jitter_s) * S), at_ns) for at_ns in sent)
    return judge, {judge.on_telemetry(report(sampled_ns=at_ns + CLOCK_NS), now_ns) for now_ns, at_ns in came}


@pytest.mark.parametrize("jitter_s", [0.005, 0.1, 0.6, 1.0])
def test_reports_of_a_steady_clock_are_believed_on_a_link_of_any_stated_jitter(jitter_s):
    judge, heard = jittery(jitter_s)
    assert heard <= {"new", "old"} and judge.step_s is None


def test_the_bound_never_goes_beyond_the_age_at_which_a_report_is_too_old():
    link = nominal_run().link
    bounds = [jitter_bound_ns(msgspec.structs.replace(link, jitter_s=j)) for j in (0.0, 0.1, 0.6, 5.0)]
    assert bounds == [300 * MS, 300 * MS, 1200 * MS, 2 * S]


def test_a_step_beyond_the_stated_jitter_is_still_one():
    judge, _ = jittery(0.6)
    newest_ns = judge.newest.sampled_ns - CLOCK_NS
    heard = [
        judge.on_telemetry(report(sampled_ns=at_ns + CLOCK_NS + 3 * S), at_ns + DOWN_NS)
        for at_ns in range(newest_ns, newest_ns + 4 * S, 100 * MS)
    ]
    assert heard[0] == "unproven" and "stepped" in heard and judge.step_s == pytest.approx(3.0, abs=0.5)
