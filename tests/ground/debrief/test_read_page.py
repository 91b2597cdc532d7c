"""A recording, whole or cut, becomes a page that tells what is in it and says what is not."""

import gc
import shutil

import msgspec
import pytest

from ground.debrief.gathered import Gathered
from ground.debrief.read_page import SELDOM, read_page
from ground.report.facts.recorded_facts import recorded_seat
from telemetry.files.settings import FileError
from telemetry.messages.acts import LeaseRequest
from telemetry.messages.prediction import CollisionState, Nearest
from tests.ground.debrief.kept_pages import KEPT, kept_page, kept_run
from tests.ground.operator.fake_gate import RUN

CUT_OCTETS = 20_000  # behind its beginning: what the run was is known, and no more


def test_findings_and_figures_are_those_of_the_summary():
    run = kept_run("held")
    assert run.head.verdict and run.head.rule
    assert {found.severity for found in run.findings} <= {"failure", "warning", "note"}
    assert run.head.duration_s > 0.0 and run.head.required_m > 0.0


def test_the_worst_instant_is_the_least_of_what_the_arm_in_orbit_came_near():
    clearance = kept_run("hand").clearance
    courses = {course.name: course for course in clearance.courses}
    known = [v for name in ("to the scene", "to itself") for v in courses[name].value if v is not None]
    assert clearance.worst is not None and clearance.worst.distance_m == min(known)
    assert {*clearance.worst.pair} <= {body.name for body in (*clearance.worst.arm, *clearance.worst.around)}


def test_commands_of_one_motion_are_one_line_and_none_is_lost():
    commands = kept_run("hand").commands
    assert sum(line.count for line in commands.lines) == sum(commands.ends.values())
    assert len(commands.lines) < sum(commands.ends.values())


def test_pictures_stand_at_events_and_are_whole_files():
    pictures = kept_run("pictures").pictures
    assert pictures and all(picture.png.startswith(b"\x89PNG") for picture in pictures)
    assert all(picture.taken_s <= picture.at_s + 8.0 for picture in pictures)


def test_a_damaged_recording_has_a_page_that_says_so():
    assert "ends within a record" in kept_run("pictures").damage
    assert any("cannot be read" in found.text for found in kept_run("pictures").findings)


def test_of_a_recording_that_is_cut_early_what_never_came_is_told_as_missing(tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes((KEPT / "held.mcap").read_bytes()[:CUT_OCTETS])
    run = read_page([cut]).runs[0]
    assert run.damage and run.head.measured_s is None
    assert run.clearance.worst is None and run.clearance.worst_missing
    assert run.prediction.course is None and run.link.courses == [] and run.pictures == []


def test_where_the_arm_was_not_known_yet_its_nearness_is_drawn_in_no_picture():
    gathered = Gathered(RUN, "operator", ["operator"])
    near = CollisionState(
        at_ns=0, world=0, level="clear", required=0.03, scene=Nearest(distance=0.2, pair=("hand", "rail")),
        itself=None, uncertainty=None, at_least=None, ahead=None, skipped=0,
    )  # fmt: skip
    gathered.on_message(0, "operator", near)
    assert gathered.least == {} and list(gathered.clearances["to the scene"].value) == [0.2]


def test_a_run_without_script_or_console_was_seen_by_its_recorder():
    assert [recorded_seat(who) for who in (["operator", "console"], ["console"], ["gate"])] == [
        "operator", "console", "recorder",
    ]  # fmt: skip


def test_what_is_no_recording_of_a_run_is_one_line(tmp_path):
    other = tmp_path / "other.mcap"
    other.write_bytes(b"no recording")
    with pytest.raises(FileError):
        read_page([other])


def test_the_same_recording_elsewhere_tells_the_same_octets(tmp_path):
    moved = tmp_path / "deep" / "er" / "held.mcap"
    moved.parent.mkdir(parents=True)
    shutil.copy(KEPT / "held.mcap", moved)
    assert msgspec.json.encode(read_page([moved])) == msgspec.json.encode(kept_page("held"))


def test_garbage_is_sought_seldom_while_a_recording_is_read_and_as_before_afterwards():
    usual, meanwhile = gc.get_threshold(), set()
    read_page([KEPT / "held.mcap"], on_delivery=lambda at_ns: meanwhile.add(gc.get_threshold()))
    assert meanwhile == {SELDOM} and gc.get_threshold() == usual and usual[0] < SELDOM[0]


def test_a_login_name_that_is_on_record_is_heard_so_that_it_can_be_left_out():
    gathered = Gathered(RUN, "operator", ["gate"])
    gathered.on_message(0, "gate", LeaseRequest(number=1, login="jane"))
    gathered.on_message(1, "gate", LeaseRequest(number=2))
    assert gathered.logins == {"jane"}
