"""What is missing in a recording is told, and proves nothing; the same is found by a driver's feed."""

import msgspec
import pytest

from ground.audit.invariants import INVARIANTS
from ground.audit.recording_audit import RULES, audit_recording
from ground.faults.ground_faults import FailingStore
from ground.rehearsal.scenario_info import about_rehearsal
from telemetry.files.settings import FileError
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.ground.audit.doctored import audited, edited, flown, tape_of
from tests.ground.replay.test_kept_recordings import KEPT
from tests.system.attack_flight import Flight
from tests.system.attack_plan import draw
from tests.system.test_attack import planted


def answers_of(tape, path):
    return {number: row.answer for number, row in audited(tape, path).items()}


def cut(whole):
    """A tape that lacks a tick of the gate, and everybody's numbers as they were."""
    tape = whole.copy()
    numbers = {}
    for row in tape.rows:  # those that the audit does not read are not missing
        numbers[row.record.role] = numbers.get(row.record.role, 0) + 1
        row.record = row.record._replace(in_life=numbers[row.record.role])
    tape.drop(tape.find("Ticked", to="gate", after_s=6.0)[:1])
    return tape


def test_a_hole_in_the_life_of_the_gate_proves_nothing(whole, tmp_path):
    answer = audit_recording(cut(whole).write(tmp_path / "hole.mcap", is_renumbered=False))
    assert {row.answer for row in answer.invariants} == {"NOT PROVEN"}
    assert "of a life of the gate are missing" in answer.missing[0] and not answer.ok


def test_what_is_found_behind_a_hole_counts_for_nothing(whole, tmp_path):
    tape = cut(whole)
    tape.edit(tape.find("Verdict", to="gate", after_s=14.0), chain=bytes(16))
    answer = audit_recording(tape.write(tmp_path / "hole.mcap", is_renumbered=False))
    assert answer.invariants[0].answer == "NOT PROVEN"


def test_what_others_heard_of_the_gate_behind_its_last_record_before_a_hole_counts_for_nothing(
    whole, tmp_path
):
    tape = cut(whole)
    tape.drop([row for row in tape.rows if row.record.role == "gate" and 6.0 < row.at_s < 9.0])
    answer = audit_recording(tape.write(tmp_path / "hole.mcap", is_renumbered=False))
    assert {row.answer for row in answer.invariants} == {"NOT PROVEN"}


def test_a_recording_that_lost_the_gates_end_while_others_heard_it_proves_nothing(tape, tmp_path):
    tape.drop([row for row in tape.rows if row.record.role == "gate" and row.at_s > 25.0])
    rows = audited(tape, tmp_path / "lost.mcap")
    assert {row.answer for row in rows.values()} == {"NOT PROVEN"}
    assert rows[1].missing == ["the end of the gate's last life is not on record"]


@pytest.mark.parametrize("of", ["gate", "bridge", "space_segment"])
def test_a_recorder_that_hears_one_participant_late_changes_no_answer(of, tape, tmp_path):
    late_s = 0.1  # in real time each hands in its own
    tape.rows.sort(key=lambda row: row.at_s + late_s * (row.record.role == of))
    tape.done = 1
    assert set(answers_of(tape, tmp_path / "late.mcap").values()) == {"PROVEN"}


def test_a_stop_without_a_record_left_in_its_own_ticks_though_the_gate_is_heard_late(tmp_path):
    full = FailingStore(participant="gate", at_s=6.0, duration_s=1.0, how="refuses")
    tape = tape_of(flown(tmp_path / "full.mcap", faults=(full,))).slim()
    tape.done = 1
    stops = tape.find(
        "Motion", to="bridge", after_s=6.0, where=lambda body: body["set_point"]["kind"] == "stop"
    )
    for late_s in (0.02, 0.3):  # within a tick, and by more than one
        tape.rows.sort(key=lambda row: row.at_s + late_s * (row.record.role == "gate"))
        assert stops and set(answers_of(tape, tmp_path / f"{late_s}.mcap").values()) == {"PROVEN"}


def test_without_the_settings_of_the_run_nothing_is_proven(tape, tmp_path):
    files = {name: data for name, data in tape.about.files.items() if name != "settings.json"}
    tape.about, tape.done = msgspec.structs.replace(tape.about, files=files), 1
    assert set(answers_of(tape, tmp_path / "unknown.mcap").values()) == {"NOT PROVEN"}


