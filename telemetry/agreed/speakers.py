"""Who speaks in a run, as one value: mode, run, participants and the keys by which they are known.

launch file, settings of the run ---> Speakers --------> wire, reader, clients
                                         |-- proven ---> roles that open packets which were carried to them
recording                             Speakers
                                         '-- on record -> whoever reads it, and runs roles again
"""

from dataclasses import dataclass, replace

from telemetry.agreed.keys import DEFAULT_KEYS, Keys
from telemetry.agreed.participants import PARTICIPANTS, Participants


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """Who speaks in one run."""

    mode: str = "rehearsal"
    run_id: str | None = ""  # None: any run
    participants: Participants = PARTICIPANTS
    keys: Keys | None = DEFAULT_KEYS  # None: nobody proves anything

    @property
    def proven(self) -> "Speakers":
        """The same to a role, which is given what was proven as it came, and has no keys."""
        return replace(self, keys=None)

    @property
    def on_record(self) -> "Speakers":
        """The same to whoever reads what others had taken: of any run, and proven by them."""
        return replace(self, run_id=None, keys=None)


REHEARSING = Speakers()  # in a run without a name, by the table of participants that every run can have
