"""The command `farhand console`: the console of a run that is going on, also of one started without it."""

import importlib
import sys
from pathlib import Path

from ground.cli import DONE, FAILED, UsageError
from ground.commands.arguments import Arguments
from ground.run.locks import SUPERVISOR, held, living, lock_path
from ground.run.run_folder import RunFolder
from ground.run.runs import NO_RUN, the_run, tidy
from ground.screen import has_screen

ROLE = "console"
OPEN = "a console of this run is open already; close that one first"
NO_SCREEN = "no window can be opened here; `farhand hold` and `farhand resume` need none"
OVER = "the run has ended, and its console with it"


def console(arguments: list[str]) -> int:
    """Open the console; exit code 1 if one is open or there is no screen, 2 if nothing is running."""
    options = Arguments(ROLE, "Open the console of a run that is going on; closing it changes nothing there.")
    options.add_argument("run", nargs="?", help="name or folder of a run (default: the one that lives)")
    folder = RunFolder(Path(the_run(options.parse_args(arguments).run).folder))
    if not _flies(folder.path):
        raise UsageError(NO_RUN)
    if not has_screen():
        return _failed(NO_SCREEN)
    try:
        with held(lock_path(folder.path, ROLE)):
            code = _open(folder)
    except BlockingIOError:
        return _failed(OPEN)
    if _flies(folder.path):
        return code
    tidy(folder.path)
    print(OVER)
    return DONE


def _open(folder: RunFolder) -> int:
    application = importlib.import_module("ground.console.application")  # needs a screen's libraries
    code: int = application.open_console(folder.launch(ROLE), lambda: not _flies(folder.path))
    return code


def _flies(folder: Path) -> bool:
    """True if more of a run lives than its console and who watches over it."""
    return bool(living(folder).keys() - {ROLE, SUPERVISOR})


def _failed(problem: str) -> int:
    print(f"farhand: {problem}", file=sys.stderr)
    return FAILED
