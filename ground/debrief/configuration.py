"""What a run was flown with: settings in words, and the digest of every file."""

import hashlib
from pathlib import Path

from ground.report.page.page_data import FileDigest, RunConfiguration
from predictor.run_model import Model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import open_file
from telemetry.recording.records.record import About, parts

CHUNK = 1 << 20
MM_PER_M = 1000.0


def configuration_of(
    recording: Path, about: About, run: RunSettings, *, model: Model | None
) -> RunConfiguration:
    """Return it; FileError: the recording cannot be read any more."""
    return RunConfiguration(
        run_id=about.run_id,
        version=about.version,
        configuration=about.configuration,
        machine_code=about.machine_code,
        robot=model.robot.name if model else "",
        scene=model.scene.name if model else "",
        settings=_settings(run),
        recording=[_digest_of_file(file) for file in parts(recording)],
        files=[_digest(name, content) for name, content in sorted(about.files.items())],
    )


def _settings(run: RunSettings) -> dict[str, str]:
    commanding, link, margins = run.commanding, run.link, run.margins
    parts_mm = {
        "geometry": margins.geometry_m,
        "tracking": margins.tracking_m,
        "model": margins.model_m,
        "base": margins.base_m,
    }
    return {
        "link": f"{link.up_s:g} s up, {link.down_s:g} s down, jitter {link.jitter_s * 1e3:g} ms",
        "set-points": f"one each {commanding.period_s * 1e3:g} ms, {commanding.depth} in the queue,"
        f" {commanding.buffer_s:g} s of them on board",
        "release": commanding.policy,
        "clearance": f"{margins.required_m * MM_PER_M:g} mm required: "
        + ", ".join(f"{metres * MM_PER_M:g} {name}" for name, metres in parts_mm.items() if metres),
        "collision method": run.collision_method,
    }


def _digest(name: str, content: bytes) -> FileDigest:
    return FileDigest(name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())


def _digest_of_file(path: Path) -> FileDigest:
    found, size = hashlib.sha256(), 0
    with open_file(path) as file:
        while chunk := file.read(CHUNK):
            found.update(chunk)
            size += len(chunk)
    return FileDigest(name=path.name, bytes=size, sha256=found.hexdigest())
