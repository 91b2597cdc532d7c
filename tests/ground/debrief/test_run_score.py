"""The score on the page of a recorded run."""

from tests.ground.debrief.kept_pages import kept_run


def rows(name):
    return {row.name: row for row in kept_run(name).score.rows}


def test_a_hand_that_led_the_arm_is_measured():
    found = rows("hand")
    assert kept_run("hand").score.score is not None
    assert (found["clutching"].value, found["contacts"].value) == (0, 0)
    assert found["smoothness"].value < -1.4 and found["time"].value > 0.5
    assert found["clearance"].value == round(kept_run("hand").head.least_m, 4)


def test_what_no_hand_did_is_not_measured_and_is_never_zero():
    found = rows("held")
    unmeasured = {name for name, row in found.items() if row.value is None}
    assert unmeasured == {"corrections", "smoothness", "clutching", "force", "idle", "time"}
    assert all(found[name].missing for name in unmeasured) and kept_run("held").score.score is None