def test_without_the_robot_the_limits_are_not_proven(tape, tmp_path):
    files = {name: data for name, data in tape.about.files.items() if name != tape.about.robot_file}
    tape.about, tape.done = msgspec.structs.replace(tape.about, files=files), 1
    answers = answers_of(tape, tmp_path / "unknown.mcap")
    assert [number for number, answer in answers.items() if answer == "NOT PROVEN"] == [1, 14, 15]


def without_spacecraft(tape):
    tape.drop([row for row in tape.rows if row.record.role == "space_segment"])
    return tape


def test_where_the_spacecraft_is_elsewhere_the_bridge_has_on_record_what_went_up(tape, tmp_path):
    answers = answers_of(without_spacecraft(tape), tmp_path / "elsewhere.mcap")
    assert set(answers.values()) == {"PROVEN"}


def test_another_set_point_that_the_bridge_sent_up_is_named(tape, tmp_path):
    row = without_spacecraft(tape).find("SentUp", where=lambda body: body["name"] == "Motion", after_s=6.0)[0]
    row.put(edited(row.body, {"message__set_point__q": lambda q: [q[0] + 1e-6, *q[1:]]}))
    assert answers_of(tape, tmp_path / "elsewhere.mcap")[6] == "BROKEN"


def test_an_older_recording_without_the_spacecraft_does_not_prove_what_went_up(tape, tmp_path):
    tape = without_spacecraft(tape)
    tape.drop(tape.find("SentUp"))
    answers = answers_of(tape, tmp_path / "elsewhere.mcap")
    assert [number for number, answer in answers.items() if answer == "NOT PROVEN"] == [6, 28]


def test_a_recording_of_before_what_was_written_was_kept_proves_all_but_that(tape, tmp_path):
    tape.drop(tape.find("Persisted"))
    answers = answers_of(tape, tmp_path / "older.mcap")
    assert answers[21] == "NOT PROVEN" and "BROKEN" not in answers.values()


@pytest.mark.parametrize("name", ["hand.mcap", "held.mcap"])
def test_an_older_recording_can_be_read_and_nothing_of_it_is_called_broken(name):
    rows = audit_recording(KEPT / name).invariants
    assert "BROKEN" not in {row.answer for row in rows}


def test_a_message_that_lacks_what_its_class_asks_for_is_a_hole(tape, tmp_path):
    row = tape.find("Motion", to="bridge", after_s=6.0)[0]
    tape.change([row], lambda body: {key: value for key, value in body.items() if key != "set_point"})
    rows = audited(tape, tmp_path / "lacking.mcap")
    assert rows[1].answer == "NOT PROVEN" and "cannot be read" in rows[1].missing[0]


def test_a_file_that_is_no_recording_is_refused(tmp_path):
    (tmp_path / "none.mcap").write_bytes(b"no recording at all")
    with pytest.raises(FileError):
        audit_recording(tmp_path / "none.mcap")


class Recorded(Flight):
    """A flight of the attack that is recorded too."""

    is_coded = True

    def _store(self, folder, role):
        if role != "recorder":
            return super()._store(folder, role)
        about = about_rehearsal(self.plan.scenario, self.run)
        self.recording = RecordingStore(folder / "flight.mcap", about, sync=False)
        return self.recording


@pytest.mark.parametrize(
    ("fault", "seed"), [("never_ends", 4), pytest.param("releases_unverified", 3, marks=pytest.mark.long)]
)
def test_a_driver_and_its_recording_show_the_same_findings(fault, seed, tmp_path):
    plan = draw(seed)
    plan.scenario = plan.scenario.with_plant("kinematic")
    flight = Recorded(plan, tmp_path, planted(fault, "gate"))
    by_driver = {finding.rule for finding in flight.fly()} & RULES
    flight.driver.close()
    flight.recording.close()
    rows = audit_recording(tmp_path / "flight.mcap").invariants
    expected = {each.number for each in INVARIANTS if by_driver & {*each.rules}}
    assert expected and {row.number for row in rows if row.answer == "BROKEN"} == expected
