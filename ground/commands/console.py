"""The command `farhand console`: one more screen of a run that is going on, at the next free place of it."""

import importlib
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from ground.cli import DONE, FAILED, UsageError
from ground.commands.arguments import Arguments
from ground.run.consoles import CONSOLE, places
from ground.run.locks import SUPERVISOR, held, living, lock_path
from ground.run.run_folder import RunFolder
from ground.run.runs import NO_RUN, the_run, tidy
from ground.screen import has_screen

TAKEN = "{} consoles of this run are open, and it has no further place; close one of them first"
NO_SCREEN = "no window can be opened here; `farhand hold` and `farhand resume` need none"
STARTING = "the run is still being prepared; open its console again in a moment"
OVER = "the run has ended, and its console with it"


def console(arguments: list[str]) -> int:
    """Open a console; exit code 1 if no place is left or there is no screen, 2 if nothing is running."""
    options = Arguments(
        CONSOLE, "Open a console of a run that is going on, beside others; closing it changes nothing there."
    )
    options.add_argument("run", nargs="?", help="name or folder of a run (default: the one that lives)")
    run = the_run(options.parse_args(arguments).run)
    folder, names = Path(run.folder), places(run.addresses)
    if not _flies(folder, names):
        is_starting = SUPERVISOR in living(folder) and not RunFolder(folder).has_begun
        raise UsageError(STARTING if is_starting else NO_RUN)
    if not has_screen():
        return _failed(NO_SCREEN)
    with ExitStack() as ending:
        name = next((name for name in names if _is_taken(lock_path(folder, name), ending)), None)
        if name is None:
            return _failed(TAKEN.format(len(names)))
        launch, is_over = RunFolder(folder).launch(name), lambda: not _flies(folder, names)
        code = _open(launch, is_over)
    if _flies(folder, names):
        return code
    tidy(folder)
    print(OVER)
    return DONE


def _is_taken(lock: Path, ending: ExitStack) -> bool:
    """Take a place, for as long as this process lives in it; False: somebody else has it."""
    try:
        ending.enter_context(held(lock))
    except BlockingIOError:
        return False
    return True


def _open(launch: Path, is_over: Callable[[], bool]) -> int:
    application = importlib.import_module("ground.console.application")  # needs a screen's libraries
    code: int = application.open_console(launch, is_over)
    return code


def _flies(folder: Path, consoles: Sequence[str]) -> bool:
    """True if more of a run lives than its consoles and who watches over it."""
    return bool(living(folder).keys() - {*consoles, SUPERVISOR})


def _failed(problem: str) -> int:
    print(f"farhand: {problem}", file=sys.stderr)
    return FAILED
