"""Short scenarios for tests of whole flights: as much of a shipped pass as a claim needs, each in memory."""

import msgspec

from ground.scenario.scenario import load
from ground.scenario.scenario_table import LinkTable

replace = msgspec.structs.replace
WITHIN_A_SECOND = LinkTable(up_s=0.5, down_s=0.5, jitter_s=0.005)


def steered_into_the_target(**changes):
    """The hand's part of the observation pass, from where its plan goes, behind a second of round trip."""
    whole = load("observation_pass")
    plan, by_hand = whole.acts
    changes = {"start_q_deg": plan.plan.moves[1].to_deg, "acts": (by_hand,)} | changes
    return replace(whole, link=WITHIN_A_SECOND, expect=replace(whole.expect, round_trip_s=None), **changes)


def planned_a_little(**changes):
    """The short pass without its stroke by hand: one small joint move."""
    whole = load("short_link")
    return replace(whole, acts=whole.acts[:1], **changes)
