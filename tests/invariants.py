"""The invariants of the safety argument, and the tests of each by their kinds: what is missing says why.

    M  a small model, followed whole, or its traces driven into the gate      S  whole flights in virtual time
    H  the part itself, its faults named or drawn                             C  real processes and sockets
    F  altered and random bytes    A  the audit of a recording alone
    oracle  another implementation or finer samples    metamorphic  the same asked otherwise

`pytest -k invariant_07` runs those of the seventh.
"""

from typing import NamedTuple

GATE, ROLE = "planner/gate/test_gate.py::", "planner/gate/test_gate_role.py::"
MODEL = "model/test_protocol.py::test_no_law_is_broken_whatever_happens_in_three_ticks"
MUTATED = (
    "model/test_protocol.py::test_a_rule_that_is_broken_is_seen_in_so_many_ticks_or_made_good_by_another"
)
TRACES = "planner/gate/test_gate_traces.py::test_the_gate_does_in_every_tick_what_the_model_does"
EXPLORED = (
    "planner/gate/test_gate_model.py::test_nothing_that_is_held_unverified_or_numbered_twice_ever_leaves"
)
DRAWN = f"{ROLE}test_whatever_goes_wrong_the_invariants_of_the_release_hold"
DOCTORED = "ground/audit/test_doctored.py::test_a_doctored_recording_is_named_broken"
ATTACK = "system/test_attack.py::"
FLIGHTS = f"{ATTACK}test_no_flight_shows_a_finding"
SEALED, CHAINED = "planner/gate/test_sealed_log.py::", "ground/audit/test_log_chain.py::"
KILLED = "system/test_killed_process.py::"
STOPS = f"{KILLED}test_the_arm_was_in_motion_stops_and_moves_again_only_when_it_is_armed_again"
KILLED_ROLE = (
    "system/test_killed_role.py::test_the_arm_was_in_motion_stops_and_moves_again_only_when_it_is_armed_again"
)
WATCH, ARMING = "planner/gate/test_watch.py::", "planner/gate/guards/test_arming.py::"
OPERATIONS = "planner/gate/test_operations.py::"
MACHINE = "planner/gate/test_gate_machines.py::test_invariant_"
HAND, ONBOARD = "haptics/forces/test_passivity.py::", "ground/rehearsal/spacecraft/"
CODEC, HEADER = "telemetry/wire/test_codec.py::", "telemetry/wire/protection/test_header.py::"
SEALING, DOORS = "telemetry/wire/protection/test_sealing.py::", "system/test_doors.py::"
JUDGE, STATE = "predictor/verdict/test_judge.py::", "telemetry/keys/test_number_state.py::"


class Missing(str):
    """Why there is no test of a kind that the argument names."""

    __slots__ = ()


class Invariant(NamedTuple):
    """One of them."""

    text: str
    tests: dict[str, tuple[str, ...] | Missing]  # by each kind that the argument names


