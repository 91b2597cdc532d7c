"""The table of benchmarks as a picture, drawn from the page that has it: how many times as fast as a peer."""

import math
import re
from typing import NamedTuple
from xml.sax.saxutils import escape

ROW = re.compile(r"^\| (F\d+) \| (.*?) \| (.*?) \| (.*?) ?\|$", re.MULTILINE)
RATIO = re.compile(r"([\d.]+)x (.+?)(?: \(([\d.]+)x\))?(?:[,;] |$)")
WIDTH, LINE, LEFT, RIGHT = 1060, 17, 400, 830  # of the picture; a bar begins at LEFT, and RIGHT is MOST times
LEAST, MOST = 0.2, 1000.0
COLOURS = {"slower": "#c0504d", "faster": "#4f81bd"}


class Bar(NamedTuple):
    """What was asked, beside whom, how many times as fast, and what is aimed at."""

    line: str
    asked: str
    peer: str
    ratio: float
    aim: float | None


def bars(page):
    """Return every ratio of the page's table."""
    return [
        Bar(line, asked, peer, float(ratio), float(aim) if aim else None)
        for line, asked, _, ratios in ROW.findall(page)
        for ratio, peer, aim in RATIO.findall(ratios)
    ]


def picture(page):
    """Return the chart as SVG: a bar for each ratio, by its logarithm, and a mark where the aim is."""
    found = bars(page)
    height = LINE * (len(found) + 3)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        *_scale(height),
    ]
    for number, bar in enumerate(found, start=2):
        is_new = number == 2 or found[number - 3].asked != bar.asked
        lines += _drawn(bar, LINE * number, label=f"{bar.line} {bar.asked}" if is_new else "")
    return "\n".join([*lines, "</svg>", ""])


def _x(ratio):
    share = math.log(ratio / LEAST) / math.log(MOST / LEAST)
    return round(LEFT + share * (RIGHT - LEFT), 1)


def _scale(height):
    yield f'<text x="{LEFT}" y="14">times as fast as the peer (line: what is aimed at)</text>'
    for tick in (1, 10, 100, 1000):
        yield f'<line x1="{_x(tick)}" x2="{_x(tick)}" y1="30" y2="{height - 8}" stroke="#ccc"/>'
        yield f'<text x="{_x(tick)}" y="28" text-anchor="middle">{tick}</text>'


def _drawn(bar, y, label):
    begin, end = sorted((_x(1.0), _x(bar.ratio)))
    colour = COLOURS["faster" if bar.ratio >= 1.0 else "slower"]
    if label:
        yield f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(label)}</text>'
    yield f'<rect x="{begin}" y="{y + 2}" width="{end - begin:.1f}" height="{LINE - 5}" fill="{colour}"/>'
    if bar.aim:
        yield f'<rect x="{_x(bar.aim) - 1:g}" y="{y}" width="2" height="{LINE - 2}"/>'
    yield f'<text x="{RIGHT + 8}" y="{y + 11}">{bar.ratio:g}x {escape(bar.peer)}</text>'
