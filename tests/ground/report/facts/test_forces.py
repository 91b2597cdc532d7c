"""What a hand felt, told: peaks, what is left, why less than asked; and the picture of it."""

import msgspec
import pytest

from ground.report.facts.forces import Forces, ForceSamples, HandForces, as_lines
from ground.report.figures.hand_force_figure import force_figure
from telemetry.messages.force import ForceShare, HandForce

TOLD = HandForce(
    at_ns=0, force=(0.0, 3.0, 4.0), torque=(0.0, 0.0, 0.0),
    asked=(ForceShare(why="delay", force=(0.0, 3.0, 0.0)), ForceShare(why="contact", force=(0.0, 0.0, 4.0))),
    limit="", passed=1.0, p_sent=(1.0, 0.0, 0.0), p_received=(0.9, 0.0, 0.0), delay=8.75, gain=40.0,
    passive_gain=2.6, stable_gain=None, energy=0.1,
)  # fmt: skip


def forces(*changes):
    known = Forces()
    for change in changes:
        known.on_hand_force(0.0, msgspec.structs.replace(TOLD, **change))
    return known


def test_what_is_asked_is_the_sum_of_its_reasons():
    assert TOLD.total == (0.0, 3.0, 4.0)


def test_peaks_and_the_least_energy_are_of_the_whole_run():
    row = forces({}, {"force": (1.0, 0.0, 0.0), "energy": -0.5}, {"energy": 0.2}).row()
    assert (row.peak_n, row.least_energy_j) == (5.0, -0.5)


def test_what_is_left_is_asked_last_while_the_hand_was_bilateral():
    row = forces({}, {"asked": (ForceShare(why="delay", force=(0.0, 0.2, 0.0)),)}, {"asked": ()}).row()
    assert (row.left_n, row.asked_peak_n) == (0.2, 5.0)


def test_it_is_told_how_often_what_let_less_through():
    row = forces({}, {"limit": "energy"}, {"limit": "energy"}, {"limit": "device"}).row()
    assert row.limited == {"energy": 0.5, "device": 0.25}
    assert "stable up to any); 100% of it felt; limited 25% by device, 50% by energy" in as_lines(row)[0]


def test_it_is_told_which_share_of_what_was_asked_was_felt():
    nothing_asked = {"asked": (ForceShare(why="delay", force=(0.0, 0.01, 0.0)),), "force": (1.0, 0.0, 0.0)}
    row = forces({}, {"force": (0.0, 1.5, 2.0)}, nothing_asked).row()
    assert row.felt_share == 0.75
    assert "; 75% of it felt; limited never" in as_lines(row)[0]
    assert forces({"asked": ()}).row().felt_share is None


def test_without_a_bilateral_hand_nothing_is_told():
    assert Forces().row() is None
    assert as_lines(None) == []


@pytest.fixture(scope="module")
def found():
    samples = {"at_s": [], "sent_m": [], "received_m": [], "force_n": [], "asked_n": []}
    for step in range(100):
        y = 0.001 * step
        row = (0.1 * step, (0.0, y, 0.5), (0.0, 0.5 * y, 0.5), (0.0, -y, 0.0), (0.0, -1.1 * y, 0.0))
        for column, value in zip(samples.values(), row, strict=True):
            column.append(value)
    return HandForces(
        scenario="s", file="", force=forces({}).row(), samples=ForceSamples(**samples), damage=None
    )


def test_the_picture_shows_the_axes_along_which_the_tool_has_moved(found):
    place, force = force_figure(found).axes
    assert [text.get_text() for text in place.get_legend().get_texts()] == ["y sent", "y received"]
    assert [text.get_text() for text in force.get_legend().get_texts()] == ["y on the hand", "y asked"]
    assert place.lines[0].get_ydata()[-1] == pytest.approx(99.0)


def test_what_a_device_did_not_say_is_told_as_unknown_and_counts_for_nothing():
    forces = Forces()
    forces.on_hand_force(0.0, msgspec.structs.replace(TOLD, limit=None, passed=None, energy=None))
    assert forces.row().least_energy_j is None
    assert as_lines(forces.row())[0].endswith("limited 100% unknown")
