"""Pictures of the cameras at the events that matter: what was there to be seen when it happened.

What happens in orbit at an instant is seen a way down later, so that later screen is looked at.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ground.console.facts.camera_pictures import CameraPictures
from ground.debrief.run_figures import FlownRun
from ground.pictures.png import png
from ground.report.page.page_data import EventPicture, WorstInstant
from ground.report.run_summary import Summary
from ground.series.explanation_words import pair_text, words_of
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.spacecraft import Telemetry
from telemetry.recording.playback import Playback

MOST_EVENTS = 4
ON_BOARD_S = 0.5  # two pictures more: one is on its way


class _Event(NamedTuple):
    at_s: float
    what: str
    seen_s: float  # when the screens show it


def pictures_of(recording: Path, flown: FlownRun, worst: WorstInstant | None) -> list[EventPicture]:
    """Return the pictures at the gravest events, in order of time; none where no camera was on."""
    if not any(count.received for count in flown.figures.images.values()):
        return []
    events = sorted(islice(_events(flown, worst), MOST_EVENTS))
    try:
        playback = Playback(recording)
    except FileError:
        return []
    return [picture for event in events for picture in _at(playback, flown, event)]


def _events(flown: FlownRun, worst: WorstInstant | None) -> Iterator[_Event]:
    """Yield the events, the gravest first."""
    figures, run = flown.figures, flown.gathered.run
    later_s = run.link.down_s + ON_BOARD_S
    for touch in figures.contacts[:1] if isinstance(figures, Summary) else ():
        yield _Event(touch.at_s, f"CONTACT: {pair_text(touch.pair)}", touch.at_s + later_s)
    for back in figures.rollbacks[:1]:
        yield _Event(back.at_s, f"rolled back: {words_of(back.reason)[0]}", back.at_s)
    if worst:
        yield _Event(worst.at_s, f"nearest: {pair_text(worst.pair)}", worst.at_s + later_s)
    for hold in figures.holds[:1]:
        yield _Event(hold.at_s, f"held: {words_of(hold.reason)[0]}", hold.at_s)
    end_s = flown.summary.duration_s
    yield _Event(end_s, "the end", end_s)


def _at(playback: Playback, flown: FlownRun, event: _Event) -> Iterator[EventPicture]:
    run, until_ns = flown.gathered.run, round(event.seen_s * NS_PER_S)
    reports = ReportJudge(run)
    cameras = CameraPictures(run, reports)
    for frame in playback.instant(until_ns):
        if isinstance(frame.message, Telemetry):
            reports.on_telemetry(frame.message, frame.at_ns)
        cameras.on_message(frame.message, frame.at_ns)
    for shown in cameras.newest(until_ns):
        if shown.image is not None:
            image = shown.image.value
            yield EventPicture(
                event=event.what,
                at_s=event.at_s,
                camera=shown.camera,
                taken_s=round(shown.image.at_ns / NS_PER_S, 3),
                width=image.width,
                height=image.height,
                png=png(image.width, image.height, image.pixels),
            )
