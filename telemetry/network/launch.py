"""What one process of a run is told, as the file that its command line names."""

import msgspec

from telemetry.agreed.participants import number_of, role_of
from telemetry.agreed.speakers import Speakers
from telemetry.network.addresses import Addresses

LIVE = "live"


class Launch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one process of a run is told."""

    participant: str
    settings: msgspec.Raw  # JSON, of the type that its role takes
    addresses: Addresses
    seed: int
    folder: str  # the run folder: time zero, logs, stores, recording
    run_id: str = ""  # what is said in another run is not heard
    mode: str = "rehearsal"
    niceness: int = 0  # of the process, 0 to 19: what may wait gives way to what must be punctual
    faults: tuple[msgspec.Raw, ...] = ()  # of all participants, as JSON that only `installed.SEAMS` reads

    def __post_init__(self) -> None:
        """Refuse who is not of the run, and trouble where something flies."""
        number_of(self.participant, self.addresses.participants)
        if self.faults and self.mode == LIVE:
            raise ValueError(f"mode {LIVE} takes no faults: they are for rehearsals; leave `faults` empty")

    @property
    def speakers(self) -> Speakers:
        """Who speaks in the run."""
        return Speakers(mode=self.mode, run_id=self.run_id, participants=self.addresses.participants)

    @property
    def role(self) -> str:
        """What the participant plays."""
        return role_of(self.participant, self.addresses.participants)
