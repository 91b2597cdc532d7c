"""Minimising: what is left of a seed is what its finding needs, and nothing else."""

import tomllib

import msgspec
import pytest

from ground.campaign.flown_seed import FlownFinding
from ground.campaign.fly_seed import fly_seed
from ground.campaign.minimise import minimise
from ground.campaign.result_text import minimised_text
from ground.faults.fault_seams import FAULT_KINDS
from ground.faults.faults import Fault
from ground.faults.ground_faults import Disturbance, Frozen, Killed, SlowStore, Stepped
from ground.faults.space_faults import DownlinkBlackout, UplinkBlackout
from telemetry.life.contract import Send
from telemetry.messages.command import Motion
from tests.ground.campaign.flights import short_scenario, with_faults
from tests.ground.campaign.lines import CONTACT, UNMET, flown
from tests.ground.campaign.test_fly_seed import Genuine, planted

TROUBLE = (
    Frozen(participant="predictor", at_s=1.0, duration_s=0.2),
    UplinkBlackout(at_s=2.0, duration_s=0.3),
    Killed(participant="planner", at_s=3.0, duration_s=0.2),
    SlowStore(participant="recorder", at_s=4.0, duration_s=0.5, write_s=0.02),
    Disturbance(participant="haptics", at_s=5.0, duration_s=1.0, drop=0.5),
    DownlinkBlackout(at_s=6.0, duration_s=0.3),
    Stepped(participant="recorder", at_s=7.0, step_s=0.1),
    Killed(participant="haptics", at_s=8.0, duration_s=0.2),
)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    return short_scenario(tmp_path_factory.mktemp("scenario"))


def needing(*causes, finding=CONTACT):
    """A flight that shows a finding if all of its causes are there, and another one always."""

    def fly(plan):
        return flown(plan.seed, *([finding] if {*causes} <= {*plan.faults} else []), UNMET)

    return fly


@pytest.mark.parametrize("place", range(len(TROUBLE)))
def test_a_single_cause_is_all_that_is_left(scenario, place):
    least = minimise(with_faults(scenario, *TROUBLE), needing(TROUBLE[place]))
    assert least.faults == (TROUBLE[place],)
    assert least.dropped == len(TROUBLE) - 1
    assert least.flights <= 9


def test_what_is_left_is_told_as_the_lines_of_a_scenario_file_and_in_how_many_flights(scenario):
    least = minimise(with_faults(scenario, *TROUBLE), needing(TROUBLE[4]))
    told, _, command = minimised_text(least, "farhand again").partition("whole   ")
    assert "needs 1 of 8 faults" in told and f"found out by {least.flights} flights" in told
    assert command == "farhand again"
    rows = tomllib.loads(told[told.index("[[fault]]") :])["fault"]
    assert msgspec.convert(rows, tuple[Fault, ...]) == (TROUBLE[4],)


def test_two_causes_that_only_work_together_both_stay(scenario):
    causes = TROUBLE[1], TROUBLE[5]
    assert minimise(with_faults(scenario, *TROUBLE), needing(*causes)).faults == causes


def test_another_finding_is_not_taken_for_the_same(scenario):
    other = FlownFinding(kind="violation", rule="contact", pair=("arm", "mast"), text="arm and mast touch")

    def fly(plan):
        if TROUBLE[2] in plan.faults:
            return flown(1, CONTACT)
        return flown(1, *([other] if TROUBLE[4] in plan.faults else []))

    least = minimise(with_faults(scenario, *TROUBLE), fly)
    assert (least.finding, least.faults) == (CONTACT, (TROUBLE[2],))


def test_what_begins_after_the_finding_and_what_no_fault_causes_goes(scenario):
    early = msgspec.structs.replace(CONTACT, at_s=4.5)
    least = minimise(with_faults(scenario, *TROUBLE), needing(finding=early))
    assert (least.faults, least.duration_s) == ((), 5.5)


def test_a_seed_that_shows_nothing_takes_one_flight(scenario):
    least = minimise(with_faults(scenario, *TROUBLE), lambda plan: flown(1))
    assert (least.finding, least.flights) == (None, 1)


class Hurries(Genuine):
    """A gate that sends twice what it releases, from the second after somebody's death on, or a blackout."""

    heard_ns = 0

    def __init__(self, settings, store, rng):
        super().__init__(settings, store, rng)
        self.is_second_life = bool(store.records("release_log"))

    def tick(self, now_ns):
        effects = [*self.inner.tick(now_ns)]
        again = [e for e in effects if isinstance(e, Send) and isinstance(e.message, Motion)]
        return [*effects, *again] if self.is_second_life else effects


hurries = Hurries


def test_of_three_faults_that_are_flown_the_planted_cause_alone_is_left(scenario):
    cause = Killed(participant="gate", at_s=2.5, duration_s=0.2)
    faults = Frozen(participant="recorder", at_s=1.0, duration_s=0.1), cause, TROUBLE[7]
    change = planted("gate", "hurries", module=__name__)
    least = minimise(with_faults(scenario, *faults), lambda plan: fly_seed(plan, change=change).line)
    assert least.finding.kind == "violation"
    assert least.faults == (cause,)
    assert least.flights <= 6


def test_every_kind_of_fault_can_be_told_in_what_is_left():
    assert {type(fault) for fault in TROUBLE} <= {*FAULT_KINDS.values()}
