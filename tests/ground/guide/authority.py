"""The state machine of authority and motion as a table and as a picture, both asked of `transition` itself.

Where boxes and words stand is drawn by hand; which arrows there are, and what is said of each, is what the
machine does.  An arrow without a place here is an error, and so is a place without one.
"""

from telemetry.agreed.authority import Action, Event, State, transition

COLUMNS = (State.REST, State.FILLING, State.PLAN, State.TELEOP, State.STOPPING, State.HELD)
LED = (State.TELEOP, State.RETREAT)  # alike, but for how they began
MOVING = "plan, teleop, retreat"
OF_HAND = " (of a hand)"  # a plan goes on without it

BOXES = {  # left, top, width
    "rest": (30, 170, 150),
    "filling": (390, 30, 150),
    MOVING: (760, 170, 210),
    "stopping": (400, 330, 150),
    "held": (30, 520, 150),
}
HEIGHT = 54
ARROWS = {  # from, to: the points of the line, where its words begin, how long a line of them is
    ("rest", "filling"): ([(105, 170), (105, 57), (390, 57)], (130, 48), 30),
    ("filling", "rest"): ([(420, 84), (420, 184), (180, 184)], (200, 112), 30),
    ("filling", MOVING): ([(540, 57), (865, 57), (865, 170)], (560, 22), 30),
    (MOVING, "rest"): ([(760, 210), (180, 210)], (440, 203), 30),
    (MOVING, "stopping"): ([(830, 224), (830, 357), (550, 357)], (562, 244), 26),
    ("stopping", "rest"): ([(400, 345), (110, 345), (110, 224)], (190, 338), 30),
    ("stopping", "held"): ([(475, 384), (475, 535), (180, 535)], (485, 410), 30),
    ("rest", "held"): ([(50, 224), (50, 520)], (56, 440), 14),
    ("held", "rest"): ([(165, 520), (165, 224)], (172, 440), 30),
    ("filling", "held"): ([(500, 84), (500, 130), (745, 130), (745, 549), (180, 549)], (510, 106), 30),
    (MOVING, "held"): ([(930, 224), (930, 563), (180, 563)], (830, 580), 30),
}
SIZE = (1000, 600)


def matrix():
    """Return a row for each event: what it does in each state, with a contact window."""
    rows = ["| event | rest | filling | plan | teleop, retreat | stopping | held |", "|---|" + "---|" * 6]
    for event in Event:
        cells = [_cell(state, event) for state in COLUMNS]
        if any(cell != "." for cell in cells):
            rows.append(f"| {event.value} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _cell(state, event):
    found = transition(state, True, event)
    does = "" if found.action is Action.NONE else found.action.value
    goes = "" if found.state is state else f"-> {found.state.value.upper()}"
    return f"{does} {goes}".strip() or "."


def arrows():
    """Return by (from, to) the events that lead there, in words."""
    told = {}
    for state in State:
        for event in Event:
            found = transition(state, True, event)
            if found.state is not state:
                pair = (_box(state), _box(found.state))
                told.setdefault(pair, {}).setdefault(event, set()).add(state)
    return {
        pair: [_words(event, states) for event, states in events.items()] for pair, events in told.items()
    }


def _words(event, states):
    return event.value + (OF_HAND if states == set(LED) and event is Event.DEAD_MAN_LOST else "")


def _box(state):
    return MOVING if state.value in MOVING else state.value


def picture():
    """Return the machine as SVG."""
    found = arrows()
    if found.keys() != ARROWS.keys():
        raise ValueError(f"arrows without a place, or places without: {found.keys() ^ ARROWS.keys()}")
    width, height = SIZE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for pair, words in found.items():
        lines += _arrow(*ARROWS[pair], words)
    lines += [line for name, place in BOXES.items() for line in _drawn_box(name, *place)]
    return "\n".join([*lines, "</svg>", ""])


def _arrow(points, place, most, words):
    way = " ".join(f"{x},{y}" for x, y in points)
    yield f'<polyline points="{way}" fill="none" stroke="#345"/>'
    yield _head(*points[-2:])
    x, y = place
    for number, line in enumerate(_lines(words, most)):
        yield f'<text x="{x}" y="{y + 14 * number}" font-size="12" fill="#345">{line}</text>'


def _head(begin, end, size=8):
    """Return the head of an arrow, whose last piece runs along an axis."""
    dx, dy = ((b > a) - (b < a) for a, b in zip(begin, end, strict=True))
    back = (end[0] - size * dx, end[1] - size * dy)
    sides = [(back[0] + size / 2 * dy * side, back[1] + size / 2 * dx * side) for side in (1, -1)]
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in (end, *sides))}" fill="#345"/>'


def _lines(words, most):
    lines = [""]
    for word in words:
        longer = f"{lines[-1]}, {word}".removeprefix(", ")
        if len(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return [f"{line}," if line is not lines[-1] else line for line in lines]


def _drawn_box(name, left, top, width):
    yield (
        f'<rect x="{left}" y="{top}" width="{width}" height="{HEIGHT}" rx="8" fill="#dce8f5" stroke="#345"/>'
    )
    middle = (left + width / 2, top + HEIGHT / 2 + 5)
    yield (
        f'<text x="{middle[0]:g}" y="{middle[1]:g}" font-size="15" font-weight="bold" '
        f'text-anchor="middle">{name.upper()}</text>'
    )
