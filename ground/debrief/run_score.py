"""The score of a recorded run: what of it was measured, from summary and recording."""

from ground.debrief.run_figures import FlownRun
from ground.report.run_summary import Summary
from ground.score.commanded_motion import commanded_motion
from ground.score.hand_course import clutching, corrections, smoothness
from ground.score.score import FlightMeasures, FlightScore, score_of


def score_of_run(flown: FlownRun, least_m: float | None) -> FlightScore:
    """Return the score of whoever flew; `least_m`: clearance, as the page tells it."""
    figures, gathered = flown.figures, flown.gathered
    grips = gathered.hand.leading
    moved = commanded_motion(gathered.motions, gathered.run.commanding.period_s)
    return score_of(
        FlightMeasures(
            clearance_m=least_m,
            required_m=gathered.run.margins.required_m,
            contacts=_contacts(figures) if isinstance(figures, Summary) else None,
            refusals=len(figures.refusals),
            corrections=corrections(grips),
            smoothness=smoothness(grips),
            clutching=clutching(grips),
            force_n=figures.force.peak_n if figures.force else None,
            idle_s=moved.idle_s if moved else None,
            time_s=moved.duration_s if moved else None,
        )
    )


def _contacts(summary: Summary) -> int | None:
    """Return how many there were; None: the spacecraft's body does not measure them."""
    return None if summary.clearance.min_truth_m is None else len(summary.contacts)