INVARIANTS = {
    1: Invariant(
        "nothing leaves without a positive verdict for exactly this, or as a sample of the verified stop",
        {
            "M": (MODEL, MUTATED, TRACES),
            "H": (f"{GATE}test_a_verdict_for_anything_else_has_no_effect", DRAWN, EXPLORED),
            "S": (FLIGHTS, f"{ATTACK}test_a_gate_that_releases_without_a_verdict_is_found"),
            "A": (DOCTORED,),
        },
    ),
    2: Invariant(
        "each move and its stop keep the clearance that is required, in the world that they were judged in",
        {
            "S": ("system/test_rehearsals.py::test_every_scenario_ends_as_it_expects_and_touches_nothing",),
            "oracle": (
                f"{JUDGE}test_verdicts_are_those_of_fine_sampling",
                "ground/audit/test_motion_sweep.py"
                "::test_a_doctored_recording_is_named_broken_with_pair_distance_and_record",
            ),
            "metamorphic": (f"{JUDGE}test_a_larger_margin_never_turns_bad_into_ok",),
        },
    ),
    3: Invariant(
        "if verdicts stop, the verified stop begins within a tick and nothing else leaves",
        {
            "S": (
                f"{GATE}test_if_verdicts_stop_the_verified_stop_begins_when_the_first_head_lacks_one",
                KILLED_ROLE,
            ),
            "C": (STOPS,),
        },
    ),
    4: Invariant(
        "an operator or dead-man silent for 300 ms ends the arming, which is a new act then",
        {
            "H": (f"{WATCH}test_motion_ends_within_a_tick_of_the_limit_of_whoever_is_silent",),
            "C": ("system/test_device_flies.py::test_300_ms_after_the_clients_death_nobody_presses",),
        },
    ),
    5: Invariant(
        "old, backward or future telemetry inhibits motion",
        {
            "H": (
                f"{WATCH}test_telemetry_that_is_old_on_board_inhibits_although_it_was_just_received",
                f"{WATCH}test_the_same_report_again_is_no_sign_of_life",
            ),
            "S": ("system/test_stepped_time.py::test_without_confirmation_no_motion_leaves_after_a_step",),
            "C": ("system/test_flown_faults.py::test_in_real_time_too",),
        },
    ),
    6: Invariant(
        "at most once and in order; a repeat is identical and starts nothing, and KEEP moves nothing",
        {
            "M": (MODEL, MUTATED, TRACES),
            "H": (
                f"{ONBOARD}test_harsh_link.py"
                "::test_over_any_link_only_what_was_sent_is_carried_out_once_and_in_order",
            ),
            "A": (DOCTORED,),
        },
    ),
    7: Invariant(
        "one release a period",
        {
            "H": (f"{ROLE}test_after_a_stall_one_set_point_leaves_at_most_and_the_backlog_never",),
            "S": (FLIGHTS,),
            "A": (DOCTORED,),
        },
    ),
    8: Invariant(
        "no backlog leaves after a stall",
        {
            "S": (f"{ROLE}test_after_a_stall_one_set_point_leaves_at_most_and_the_backlog_never", FLIGHTS),
            "C": ("system/test_flown_faults.py::test_in_real_time_too",),
        },
    ),
    9: Invariant(
        "a restart sends nothing again: a new epoch, disarmed",
        {
            "S": (
                KILLED_ROLE,
                f"{ROLE}test_a_restarted_gate_is_held_disarmed_and_in_a_newer_epoch",
                f"{SEALED}test_a_gate_that_was_killed_behind_any_record_goes_on_with_the_chain",
                f"{SEALED}test_a_gate_that_was_killed_at_any_octet_of_a_record_goes_on_with_the_chain",
            ),
            "C": (STOPS,),
            "A": (DOCTORED,),
        },
    ),
    10: Invariant(
        "HOLD reaches the wire within 50 ms whatever else is dead, full or flooded",
        {
            "C": (
                "system/test_processes.py"
                "::test_hold_latches_with_all_others_stopped_by_the_bridge_and_when_that_is_dead_by_the_copy",
                "system/test_hold_without_state.py::test_hold_needs_no_state_file_and_no_disk",
                "telemetry/network/test_crowded_server.py"
                "::test_peers_that_flood_the_server_do_not_keep_hold_out",
            ),
        },
    ),
    11: Invariant(
        "HOLD is taken in every state, wins over motion, and only the holder of the authority leaves it",
        {
            "M": (MODEL, TRACES),
            "H": (
                f"{ROLE}test_hold_is_taken_in_every_state_and_nothing_moves_after_the_stop",
                "planner/gate/guards/test_person_hold.py::test_only_a_persons_resume_leaves_it",
                f"{MACHINE}11_hold_wins_in_every_state_and_only_the_holders_resume_is_followed_by_motion",
            ),
        },
    ),
    12: Invariant(
        "a bad verdict ends its epoch; one of an older epoch has no effect",
        {
            "M": (MODEL, MUTATED, TRACES),
            "H": (
                f"{GATE}test_a_bad_verdict_empties_the_queue_at_once_and_the_arm_stops_at_the_last_safe_pose",
                f"{GATE}test_a_bad_verdict_on_a_set_point_that_has_left_is_a_hold",
            ),
            "S": (FLIGHTS,),
        },
    ),
    13: Invariant(
        "one configuration, model and limits everywhere; another one is a hold",
        {
            "H": (
                f"{GATE}test_a_verdict_of_another_configuration_is_a_hold",
                f"{WATCH}test_a_role_with_another_configuration_inhibits_motion",
            ),
            "C": (
                "system/test_one_model.py"
                "::test_a_process_that_finds_another_model_ends_with_one_line_and_exit_code_3",
            ),
        },
    ),
    14: Invariant(
        "each set-point is within all limits from the one before it, and a number",
        {
            "H": (f"{GATE}test_every_release_is_within_all_limits_of_the_one_before",),
            "F": (
                f"{CODEC}test_number_that_is_not_finite_never_decodes",
                f"{JUDGE}test_what_is_not_a_number_is_refused",
            ),
        },
    ),
    15: Invariant(
        "after a flush the first set-point is a step from the rest",
        {
            "H": (
                f"{ROLE}test_a_flushed_queue_restarts_within_one_step_of_the_hold_pose",
                f"{MACHINE}15_what_leaves_after_a_flush_is_a_step_from_the_rest_whatever_is_proposed",
            ),
        },
    ),
    16: Invariant(
        "another world voids verdicts before the next release",
        {
            "M": (MODEL, MUTATED, TRACES),
            "H": (f"{GATE}test_another_world_voids_the_verdicts_and_has_the_queue_judged_again",),
            "S": (
                "system/test_free_target.py::test_what_cannot_be_stopped_is_judged_again_where_the_base_is_and_told",
            ),
        },
    ),
    17: Invariant(
        "what is replayed, altered, of another key, mode or direction changes nothing but counters",
        {
            "H": (f"{SEALING}test_what_is_of_one_mode_run_set_or_group_is_taken_in_no_other",),
            "F": (
                "telemetry/wire/test_forgery.py"
                "::test_nothing_altered_forged_or_replayed_is_taken_and_all_that_is_genuine_is",
            ),
        },
    ),
    18: Invariant(
        "no nonce is used twice with one key, across crashes and clocks",
        {
            "H": (f"{STATE}test_wherever_a_reservation_is_cut_no_two_lives_count_from_one_epoch",),
            "S": ("system/test_numbers.py::test_whoever_is_killed_and_started_again_uses_no_number_twice",),
        },
    ),
    19: Invariant(
        "only the holder of the lease moves the arm; an observer can send HOLD alone",
        {
            "H": (
                f"{DOORS}test_every_cell_of_a_role_is_as_the_table_says",
                f"{DOORS}test_of_each_act_the_gate_hears_whom_the_table_names_and_obeys_the_holder_of_the_lease",
                f"{ARMING}test_nothing_leaves_for_an_actor_without_the_lease",
                f"{MACHINE}19_only_what_the_holder_of_the_lease_has_armed_moves",
            ),
            "C": (
                "chaos/test_chaos.py"
                "::test_while_a_person_has_the_lease_the_script_is_refused_and_moves_the_arm_only_behind_its_end",
            ),
        },
    ),
    20: Invariant(
        "one end for each command, which never changes",
        {
            "H": (
                "planner/gate/set_points/test_ledger.py"
                "::test_whatever_is_reported_in_whatever_order_every_life_ends_once",
                f"{MACHINE}20_each_command_comes_to_one_end_that_never_changes",
            ),
            "A": (DOCTORED,),
        },
    ),
    21: Invariant(
        "what leaves was written before; while nothing can be written nothing moves, and HOLD works",
        {
            "S": (
                f"{ROLE}test_a_record_is_durable_before_each_packet_that_moves",
                f"{ROLE}test_a_log_that_fails_keeps_the_set_point_back_and_the_stop_still_leaves",
                f"{SEALED}test_a_record_that_fails_leaves_a_chain_that_is_whole",
                f"{SEALED}test_a_record_of_events_that_fails_ends_motion_and_takes_back_nothing_that_has_left",
                f"{SEALED}test_without_a_log_hold_is_sent_at_once_and_told_of_once_it_can_be_written",
            ),
            "C": (
                "telemetry/drive/test_runtime.py::test_a_record_is_durable_before_what_follows_is_sent",
                "system/test_hold_without_state.py::test_hold_needs_no_state_file_and_no_disk",
            ),
            "A": (
                DOCTORED,
                f"{CHAINED}test_the_chain_alone_names_what_was_altered_removed_or_put_in",
                f"{CHAINED}test_where_log_and_recording_were_forged_together_the_seal_alone_tells",
            ),
        },
    ),
    22: Invariant(
        "the hand is never given net energy, and its force is gone 100 ms after the link",
        {
            "H": (f"{HAND}test_no_delay_loss_or_silence_makes_the_port_give_energy",),
            "S": (
                "haptics/test_feeling.py::test_the_force_is_gone_100_ms_after_telemetry_is_known_to_be_lost",
            ),
        },
    ),
    23: Invariant(
        "a critical command needs ARM, then FIRE of the same in 30 s; whatever goes wrong between cancels",
        {
            "M": (
                MUTATED,
                TRACES,
                "planner/gate/test_operations_model.py"
                "::test_invariant_23_only_what_is_armed_and_still_stands_is_fired_once_at_rest",
            ),
            "H": (
                f"{OPERATIONS}test_fire_first_is_refused",
                f"{OPERATIONS}test_an_altered_fire_is_refused",
                f"{OPERATIONS}test_whatever_happens_between_arm_and_fire_cancels_and_says_so",
                f"{MACHINE}23_only_what_is_armed_and_still_stands_is_fired",
            ),
        },
    ),
    24: Invariant(
        "operation, rehearsal and replay are apart: neither of the last two puts a packet on a live group",
        {
            "H": (
                f"{CODEC}test_what_is_said_in_mode_replay_is_accepted_in_no_other",
                f"{HEADER}test_what_is_said_in_one_mode_is_not_accepted_in_another",
            ),
            "C": ("telemetry/network/test_guest.py::test_a_guest_of_another_mode_hears_nothing_but_the_end",),
        },
    ),
    25: Invariant(
        "any input: bounded time and memory, no exception, a rejection that is counted and named",
        {
            "F": (
                f"{CODEC}test_random_bytes_are_never_an_exception",
                f"{CODEC}test_every_flipped_bit_is_a_value_and_never_an_exception",
                "telemetry/wire/test_fuzzed_doors.py"
                "::test_no_altered_packet_is_answered_or_moves_anything_at_either_end_of_a_pass",
            ),
        },
    ),
    26: Invariant(
        "the same recording and version decide the same, byte for byte",
        {
            "S": (
                "ground/replay/test_check.py::test_a_copy_alone_gives_the_same_decisions_to_another_user",
                "system/test_rehearsals.py::test_one_seed_gives_one_run_byte_for_byte_and_another_seed_another",
            ),
        },
    ),
    27: Invariant(
        "the gate looks itself at limits, steps and keep-out boxes, whatever the predictor says",
        {
            "H": (
                f"{GATE}test_the_gates_own_boxes_hold_what_the_predictor_blesses",
                "planner/gate/test_keep_out_flight.py"
                "::test_what_stands_in_the_way_holds_the_arm_whatever_the_predictor_says",
            ),
        },
    ),
    28: Invariant(
        "after a hold on board, loss or the end of contact nothing moves until the right resume",
        {
            "M": (MODEL, MUTATED, TRACES),
            "H": (
                f"{ONBOARD}test_onboard_sweep.py"
                "::test_a_damaged_stream_never_jumps_and_never_moves_once_latched",
                f"{ONBOARD}test_onboard_resume.py::test_resume_needs_a_newer_epoch_and_the_commanded_pose",
            ),
            "S": (FLIGHTS,),
            "C": (f"{KILLED}test_hold_still_latches_the_spacecraft_after_a_kill",),
        },
    ),
    29: Invariant(
        "predictor, gate, spacecraft and model move and stop by one law, and every hold is within limits",
        {
            "H": (
                "predictor/motion/test_stop_consistency.py::test_every_sample_of_a_stop_begins_the_rest_of_it",
                f"{ONBOARD}test_onboard_sweep.py::test_a_hold_from_any_boundary_stays_within_limits",
            ),
            "S": ("system/test_own_spacecraft.py::test_its_stop_is_the_one_that_the_ground_has_swept",),
        },
    ),
    30: Invariant(
        "a permission to be near acts on its pair, speed and way alone, and ends with its step",
        {
            "M": (
                "planner/gate/test_retreat_model.py"
                "::test_inside_the_margin_nothing_moves_but_a_retreat_that_a_person_armed"
                "_and_that_ends_at_rest_or_held",
            ),
            "H": (
                "predictor/verdict/test_escape.py::test_fifty_retreats_end_not_one_millimetre_nearer",
                "planner/gate/test_retreat.py::test_the_gate_checks_the_figures_of_a_way_out_itself",
                f"{MACHINE}30_inside_the_margin_only_a_permitted_retreat_moves",
            ),
        },
    ),
}

NAMED = {  # the kinds that the argument names
    1: "M H S A", 2: "S oracle metamorphic", 3: "S C", 4: "H C", 5: "H S C", 6: "M H A", 7: "H S A", 8: "S C",
    9: "S C A", 10: "C", 11: "M H", 12: "M H S", 13: "H C", 14: "H F", 15: "H", 16: "M H S", 17: "H F",
    18: "H S", 19: "H C", 20: "H A", 21: "S C A", 22: "H S", 23: "M H", 24: "H C", 25: "F", 26: "S", 27: "H",
    28: "M H S C", 29: "H S", 30: "M H",
}  # fmt: skip


def keywords():
    """Return the keyword of each test, by `file::function` below tests/."""
    found = {}
    for number, row in INVARIANTS.items():
        for tests in row.tests.values():
            for test in () if isinstance(tests, Missing) else tests:
                found.setdefault(test, set()).add(f"invariant_{number:02}")
    return found
