"""The figures of a recording: all that its screen received, as they came."""

from pathlib import Path

from ground.series.series_store import SeriesStore
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.playback import Playback


def read_series(recording: str, run: RunSettings) -> SeriesStore | None:
    """Return the figures of a recording, of reports those that were believed; None: it cannot be read."""
    store, reports = SeriesStore(run), ReportJudge(run)
    try:
        for at_ns, message in Playback(Path(recording)).frames():
            is_believed = not isinstance(message, Telemetry) or (
                reports.on_telemetry(message, at_ns) in BELIEVED
            )
            if is_believed:
                store.on_message(message, at_ns)
    except FileError:
        return None
    return store
