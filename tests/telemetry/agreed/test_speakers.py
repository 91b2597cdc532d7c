"""Who speaks is one value: made in few places from what a run is told, and never put together by hand."""

from pathlib import Path

import telemetry
from telemetry.agreed.speakers import Speakers

ROOT = Path(telemetry.__file__).parent.parent
MADE_IN = {
    "telemetry/agreed/speakers.py",  # of a run without a name
    "telemetry/agreed/run_settings.py",
    "telemetry/network/launch.py",
    "telemetry/drive/factory.py",  # of virtual time, which has no launch file
    "telemetry/recording/records/record.py",
    "telemetry/recording/reel.py",  # the replay speaks in a run of its own
    "ground/run/kept/known_runs.py",
}


def test_who_speaks_is_made_from_launch_file_settings_announcement_or_recording_alone():
    sources = {
        str(path.relative_to(ROOT)): path.read_text()
        for package in ("ground", "haptics", "planner", "predictor", "telemetry")
        for path in (ROOT / package).rglob("*.py")
    }
    assert {name for name, text in sources.items() if "Speakers(" in text} == MADE_IN


def test_on_record_nobody_asks_for_run_or_proof_and_mode_and_participants_stay():
    speakers = Speakers(mode="live", run_id="pass-7", participants=())
    assert speakers.on_record == Speakers(mode="live", run_id=None, participants=(), keys=None)
