"""A figure as SVG that stands within a page: the same octets for the same figure, anywhere.

The settings are those of matplotlib itself and these, whatever file of settings lies around.  Texts stay
texts: `$` is a letter, and no name of a figure is read as a formula.
"""

import re
from collections.abc import Callable
from io import StringIO

import matplotlib
from matplotlib.figure import Figure

ABOUT = {"Date": None, "Creator": None, "Format": None, "Type": None}
ID, MEANT = re.compile(r' id="([^"]*)"'), re.compile(r"#([\w-]+)")
SIZE = re.compile(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>')


def inline_svg(draw: Callable[[], Figure], name: str, *, title: str) -> str:
    """Return the figure that is drawn, as an element of a page.

    Args:
        draw: makes the figure.
        name: of the figure, no other one of the page has it.
        title: what it shows, for whoever does not see it; already safe in HTML.
    """
    with matplotlib.rc_context():
        _set_up(name)
        content = StringIO()
        draw().savefig(content, format="svg", metadata=ABOUT)
    text = content.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    meant = {*MEANT.findall(text)}
    text = ID.sub(lambda found: found[0] if found[1] in meant else "", text)  # names of groups come again
    opened = rf'<svg viewBox="\1" role="img" aria-label="{title}">'
    return SIZE.sub(lambda found: opened.replace(r"\1", found[1]), text, count=1).strip()


def _set_up(name: str) -> None:
    matplotlib.rcdefaults()
    matplotlib.rc("svg", fonttype="none", hashsalt=name)
    matplotlib.rc("text", parse_math=False)
    matplotlib.rc("axes.formatter", use_locale=False, use_mathtext=False)
    matplotlib.rc("font", family="sans-serif", size=9.0)
    matplotlib.rcParams["font.sans-serif"] = ["DejaVu Sans"]
