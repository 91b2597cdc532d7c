"""The command `farhand console`: one more screen of a run that is going on, at the next free place of it.

With `--observe` it is an observer's: the same view, and HOLD, and nothing else.  With `--approve` it is an
approver's: GO, FIRE and the release of a held step besides, and no motion.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.run.guest_place import GuestPlaces
from ground.run.kept.known_runs import remove_locks, the_run
from ground.screen import has_screen
from telemetry.agreed.participants import APPROVER, CONSOLE, OBSERVER

NO_PLACE = "all {} places of this run for {}s are taken; close one of them first"
NO_SCREEN = "no window can be opened here; `farhand hold` and `farhand resume` need none"
RUN_ENDED = "the run has ended, and its console with it"


def console(arguments: list[str]) -> int:
    """Open a console; exit code 1 if no place is left or there is no screen, 2 if nothing is running."""
    options = Arguments(
        CONSOLE, "Open a console of a run that is going on, beside others; closing it changes nothing there."
    )
    options.add_run()
    seats = options.add_mutually_exclusive_group()
    seats.add_argument(
        "--observe",
        dest="role",
        action="store_const",
        const=OBSERVER,
        default=CONSOLE,
        help="only look on: HOLD, and no other act",
    )
    seats.add_argument(
        "--approve",
        dest="role",
        action="store_const",
        const=APPROVER,
        help="approve: GO, FIRE of what another armed, a held step; no motion",
    )
    given = options.parse_args(arguments)
    run, role = the_run(given.run), given.role
    places = GuestPlaces(run, role)
    places.check_flies()
    if not has_screen():
        return _failed(NO_SCREEN)
    with ExitStack() as ending:
        launch = places.claim(ending)
        if launch is None:
            return _failed(NO_PLACE.format(len(places.names), role))
        code = _open(launch, places.is_over)
    if places.flies():
        return code
    remove_locks(Path(run.folder))
    print(RUN_ENDED)
    return DONE


def _open(launch: Path, is_over: Callable[[], bool]) -> int:
    from ground.console.application import open_console  # needs a screen's libraries

    return open_console(launch, is_over)


def _failed(problem: str) -> int:
    print(f"farhand: {problem}", file=sys.stderr)
    return FAILED
