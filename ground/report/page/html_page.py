"""The page of recorded runs as one HTML file: nothing is loaded from anywhere, nothing runs in it."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from markupsafe import Markup
from matplotlib.figure import Figure

from ground.audit.answers import AuditAnswer
from ground.report.figures.hand_force_figure import force_figure
from ground.report.page.course_figures import clearance_figure, delay_figure, lanes_figure, residual_figure
from ground.report.page.page_data import ReportPage, RunReport
from ground.report.page.page_frame import drawn, rendered
from ground.report.page.trend_figures import trend_figure, trends
from ground.report.page.worst_figure import worst_figure

TITLE_LETTERS = 40  # of a name above a figure


def html_page(page: ReportPage) -> str:
    """Return the page as HTML."""
    figures = [dict(_figures(run, number)) for number, run in enumerate(page.runs, 1)]
    return rendered(
        "page.html.j2",
        page,
        figures=figures,
        audits=[_proven(run) for run in page.runs],
        trends=[
            drawn(f"trend-{trend.name}", f"{trend.name} from run to run", partial(trend_figure, trend))
            for trend in (trends(page.runs) if len(page.runs) > 2 else ())
        ],
    )


def _figures(run: RunReport, number: int) -> Iterator[tuple[str, Markup]]:
    """Yield the figures of a run for which there is anything to draw."""
    if run.clearance.courses:
        yield "clearance", _svg(number, "clearance over time", lambda: clearance_figure(run.clearance))
    if worst := run.clearance.worst:
        yield "worst", _svg(number, "the arm at its worst instant", lambda: worst_figure(worst))
    if run.lanes.bars:
        yield "lanes", _svg(number, "lanes of the delay", lambda: lanes_figure(run.lanes))
    if run.hand.force:
        force = msgspec.structs.replace(run.hand.force, scenario=run.hand.force.scenario[:TITLE_LETTERS])
        yield "force", _svg(number, "hand and force over time", lambda: force_figure(force))
    if run.link.courses:
        yield "delay", _svg(number, "delay over time", lambda: delay_figure(run.link, run.head.link_s))
    if run.prediction.course:
        yield "residual", _svg(number, "residual over time", lambda: residual_figure(run.prediction))


def _svg(number: int, title: str, draw: Callable[[], Figure]) -> Markup:
    return drawn(f"{number}-{title.replace(' ', '-')}", title, draw)


def _proven(run: RunReport) -> str:
    audit: AuditAnswer | None = run.proof.audit
    if audit is None:
        return "nothing in the recording could be read"
    proven = sum(row.answer == "PROVEN" for row in audit.invariants)
    return (
        f"{audit.verdict}: {proven} of {len(audit.invariants)} invariants are proven by the recording alone"
    )
