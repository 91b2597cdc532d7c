"""How the benchmark `yielding` moves its hand, what it reads off, and what that is compared with."""

import numpy as np
import pytest

from haptics.devices.simulated import ACCELERATION, TREMOR
from haptics.forces.force_loop import CYCLE_NS, Felt
from haptics.forces.passivity import SOFTNESS
from haptics.forces.wrench import ZERO, Wrench
from tests.benchmarks.questions import yielding
from tests.benchmarks.questions.yielding import (
    AFTER_S,
    CASES,
    COMES_S,
    HELD_S,
    NEWS,
    STEADY_N,
    STEP_S,
    Case,
    trade,
)

QUICK, SLOW, _ = CASES
FALL_S = 0.2  # in which the force that the fake loop lets go is gone


class Loop:
    """A loop that gives what it was told to last, and tells of an energy once."""

    made, knows = [], True

    def __init__(self, limits, *, softness):
        self.news, self.places, self.energy_at = [], [], None
        Loop.made.append(self)

    def on_model(self, model):
        self.news.append(model.at_ns)
        self.force = model.force

    def step(self, p, quat, now_ns):
        self.places.append(p[0])
        held_s = now_ns * 1e-9 - len_s(out=1) - COMES_S - HELD_S
        share = 1.0 - min(max(held_s / FALL_S, 0.0), 1.0)
        force = (share * self.force[0], 0.0, 0.0)
        return Felt(Wrench(force, ZERO), "", 1.0, now_ns / CYCLE_NS if Loop.knows else None)


def len_s(*, out):
    return out * len(yielding._stroke(QUICK)) * STEP_S


@pytest.fixture
def row(monkeypatch):
    monkeypatch.setattr(yielding, "ForceLoop", Loop)
    monkeypatch.setattr(yielding, "CASES", (QUICK,))
    monkeypatch.setattr(yielding, "SOFTNESSES", (200.0, SOFTNESS))
    monkeypatch.setattr(Loop, "made", [])
    return lambda: trade()[1]


def test_a_stroke_goes_all_the_way_at_its_speed_and_acceleration():
    places = np.concatenate([[0.0], yielding._stroke(QUICK)])
    speeds = np.diff(places) / STEP_S
    assert places[-1] == pytest.approx(QUICK.way, abs=1e-6)
    assert speeds.max() == pytest.approx(QUICK.speed) and speeds.min() >= 0.0
    assert np.abs(np.diff(speeds)).max() / STEP_S == pytest.approx(ACCELERATION, rel=1e-6)
    assert np.count_nonzero(speeds < 0.999 * QUICK.speed) * STEP_S == pytest.approx(
        2 * QUICK.speed / ACCELERATION, abs=3 * STEP_S
    )


def test_the_hand_trembles_where_it_holds_and_models_come_at_50_hz(row):
    row()
    loop = Loop.made[0]
    held = np.array(loop.places)[round((len_s(out=1) + COMES_S) / STEP_S) :][: round(HELD_S / STEP_S)]
    assert np.ptp(held) == pytest.approx(2.0 * TREMOR, rel=0.01)
    assert loop.news == [cycle * CYCLE_NS for cycle in range(0, len(loop.places), NEWS)]
    assert len(loop.places) * STEP_S == pytest.approx(len_s(out=2) + COMES_S + HELD_S + AFTER_S)


def test_it_reads_off_the_share_the_steepest_fall_and_the_energy_as_the_hand_turns_back(row):
    told = row()
    assert told["share"] == pytest.approx(1.0, rel=1e-3)
    assert told["fall_n"] == pytest.approx(QUICK.force * 0.1 / FALL_S, rel=0.02)
    assert told["had_j"] == round((len_s(out=1) + COMES_S + HELD_S) / STEP_S)
    assert [each["is_own"] for each in trade()] == [False, True]


def test_an_energy_that_nobody_knows_is_none(row, monkeypatch):
    monkeypatch.setattr(Loop, "knows", False)
    assert row()["had_j"] == 0.0


@pytest.mark.parametrize(
    ("case", "needed_j"),
    [
        (QUICK, 7.0 * 0.03 - 10.0 * 0.25 * 0.03 / 2.0),  # F d - rise t d / 2
        (SLOW, 0.5 * 7.0 * 0.7 * 0.02),  # after 0.7 s nothing is left to fall
    ],
)
def test_a_whole_force_that_falls_steadily_gives_what_it_does_on_the_way(case, needed_j):
    assert yielding._needed_j(case) == pytest.approx(needed_j, rel=0.03)


def test_on_a_short_way_all_of_a_force_may_be_felt_that_is_twice_what_comes_at_once():
    assert yielding._best_share(Case("2 N, back by 2 mm", 2.0 * STEADY_N, 0.002, 0.05)) == 1.0


def test_no_law_has_more_than_half_of_a_force_of_7_n_that_a_quick_hand_lets_go():
    assert yielding._best_share(QUICK) == pytest.approx(0.5, abs=0.01)  # (2 x 52.5 mJ) / 30 mm / 7 N
