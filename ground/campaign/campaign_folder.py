"""The folder of a campaign: what is flown, and a file of lines for each worker.

    <folder>/campaign.json       what is flown; another campaign never goes on here
            /flown-NAME.jsonl    one line for each flight, appended by that worker alone
            /flying/NAME         the seed that a worker flies now, by which a death is told
            /deaths.jsonl        seeds that killed the worker that flew them
            /log/NAME            what a worker printed

Files alone say how far it is, so another terminal can tell too, and the same command goes on where it ended.
A line that is cut, as its worker was killed, counts as not flown.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ground.campaign.flown_seed import FlownSeed
from ground.campaign.origin import package_digest
from ground.campaign.variations import Variation
from ground.run.kept.known_runs import state_folder
from ground.run.kept.version import software_version
from ground.scenario.scenario_table import PlantName
from telemetry.files.settings import FileError, read_file
from telemetry.files.whole_file import write_whole

CAMPAIGN, SESSION = "campaign.json", "session.json"
MOST_DEATHS = 2  # of its worker, after which a seed is flown no more
DEATHS, DIFFERENCES = "deaths.jsonl", "differences.jsonl"


class Campaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a campaign flies."""

    scenario: str  # name, or whole path
    content: str  # digest of the scenario and of its model's files
    plant: PlantName
    vary: tuple[Variation, ...]
    kinds: tuple[str, ...]  # of faults
    first_seed: int
    runs: int
    version: str
    package: str  # digest of its files

    @property
    def seeds(self) -> range:
        """The seeds that are flown."""
        return range(self.first_seed, self.first_seed + self.runs)


class WorkerDeath(msgspec.Struct, frozen=True, kw_only=True):
    """A worker that died as it flew a seed."""

    seed: int
    how: str


class SeedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A seed that was flown twice, and not the same."""

    seed: int
    text: str  # the first decision that differs


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One command that flies, or has flown."""

    begun_ns: int  # monotonic clock of this host
    before: int  # flights of the sessions before it
    jobs: int


