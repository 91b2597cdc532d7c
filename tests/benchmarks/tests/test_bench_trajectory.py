"""What the bench asks of motions and timings is answered alike by ours and by others."""

import pytest

from tests.benchmarks.questions.trajectory_questions import trajectory_questions


@pytest.mark.parametrize(("peer", "lines"), [("ruckig", ["F10", "F10"]), ("toppra", ["F11"])])
def test_a_peer_s_durations_are_ours(peer, lines):
    pytest.importorskip(peer)
    asked = [question for question in trajectory_questions((peer,), quick=True) if question.peers]
    assert [question.id for question in asked] == lines
    for question in asked:
        for way in question.peers:
            assert way.answers() == pytest.approx(question.ours.answers(), abs=way.tolerance)


def test_every_arm_is_asked_about():
    cases = [question.case for question in trajectory_questions(())]
    assert len(cases) == len(set(cases)) * 3 / 2  # one case in batch, and two lines of the other
    assert len({case.partition(",")[2] for case in cases}) >= 4
