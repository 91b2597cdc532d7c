"""A page as one HTML file: nothing is loaded from anywhere, nothing runs in it, and all texts are texts."""

import base64
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from ground.audit.answers import AuditAnswer
from ground.report.facts.words import count_text, value_text
from ground.report.figures.hand_force_figure import force_figure
from ground.report.page.course_figures import clearance_figure, delay_figure, lanes_figure, residual_figure
from ground.report.page.inline_svg import inline_svg
from ground.report.page.page_data import ReportPage, RunReport
from ground.report.page.worst_figure import worst_figure
from telemetry.files.settings import read_file

TEMPLATE = Path(__file__).with_name("page.html.j2")
TITLE_LETTERS = 40  # of a name above a figure
NO_DATA = "no data"


def html_page(page: ReportPage) -> str:
    """Return the page as HTML."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(mm=_mm, s=_s, deg=_deg, value=value_text, png=_png, number=_number)
    environment.globals.update(count=count_text, replay=replay_command)
    template = environment.from_string(read_file(TEMPLATE).decode())
    figures = [dict(_figures(run, number)) for number, run in enumerate(page.runs, 1)]
    return template.render(page=page, figures=figures, audits=[_proven(run) for run in page.runs])


def replay_command(file: str, at_s: float | None) -> str:
    """Return the command that shows an instant of a recording on the screens."""
    return "" if at_s is None else f"farhand replay {file} --at {at_s:.2f}"


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
    name = f"{number}-{title.replace(' ', '-')}"
    return Markup(inline_svg(draw, name, title=escape(title)))  # texts in it are escaped


def _proven(run: RunReport) -> str:
    audit: AuditAnswer | None = run.proof.audit
    if audit is None:
        return "nothing in the recording could be read"
    proven = sum(row.answer == "PROVEN" for row in audit.invariants)
    return (
        f"{audit.verdict}: {proven} of {len(audit.invariants)} invariants are proven by the recording alone"
    )


def _mm(metres: float | None) -> str:
    return NO_DATA if metres is None else f"{metres * 1e3:.1f} mm"


def _s(seconds: float | None) -> str:
    return NO_DATA if seconds is None else f"{seconds:.2f} s"


def _deg(radians: float | None) -> str:
    return NO_DATA if radians is None else f"{math.degrees(radians):.3f}°"


def _number(value: float | None) -> str:
    return NO_DATA if value is None else f"{value:.4g}"


def _png(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"
