"""The table of authority and motion, cell by cell, against a grid written by itself.

Each cell: next state, `/` action, `:` reason; `.` is: stays, nothing is done.
    r f p t e s h   rest filling plan teleop retreat stopping held
"""

import pytest

from telemetry.agreed.authority import Action, Event, State, transition

LETTERS = {
    "r": State.REST,
    "f": State.FILLING,
    "p": State.PLAN,
    "t": State.TELEOP,
    "e": State.RETREAT,
    "s": State.STOPPING,
    "h": State.HELD,
}
COLUMNS = list(LETTERS.values())

WITH_WINDOW = """
arm plan               f/arm f/refuse:wrong_state p/refuse:wrong_state t/refuse:wrong_state e/refuse:wrong_state s/refuse:wrong_state h/refuse:latched
arm teleop             f/arm f/refuse:wrong_state p/refuse:wrong_state t/refuse:wrong_state e/refuse:wrong_state s/refuse:wrong_state h/refuse:latched
first plan release     . p . . . . .
first teleop release   . t . . . . .
first retreat release  . e . . . . .
motion ended           . . r r r . .
blocked                . r/flush s/stop s/stop s/stop . .
bad verdict            . r/roll_back s/roll_back s/roll_back s/roll_back . .
disarm                 . r/flush:disarmed s/stop:disarmed s/stop:disarmed s/stop:disarmed . .
operator hold          h/flush:operator_hold h/flush:operator_hold s/stop:operator_hold s/stop:operator_hold s/stop:operator_hold . .
world hold             h/flush h/flush s/stop s/stop s/stop . .
operator silent        . r/flush:operator_silent s/stop:operator_silent s/stop:operator_silent s/stop:operator_silent . .
dead-man lost          . r/flush . s/stop s/stop . .
stop done              . . . . . r .
hold done              . . . . . h .
latch reported         h/adopt_report:onboard_latch h/adopt_report:onboard_latch h/adopt_report:onboard_latch h/adopt_report:onboard_latch h/adopt_report:onboard_latch h/adopt_report:onboard_latch h/adopt_report:onboard_latch
resume                 r/refuse:wrong_state f/refuse:wrong_state p/refuse:wrong_state t/refuse:wrong_state e/refuse:wrong_state s/refuse:wrong_state h/send_resume
operate                . f/refuse:wrong_state p/refuse:wrong_state t/refuse:wrong_state e/refuse:wrong_state s/refuse:wrong_state h/refuse:latched
resumed                . . . . . . r
window closing         . r/flush:window_closing s/stop:window_closing s/stop:window_closing s/stop:window_closing . .
window closed          . r/flush:no_window s/stop:no_window s/stop:no_window s/stop:no_window . .
window opened          . . . . . . .
"""  # noqa: E501 (a grid is read by its columns)

# Else as with a window.
WITHOUT_WINDOW = """
arm plan               r/refuse:no_window f/refuse:no_window p/refuse:no_window t/refuse:no_window e/refuse:no_window s/refuse:no_window h/refuse:no_window
arm teleop             r/refuse:no_window f/refuse:no_window p/refuse:no_window t/refuse:no_window e/refuse:no_window s/refuse:no_window h/refuse:no_window
first plan release     . r/flush:no_window . . . . .
first teleop release   . r/flush:no_window . . . . .
first retreat release  . r/flush:no_window . . . . .
resume                 r/refuse:no_window f/refuse:no_window p/refuse:no_window t/refuse:no_window e/refuse:no_window s/refuse:no_window h/refuse:no_window
operate                r/refuse:no_window f/refuse:no_window p/refuse:no_window t/refuse:no_window e/refuse:no_window s/refuse:no_window h/refuse:no_window
"""  # noqa: E501


def rows(grid):
    return {" ".join(row.split()[:-7]): row.split()[-7:] for row in grid.strip().splitlines()}


def cells():
    for has_window, grid in ((True, rows(WITH_WINDOW)), (False, rows(WITH_WINDOW) | rows(WITHOUT_WINDOW))):
        for name, columns in grid.items():
            for state, cell in zip(COLUMNS, columns, strict=True):
                yield pytest.param(state, has_window, Event(name), cell, id=f"{name}-{state}-{has_window}")


def read(cell, state):
    if cell == ".":
        return (state, Action.NONE, "")
    head, _, reason = cell.partition(":")
    letter, _, action = head.partition("/")
    return (LETTERS[letter], Action[action.upper()] if action else Action.NONE, reason)


@pytest.mark.parametrize(("state", "has_window", "event", "cell"), list(cells()))
def test_every_cell_of_the_table_is_as_the_grid_says(state, has_window, event, cell):
    done = transition(state, has_window, event)
    assert (done.state, done.action, done.reason or "") == read(cell, state)


def test_the_grid_covers_every_state_window_and_event():
    covered = {(case.values[0], case.values[1], case.values[2]) for case in cells()}
    assert len(covered) == len(State) * 2 * len(Event)


@pytest.mark.parametrize("event", [event for event in Event if not event.name.startswith(("ARM", "FIRST"))])
@pytest.mark.parametrize("state", [State.REST, State.STOPPING, State.HELD])
@pytest.mark.parametrize("has_window", [True, False])
def test_nothing_but_an_act_of_arming_leads_to_an_armed_state(state, has_window, event):
    assert transition(state, has_window, event).state not in (
        State.FILLING,
        State.PLAN,
        State.TELEOP,
        State.RETREAT,
    )
