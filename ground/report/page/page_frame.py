"""The frame that all pages stand in: one head and style, texts that are texts, figures within the page.

base.html.j2 <--- page.html.j2, campaign.html.j2      parts.html.j2: what several of them show alike
"""

import base64
import math
import re
from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from ground.report.expect.table import EXPECTATIONS
from ground.report.facts.words import count_text, value_text
from ground.report.page.campaign_data import CampaignPage
from ground.report.page.inline_svg import inline_svg
from ground.report.page.page_data import ReportPage
from ground.series.act_words import act_text
from ground.series.explanation_words import pair_text
from telemetry.files.settings import read_file

TEMPLATES = Path(__file__).parent
NO_DATA = "no data"
STAMP = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z")
QUOTED = re.compile(r"`([^`]+)`")  # a command or a key within a text


def rendered(template: str, page: ReportPage | CampaignPage, **given: object) -> str:
    """Return a page as HTML; `given`: what its template is given beside the page."""
    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        mm=_mm,
        s=_s,
        deg=_deg,
        value=value_text,
        png=_png,
        number=_number,
        percent=_percent,
        measured=measured_text,
        act=act_text,
        prose=prose,
        pair=pair_text,
        instant=_instant,
        meaning=meaning_of,
    )
    environment.globals.update(count=count_text, replay=replay_command)
    return environment.get_template(template).render(page=page, **given)


def drawn(name: str, title: str, draw: Callable[[], Figure]) -> Markup:
    """Return a figure of a page; no other one of the page has its name."""
    return Markup(inline_svg(draw, name, title=escape(title)))  # texts in it are escaped


def replay_command(file: str, at_s: float | None) -> str:
    """Return the command that shows an instant of a recording on the screens."""
    return "" if at_s is None else f"farhand replay {file} --at {at_s:.2f}"


def prose(text: str) -> Markup:
    """Return a text of ours as HTML: what stands between backticks is typed, or stands so in a file."""
    return Markup(QUOTED.sub(r"<code>\1</code>", str(escape(text))))  # all of it is escaped before


def meaning_of(key: str) -> str:
    """Return what an expectation asks, as the guide has it; empty: of one that this version does not know."""
    return EXPECTATIONS[key].meaning if key in EXPECTATIONS else ""


def measured_text(value: float | None, unit: str) -> str:
    """Return a measure with its unit, as people read it."""
    match unit:
        case _ if value is None:
            return "not measured"
        case "m":
            return _mm(value)
        case "s":
            return _s(value)
        case "rad":
            return _deg(value)
    return f"{_number(value)} {unit}".strip()


def _template(name: str) -> str:
    return read_file(TEMPLATES / name).decode()


def _instant(stamp: str) -> str:
    """Return an instant of UTC as people read it; what is no stamp of ours stands as it is."""
    found = STAMP.fullmatch(stamp)
    return "{}-{}-{} {}:{}:{} UTC".format(*found.groups()) if found else stamp


def _mm(metres: float | None) -> str:
    return NO_DATA if metres is None else f"{metres * 1e3:.1f} mm"


def _s(seconds: float | None) -> str:
    return NO_DATA if seconds is None else f"{seconds:.2f} s"


def _deg(radians: float | None) -> str:
    return NO_DATA if radians is None else f"{math.degrees(radians):.3f}°"


def _number(value: float | None) -> str:
    return NO_DATA if value is None else f"{value:.4g}"


def _percent(share: float | None) -> str:
    return NO_DATA if share is None else f"{100.0 * share:.3g} %"


def _png(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"
