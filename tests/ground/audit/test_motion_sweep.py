"""All released motion is swept again by MuJoCo's distances; what comes too near is named, and no more."""

import hashlib
import math

import msgspec
import numpy as np
import pytest

from ground.audit.plain_motion import quintic_samples
from ground.cli import main
from ground.command_list import DONE, FAILED
from ground.rehearsal.body.motion_sweep import STEPS, not_judged, quintic_poses, sweep_recording
from ground.scenario.scenario import load, run_settings
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings


def motions(tape):
    return tape.find("Motion", to="bridge", where=lambda body: body["set_point"]["kind"] == "motion")


def into_the_target(tape):
    """The last set-point of the hand, which is near the target, goes on into it."""
    tape.edit(motions(tape)[-1:], set_point__q=lambda q: [q[0], q[1] - 0.06, *q[2:]])


def from_elsewhere(tape):
    """A move begins where it cannot have: in the target."""
    number = motions(tape)[-1].body["set_point"]["seq"], motions(tape)[-1].body["set_point"]["epoch"]
    of_it = tape.find("Queued", where=lambda b: (b["entry"]["seq"], b["entry"]["epoch"]) == number)
    tape.edit(of_it, previous__q=lambda q: [q[0], q[1] - 0.06, *q[2:]])


def where_more_was_required(tape):
    """The very same motion, and margins that are wider."""
    settings = msgspec.json.decode(tape.about.files["settings.json"])
    settings["margins"]["geometry_m"] += 0.1
    files = {**tape.about.files, "settings.json": msgspec.json.encode(settings)}
    tape.about, tape.done = msgspec.structs.replace(tape.about, files=files), 1


def where_the_target_may_drift(tape):
    """The very same motion past a target that may drift: what stands still was kept clear of."""
    name, files = tape.about.scene_file, dict(tape.about.files)
    stated = files[name]
    files[name] = stated.replace(b'name = "target"\n', b'name = "target"\ndrift = 0.02\n')
    assert files[name] != stated
    settings = msgspec.json.decode(files["settings.json"], type=RunSettings)
    was, now = (hashlib.sha256(content).digest() for content in (stated, files[name]))
    digests = tuple(now if digest == was else digest for digest in settings.model_digests)
    files["settings.json"] = msgspec.json.encode(msgspec.structs.replace(settings, model_digests=digests))
    tape.about, tape.done = msgspec.structs.replace(tape.about, files=files), 1


def without_the_scene(tape):
    kept = {name: data for name, data in tape.about.files.items() if name != tape.about.scene_file}
    tape.about, tape.done = msgspec.structs.replace(tape.about, files=kept), 1


@pytest.mark.parametrize(
    "doctor", [into_the_target, from_elsewhere, where_more_was_required, where_the_target_may_drift]
)
def test_a_doctored_recording_is_named_broken_with_pair_distance_and_record(doctor, tape, tmp_path):
    doctor(tape)
    assert tape.done
    found = sweep_recording(tape.write(tmp_path / "doctored.mcap"))
    assert (found.number, found.answer) == (2, "BROKEN")
    assert " required" in found.first.text and found.first.record and math.isfinite(found.first.at_s)


def test_none_is_named_where_nothing_was_doctored(recording, capsys):
    assert main(["audit", str(recording), "--motion"]) == DONE
    shown = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("   2 ")]
    assert [words[:2] for words in shown] == [["2", "PROVEN"]]


def test_the_command_fails_on_what_came_too_near(tape, tmp_path, capsys):
    into_the_target(tape)
    assert main(["audit", str(tape.write(tmp_path / "doctored.mcap")), "--motion"]) == FAILED
    told = capsys.readouterr().out
    assert told.startswith("BROKEN") and "target" in told


def test_without_the_scene_of_the_run_nothing_is_proven_of_it(tape, tmp_path):
    without_the_scene(tape)
    found = sweep_recording(tape.write(tmp_path / "bare.mcap"))
    assert found.answer == "NOT PROVEN" and "robot and scene" in found.missing[0]


def test_what_floats_apart_from_the_base_is_only_estimated_and_proves_nothing():
    model = model_of(load("free_target"))
    [why] = not_judged(model)
    assert "only estimates" in why and not_judged(model_of(load("short_link"))) == []


def model_of(scenario):
    return read_model(run_settings(scenario, seed=1, run_id="swept"))


def test_the_samples_of_a_move_are_those_of_the_audits_own_quintic():
    begin, end = np.random.default_rng(7).normal(size=(2, 3, 6))
    poses = quintic_poses(begin, end, 0.25)
    plain = [quintic_samples(tuple(begin[:, j]), tuple(end[:, j]), 0.25) for j in range(6)]
    at_16ths = poses[:: STEPS // 4].T, np.array(plain)[:, :16:4]
    assert np.allclose(*at_16ths, atol=1e-12)
