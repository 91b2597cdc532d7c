"""A place in a live run for a further console, an approver or an observer: claimed, held, and given back.

launch file of the place   the participant, its run, its addresses
lock of the place          held as long as this process has it, so that no other takes it
"""

from contextlib import ExitStack
from pathlib import Path

from ground.run.kept.known_runs import KnownRun
from ground.run.kept.locks import SUPERVISOR, held, living, lock_path
from ground.run.kept.run_folder import RunFolder
from ground.run.kept.usage_error import UsageError
from telemetry.agreed.participants import SEATS, playing
from telemetry.network.launch import Addresses

RUN_STARTING = "the run is still being prepared; open it again in a moment"
RUN_OVER = "{} is over: nobody of it lives (`farhand runs` tells what runs or ran here)"


def places(addresses: Addresses, role: str) -> list[str]:
    """Return the names under which a console, an approver or an observer can be in this run."""
    return [name for name in playing((role,), addresses.participants) if name in addresses.streams]


class GuestPlaces:
    """The places of one run for participants of a role, the first one first."""

    def __init__(self, run: KnownRun, role: str) -> None:
        """Claim none yet."""
        self._folder = Path(run.folder)
        here = RunFolder(self._folder)  # a place of another host has no launch file on this one
        names = places(run.addresses, role)
        self.names = [name for name in names if here.launch(name).exists()] if here.is_there else names
        self._guests = {name for seat in SEATS for name in places(run.addresses, seat)} | {SUPERVISOR}

    def check_flies(self) -> None:
        """Refuse a run that has not begun or is over; UsageError: it is."""
        if self.flies():
            return
        is_starting = SUPERVISOR in living(self._folder) and not RunFolder(self._folder).has_begun
        raise UsageError(RUN_STARTING if is_starting else RUN_OVER.format(self._folder.name))

    def flies(self) -> bool:
        """True if any process of the run lives beside its screens, observers and supervisor."""
        return bool(living(self._folder).keys() - self._guests)

    def is_over(self) -> bool:
        """True if no process is left that a screen could receive anything from."""
        return not living(self._folder).keys() - (self._guests - {SUPERVISOR})

    def claim(self, ending: ExitStack) -> Path | None:
        """Take the next free place until `ending`; return its launch file, or None if no place is left."""
        name = next((name for name in self.names if _is_taken(lock_path(self._folder, name), ending)), None)
        return None if name is None else RunFolder(self._folder).launch(name)


def _is_taken(lock: Path, ending: ExitStack) -> bool:
    """Claim a place for the life of this process; False: another process has it."""
    try:
        ending.enter_context(held(lock))
    except BlockingIOError:
        return False
    return True
