"""Where a policy differs from the watermark, the summary says so, by what the gate heard and let leave."""

import pytest

from ground.rehearsal.flight import Flight, fly
from ground.report.summary import as_text
from ground.scenario import load


@pytest.fixture(scope="module")
def flown():
    """Summaries of the default pass, which steers into the target, by policy."""
    known = {}

    def fly_once(policy):
        if policy not in known:
            known[policy] = fly(load("observation_pass"), Flight(seed=1, policy=policy))
        return known[policy]

    return fly_once


def test_by_the_watermark_nothing_leaves_against_a_verdict_and_nothing_is_said_of_it(flown):
    assert flown("watermark")["left"] == {"unverified": 0, "after_bad_verdict": 0}
    assert "by the watermark" not in as_text(flown("watermark"))


def test_the_published_rule_flies_the_pass_rolls_back_and_says_where_it_differs(flown):
    summary = flown("refill")
    assert summary["ok"] and summary["contacts"] == []
    assert summary["rollbacks"][0]["reason"] == "too_close"
    assert {hold["reason"] for hold in summary["holds"]} <= {"disarmed"}  # no limit was broken
    assert summary["left"] == {"unverified": 0, "after_bad_verdict": len(summary["rollbacks"])}
    assert "refill     0 set-points left without a good verdict, 1 after a bad one" in as_text(summary)


def test_unchecked_lets_leave_what_was_refused(flown):
    left = flown("unchecked")["left"]
    assert left["unverified"] > 1 and left["after_bad_verdict"] > 1