class CampaignFolder:
    """The files of a campaign."""

    def __init__(self, path: Path) -> None:
        """Name the folder."""
        self.path = path

    def read(self) -> Campaign:
        """Return the campaign that it is of.

        Raises:
            FileError: it is of none, or of another version.
        """
        place = self.path / CAMPAIGN
        if not place.exists():
            raise FileError(self.path, "", f"is no folder of a campaign (it has no {CAMPAIGN})")
        try:
            return msgspec.json.decode(read_file(place), type=Campaign)
        except msgspec.MsgspecError as error:
            raise FileError(place, "", f"is of another version of farhand ({error})") from None

    def begin(self, campaign: Campaign) -> None:
        """Make the folder, or go on in it.

        Raises:
            FileError: it is another campaign's, of another version, or cannot be written.
        """
        if (self.path / CAMPAIGN).exists():
            self._check(self.read(), campaign)
        try:
            for name in ("", "flying", "log"):
                (self.path / name).mkdir(parents=True, exist_ok=True)
            write_whole(self.path / CAMPAIGN, msgspec.json.format(msgspec.json.encode(campaign)))
        except OSError as error:
            raise FileError(self.path, "", f"cannot hold a campaign ({error.strerror})") from None

    def _check(self, known: Campaign, campaign: Campaign) -> None:
        """Refuse to mix what differs; more or fewer runs are the same campaign."""
        if (known.version, known.package) != (campaign.version, campaign.package):
            before, now = (f"{each.version} ({each.package})" for each in (known, campaign))
            way_out = "name another folder, or leave --folder out"
            raise FileError(self.path, "", f"was flown by farhand {before}, this is {now}; {way_out}")
        ours, theirs = (msgspec.structs.asdict(each) for each in (campaign, known))
        differs = [name for name, value in ours.items() if name != "runs" and theirs[name] != value]
        if differs:
            problem = f"is of another campaign (other {', '.join(differs)}); name another folder"
            raise FileError(self.path, "", problem)

    def lines(self) -> Iterator[FlownSeed]:
        """Yield every flight, worker by worker; FileError: a whole line cannot be read."""
        decode = msgspec.json.Decoder(FlownSeed).decode
        for place in sorted(self.path.glob("flown-*.jsonl")):
            for number, line in enumerate(_whole_lines(place), 1):
                try:
                    yield decode(line)
                except msgspec.MsgspecError as error:
                    raise FileError(place, f"line {number}", f"cannot be read ({error})") from None

    def flown(self) -> dict[int, FlownSeed]:
        """Return the first flight of each seed of the campaign that was flown."""
        found: dict[int, FlownSeed] = {}
        for line in self.lines():
            found.setdefault(line.seed, line)
        return found

    def differing(self) -> dict[int, list[FlownSeed]]:
        """Return the flights of each seed that was flown more than once, and not the same."""
        of_seed: dict[int, list[FlownSeed]] = {}
        for line in self.lines():
            of_seed.setdefault(line.seed, []).append(line)
        return {
            seed: lines
            for seed, lines in of_seed.items()
            if len({(line.digest, line.origin.configuration) for line in lines}) > 1
        }

    def writer(self, worker: str) -> "LineWriter":
        """Return what appends the lines of a worker."""
        return LineWriter(self.path, worker)

    def seed_in_flight(self, worker: str) -> int | None:
        """Return the seed that a worker flies, or flew as it died."""
        try:
            return int(read_file(self.path / "flying" / worker))
        except ValueError:  # no file, or not whole
            return None

    def note(self, record: WorkerDeath | SeedDifference) -> None:
        """Keep that a seed has killed its worker, or was not the same elsewhere."""
        name = DEATHS if isinstance(record, WorkerDeath) else DIFFERENCES
        with (self.path / name).open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")

    def deaths(self) -> list[WorkerDeath]:
        """Return the deaths of workers, in order."""
        decode = msgspec.json.Decoder(WorkerDeath).decode
        return [decode(line) for line in _whole_lines(self.path / DEATHS)]

    def difference(self, seed: int) -> str:
        """Return what differs first in the flights of a seed; empty: it was not looked for."""
        decode = msgspec.json.Decoder(SeedDifference).decode
        known = map(decode, _whole_lines(self.path / DIFFERENCES))
        return next((each.text for each in known if each.seed == seed), "")

    def begin_session(self, session: Session) -> None:
        """Keep when this session has begun."""
        write_whole(self.path / SESSION, msgspec.json.encode(session))

    def session(self) -> Session | None:
        """Return the newest session; None: nothing has been flown yet."""
        try:
            return msgspec.json.decode(read_file(self.path / SESSION), type=Session)
        except (FileError, msgspec.MsgspecError):
            return None


class LineWriter:
    """Appends lines, each at once and whole."""

    def __init__(self, folder: Path, worker: str) -> None:
        """Begin behind the last whole line: what was cut is written over."""
        self._place, self._flying = folder / f"flown-{worker}.jsonl", folder / "flying" / worker
        whole = sum(len(line) + 1 for line in _whole_lines(self._place))
        self._file = os.open(self._place, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        os.ftruncate(self._file, whole)
        os.lseek(self._file, 0, os.SEEK_END)

    def begin(self, seed: int) -> None:
        """Say which seed is flown from now on."""
        write_whole(self._flying, str(seed).encode())

    def append(self, line: FlownSeed) -> None:
        """Append a flight."""
        os.write(self._file, msgspec.json.encode(line) + b"\n")

    def close(self) -> None:
        """End."""
        self._flying.unlink(missing_ok=True)
        os.close(self._file)


def _whole_lines(place: Path) -> list[bytes]:
    return read_file(place).split(b"\n")[:-1] if place.exists() else []


def usual_folder(campaign: Campaign) -> Path:
    """Return the folder in which the same command goes on: named after all that it flies, and by what."""
    same = msgspec.json.encode(msgspec.structs.replace(campaign, runs=0))
    digest = hashlib.blake2b(same, digest_size=4).hexdigest()
    return state_folder() / "campaigns" / f"{Path(campaign.scenario).stem}-{digest}"


def this_software() -> dict[str, str]:
    """Return version and digest of the package that flies."""
    return {"version": software_version(), "package": package_digest()}
