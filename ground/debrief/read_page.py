"""Read recordings once each, and return the page that tells of them.

recording ---> each delivery ---> facts, audit (`ground.rehearsal.summing_up`) ---> summary --. RunReport
                             `--> what else a page needs (`gathered`) ------------------------'
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ground.debrief.configuration import configuration_of
from ground.debrief.event_pictures import pictures_of
from ground.debrief.gathered import Gathered
from ground.debrief.run_clearance import clearance_of
from ground.debrief.run_comparison import comparison_of
from ground.debrief.run_figures import FlownRun, hand_of, head_of, link_of, prediction_of, proof_of
from ground.debrief.run_lanes import lanes_of
from ground.debrief.run_parts import acts_of, commands_of, steps_of
from ground.debrief.run_score import score_of_run
from ground.rehearsal.summing_up import summary_again
from ground.report.facts.recorded_facts import recorded_receivers, recorded_seat
from ground.report.page.discreet import discreet
from ground.report.page.page_data import ReportPage, RunReport
from ground.report.pass_figures import is_pass, pass_again
from ground.run.kept.recorded_run import RecordedRun, recorded_settings
from ground.run.kept.version import software_version
from predictor.run_model import Model
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import About

OnDelivery = Callable[[int], None]
SELDOM = 100_000, 50, 50  # new objects, and rounds of the younger, before garbage is sought


def read_page(
    recordings: Sequence[Path], *, is_full: bool = False, on_delivery: OnDelivery = lambda at_ns: None
) -> ReportPage:
    """Return the page of recordings.

    Args:
        recordings: of rehearsals and passes, whole or damaged.
        is_full: with what names people, hosts and places (`discreet`).
        on_delivery: is given the time of each delivery [ns].

    Raises:
        FileError: one of them cannot be read, or another version wrote it.
    """
    logins = set[str]()
    with _garbage_seldom_sought():
        runs = [_read_run(recording, on_delivery, logins) for recording in recordings]
    page = ReportPage(farhand=software_version(), is_full=is_full, runs=runs, comparison=comparison_of(runs))
    return page if is_full else discreet(page, sorted(logins))


@contextmanager
def _garbage_seldom_sought() -> Iterator[None]:
    """Look for circles of objects seldom meanwhile: a recording is many objects, and none of its are in one.

    With the usual thresholds a quarter of the processor time of reading goes into looking.
    """
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _read_run(recording: Path, on_delivery: OnDelivery, logins: set[str]) -> RunReport:
    """Return what a recording tells; the login names in it are added to those that are known."""
    about = _about(recording)
    run = recorded_settings(recording, about)
    heard = recorded_receivers(recording)
    gathered = Gathered(run, recorded_seat(heard), heard)
    again = pass_again if is_pass(recording) else summary_again
    summary = again(recording, on_delivery, witness=gathered.on_message)
    logins |= gathered.logins
    return _report(recording, FlownRun(summary, gathered, about))


def _about(recording: Path) -> About:
    """Return what a recording says of its run, known from its first record on."""
    deliveries = read_deliveries(recording)
    next(deliveries.records(), None)
    return deliveries.about


def _report(recording: Path, flown: FlownRun) -> RunReport:
    figures, gathered, model = flown.figures, flown.gathered, _model(recording)
    clearance, head = clearance_of(gathered, figures.warnings, model), head_of(flown)
    return RunReport(
        name=flown.name,
        file=recording.name,
        damage=figures.damage or "",
        head=head,
        findings=figures.findings,
        expectations=flown.expectations,
        steps=steps_of(gathered),
        acts=acts_of(gathered),
        commands=commands_of(gathered, figures.commands, model.robot if model else None),
        clearance=clearance,
        lanes=lanes_of(flown),
        hand=hand_of(flown, recording.name),
        score=score_of_run(flown, head.least_m),
        pictures=pictures_of(recording, flown, clearance.worst),
        link=link_of(flown),
        prediction=prediction_of(gathered),
        configuration=configuration_of(recording, flown.about, gathered.run, model=model),
        proof=proof_of(figures.audit, gathered),
    )


def _model(recording: Path) -> Model | None:
    """Return the arm and the scene of a run; None: the recording does not hold them as they were."""
    try:
        return RecordedRun(recording).model()
    except FileError:
        return None
