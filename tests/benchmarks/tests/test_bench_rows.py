"""What the bench measures is told as rows: medians in turns, ratios, what is enough, what differs."""

import numpy as np
import pytest

from ground.comparison.measure import Effort, times_in_turns
from telemetry.life.clock import monotonic_ns, processor_ns
from tests.benchmarks.peers import asked as asking
from tests.benchmarks.peers.way import Missing, Question, Way
from tests.benchmarks.telling.cores import pinned
from tests.benchmarks.telling.rows import rows_of
from tests.benchmarks.telling.targets import Target, aim

EFFORT = Effort(3, 0.0)
FIVE_TIMES = Target("five times as fast as quick", ratios={"quick": 5})


def way(name, answers=(1.0, 2.0), **told):
    return Way(name, lambda: None, lambda: np.array(answers), **told)


def measured(*columns_us):
    """A timer that finds these medians of a pass, in a round each."""
    return lambda calls, effort: np.array(columns_us, dtype=float).T


def question(*peers, ours=None):
    return Question("F1", "station", 2, ours or way("ours"), peers)


class Clock:
    """Time that goes by while calls are made."""

    def __init__(self):
        self.now_ns, self.log = 0, []

    def __call__(self):
        return self.now_ns

    def call(self, name, took_ns):
        def run():
            self.log.append(name)
            self.now_ns += took_ns

        return run


def test_calls_take_turns_in_every_round_and_fill_a_slice_of_time():
    clock = Clock()
    calls = [clock.call("a", 1_000), clock.call("b", 4_000)]
    took_us = times_in_turns(calls, Effort(3, 4e-6), clock_ns=clock)
    assert took_us == pytest.approx(np.array([[1.0, 4.0]] * 3))
    assert "".join(clock.log) == "ab" + "ab" + "aaaab" * 3


def test_a_ratio_is_the_median_of_those_of_each_round():
    [row] = rows_of(question(way("quick")), None, EFFORT, timer=measured([2, 4, 100], [10, 28, 300]))
    assert (row["ours_us"], row["peer_us"], row["ratio"]) == (2.0, 14.0, 5.0)


@pytest.mark.parametrize(("quick_us", "ok"), [(9.9, False), (10.1, True)])
def test_a_line_is_met_by_its_ratio(quick_us, ok):
    [row] = rows_of(question(way("quick")), FIVE_TIMES, EFFORT, timer=measured([2], [quick_us]))
    assert row["ok"] is ok
    assert row["target"] == {"words": FIVE_TIMES.words, "us": None, "ratio": 5}


def test_a_peer_that_nothing_is_aimed_at_only_informs():
    [row] = rows_of(question(way("slow")), FIVE_TIMES, EFFORT, timer=measured([2], [1]))
    assert row["ok"] is None


def test_a_time_has_a_row_of_its_own():
    alone, _ = rows_of(
        question(way("quick")), FIVE_TIMES._replace(us=1.5), EFFORT, timer=measured([2.0], [30.0])
    )
    assert (alone["peer"], alone["target"]["us"], alone["ok"]) == (None, 1.5, True)


@pytest.mark.parametrize("wrong", [2.1, np.nan])
def test_an_answer_that_differs_is_never_ok(wrong):
    peer = way("quick", (1.0, wrong), tolerance=1e-6)
    [row] = rows_of(question(peer), FIVE_TIMES, EFFORT, timer=measured([2], [1000]))
    assert row["ok"] is False
    assert "1 of 2 answers differ" in row["note"]


def test_of_a_peer_with_another_measure_inside_only_what_is_outside_is_compared():
    deep, ours = way("quick", (1.0, -0.3), is_signed=False), way("ours", (1.0, -0.1))
    [row] = rows_of(question(deep, ours=ours), FIVE_TIMES, EFFORT, timer=measured([2], [1000]))
    assert row["ok"] is True


def test_answers_that_rounding_decides_are_not_compared():
    asked = question(way("quick", (1.0, 0.0)))._replace(undecided=lambda: np.array([False, True]))
    [row] = rows_of(asked, FIVE_TIMES, EFFORT, timer=measured([2], [1000]))
    assert row["ok"] is True


def test_what_is_not_there_is_told_as_not_measured():
    [row] = rows_of(question(ours=None)._replace(ours=None), FIVE_TIMES, EFFORT, timer=measured())
    assert (row["ours_us"], row["ok"]) == (None, None)
    assert row["note"].startswith("not measured")


def test_a_missing_peer_has_a_row_that_says_so(monkeypatch):
    monkeypatch.setitem(asking.PEERS, "nobody", "tests.benchmarks.peers.nobody")
    peers = asking.asked(("nobody",), "distances")
    assert isinstance(peers[0], Missing)
    _, row = rows_of(question(*peers), FIVE_TIMES._replace(us=1.0), EFFORT, timer=measured([2]))
    assert (row["peer"], row["ok"]) == ("nobody", None)
    assert "not installed" in row["note"]


def test_a_measurement_stays_on_its_cores_and_gives_them_back():
    import os

    before = os.sched_getaffinity(0)
    with pinned(1) as cores:
        assert (cores, len(os.sched_getaffinity(0))) == (1, 1)
    assert os.sched_getaffinity(0) == before


def test_of_a_figure_the_least_and_the_quartiles_are_told():
    [row] = rows_of(question(way("quick")), None, EFFORT, timer=measured([2, 4, 6], [20, 20, 20]))
    assert row["spread"]["ours_us"] == [1.0, 1.5, 2.5]
    assert row["spread"]["ratio"] == [3.333, 4.167, 7.5]


def test_of_two_modes_of_a_peer_the_quicker_one_is_what_counts():
    target = FIVE_TIMES._replace(ratios={"tree": 5, "pairs": 5}, modes=("tree", "pairs"))
    tree, pairs = rows_of(question(way("tree"), way("pairs")), target, EFFORT, timer=measured([2], [9], [99]))
    assert (tree["target"]["ratio"], tree["ok"]) == (5, False)
    assert (pairs["target"]["ratio"], pairs["ok"]) == (None, None)


def test_what_others_do_with_the_processor_is_not_counted_but_where_cores_are(monkeypatch):
    asked = []

    def timer(calls, effort, *, clock_ns):
        asked.append(clock_ns)
        return np.ones((1, len(calls)))

    monkeypatch.setattr("tests.benchmarks.telling.rows.times_in_turns", timer)
    for cores in (1, 2):
        rows_of(question()._replace(cores=cores), None, EFFORT)
    assert asked == [processor_ns, monotonic_ns]


@pytest.mark.parametrize(("id", "case"), [("F6", "mesh"), ("F6", "mesh_10k")])
def test_meshes_have_something_to_miss(id, case):
    found = Question(id, case, 1, way("ours"))
    assert aim(found).ratio("mujoco mj_geomDistance") >= 8
    assert aim(found).ratio("coal BVH of triangles") == 250


@pytest.mark.parametrize("case", ["reference, shiyan7_like", "station without boxes, thirteen_leaves"])
def test_scenes_that_nothing_was_tuned_for_ask_for_the_same_ratios(case):
    asked = aim(Question("F1", case, 1, way("ours")))
    assert (asked.ratio("pinocchio computeDistances"), asked.us) == (11, None)
