"""What a whole flight says of its link and of the clock on board, against the truth that was flown."""

import pytest

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.messages.link import LinkStatus

ONE_REPORT_S = 0.1


def statuses(name):
    """What the bridge said of the link of a scenario, each with its instant [s], and the scenario."""
    heard, scenario = [], load(name)

    def witness(at_ns, role, message):
        if isinstance(message, LinkStatus) and role == "gate":
            heard.append((at_ns * 1e-9, message))

    fly(scenario, Flight(seed=1, witness=witness, source=name, coded=False))
    return heard, scenario


@pytest.mark.long
@pytest.mark.parametrize("name", ["short_link", "rough_link"])
def test_clock_and_round_trip_of_a_flight_are_within_their_stated_uncertainty_all_the_time(name):
    heard, scenario = statuses(name)
    truth, link = scenario.truth, scenario.link
    measured = [(at_s, status) for at_s, status in heard if status.clock is not None]
    assert len(measured) > 0.5 * len(heard) > 10
    for at_s, status in measured:
        offset_s = truth.clock_offset_s + truth.clock_drift_ppm * 1e-6 * at_s
        assert abs(status.clock.value - offset_s) <= status.clock.uncertainty, at_s
        assert abs(status.round_trip.value - link.up_s - link.down_s) <= status.round_trip.uncertainty, at_s
    assert measured[-1][1].clock.uncertainty < ONE_REPORT_S
