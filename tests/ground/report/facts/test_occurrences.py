"""Running figures of what happens: verdicts since the last roll-back, and releases beside their verdicts."""

from ground.report.facts import occurrences
from ground.report.facts.occurrences import Releases, VerifiedAfter
from telemetry.messages.command import SetPoint
from telemetry.messages.queue import Verdict


def after(*verdicts, at_s):
    """Verdicts (time, clearance), of which those up to `at_s` come before the roll-back told for then."""
    verified = VerifiedAfter()
    for verdict in verdicts:
        verified.on_verdict(*verdict)
    verified.on_roll_back(at_s)
    return verified


def test_only_verdicts_after_the_last_roll_back_count():
    verified = after((1.0, 0.9), (2.0, 0.8), at_s=2.5)
    assert verified.first_m is None
    for verdict in ((3.0, 0.01), (4.0, 0.2), (5.0, 0.1)):
        verified.on_verdict(*verdict)
    assert (verified.first_m, verified.most_m, verified.newest_m) == (0.01, 0.2, 0.1)


def test_a_verdict_after_the_rounded_instant_of_a_roll_back_counts_though_it_came_before_it():
    verified = after((2.0, 0.8), (2.0003, 0.02), at_s=2.0)
    assert (verified.first_m, verified.newest_m) == (0.02, 0.02)


def test_before_any_roll_back_no_verdict_counts():
    verified = VerifiedAfter()
    verified.on_verdict(1.0, 0.5)
    assert verified.first_m is None


def test_of_good_verdicts_the_newest_are_kept(monkeypatch):
    monkeypatch.setattr(occurrences, "KEPT_VERDICTS", 2)
    releases = Releases()
    for seq in (1, 2, 3):
        releases.on_verdict(good_verdict(seq))
    for seq in (2, 3):
        releases.on_set_point(set_point(seq))
    assert releases.unverified == 0
    releases.on_set_point(set_point(1))
    assert releases.unverified == 1


def set_point(seq):
    rest = (0.0,)
    return SetPoint(epoch=1, seq=seq, kind="motion", execute_at_ns=0, q=rest, qd=rest, qdd=rest, stop=b"")


def good_verdict(seq):
    names = {"epoch": 1, "seq": seq, "chain": bytes(16), "world": 1, "configuration": b"", "pair": ("a", "b")}
    unseen = {"time_to_contact": None, "scene": None, "itself": None}
    return Verdict(ok=True, reason="", clearance=0.1, required=0.03, **names, **unseen)
