"""What the package answers to `farhand record` (`telemetry.recording.reading.answers`)."""

from itertools import islice
from pathlib import Path

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import StoreError
from telemetry.files.settings import FileError
from telemetry.life.clock import utc_text
from telemetry.recording.given.received import UNKNOWN
from telemetry.recording.reading.answers import (
    DamageRow,
    RecordingInfo,
    Recovered,
    RoleRecords,
    UnknownSender,
)
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.reading.mcap_glance import contents_of_all
from telemetry.recording.records.record import RECORDING_LOG, About, AboutRun, Damage, pack_batch, parts
from telemetry.recording.records.totals import Totals
from telemetry.recording.writing.mcap_file import RecordingStore

RECORDS_AT_ONCE = 1000  # records
RECOVERED = "was recovered from one that "


def record_info(path: Path) -> RecordingInfo:
    """Return what a recording holds; quick, if it was closed in order.

    Raises:
        FileError: there is none, or nothing in it is readable.
    """
    files = parts(path)
    if not files:
        raise FileError(path, "", "cannot be read (no such file)")
    found = contents_of_all(files)
    about, totals = found.about, found.totals
    if not totals.records:
        raise _useless(path, found.damage)
    return RecordingInfo(
        files=[str(file) for file in files],
        bytes=sum(file.stat().st_size for file in files),
        records=totals.records + sum(totals.ticks.values()) - totals.runs,
        from_s=totals.from_ns / NS_PER_S,
        to_s=totals.to_ns / NS_PER_S,
        utc=[utc_text(about.zero_utc_ns + at_ns) for at_ns in (totals.from_ns, totals.to_ns)],
        about=_about(about),
        attached=dict(sorted(found.attached.items())),
        messages=found.kept,
        roles=_roles(totals),
        unknown=_unknown(path) if UNKNOWN in found.kept else [],
        lost=found.lost,
        damage=_damage_row(found.damage),
    )


def _about(about: About) -> AboutRun:
    facts = msgspec.structs.asdict(about)
    del facts["files"]
    return AboutRun(**facts)


def _roles(totals: Totals) -> dict[str, RoleRecords]:
    return {
        role: RoleRecords(ticks=totals.ticks.get(role, 0), messages=dict(sorted(names.items())))
        for role, names in sorted(totals.given.items())
    }


def _unknown(path: Path) -> list[UnknownSender]:
    """Return the messages of classes that this version does not know, by sender and keys."""
    found = {
        (message.sender, tuple(message.values))
        for message in read_deliveries(path).messages()
        if message.name == UNKNOWN
    }
    return [UnknownSender(sender=sender, keys=keys) for sender, keys in sorted(found)]


def record_recover(path: Path, out: Path) -> Recovered:
    """Write everything that is readable into one new, whole file that states what is missing in it.

    Raises:
        FileError: there is nothing to recover, or the new file exists already or cannot be written.
    """
    deliveries = read_deliveries(path)
    if out.exists():
        raise FileError(out, "", "exists already; name another file")
    records = (record._replace(number=n) for n, (record, _) in enumerate(deliveries.records(), 1))
    batch, total = list(islice(records, RECORDS_AT_ONCE)), 0
    if not batch:
        raise _useless(path, deliveries.damage)
    store = RecordingStore(out, deliveries.about, sync=False)
    try:
        while batch:
            store.append(RECORDING_LOG, pack_batch(batch))
            total += len(batch)
            batch = list(islice(records, RECORDS_AT_ONCE))
        store.close(_recovered(deliveries.damage))
    except StoreError as error:
        raise FileError(out, "", f"cannot be written ({error})") from None
    return Recovered(file=str(out), records=total, damage=_damage_row(deliveries.damage))


def _recovered(damage: Damage | None) -> Damage | None:
    """Return the damage of the original, as the recovered file states it."""
    if damage is None or damage.problem.startswith(RECOVERED):
        return damage
    return damage._replace(problem=RECOVERED + damage.problem)


def _useless(path: Path, damage: Damage | None) -> FileError:
    return FileError(path, "", f"nothing in it is readable: {damage.problem}" if damage else "is empty")


def _damage_row(damage: Damage | None) -> DamageRow | None:
    if damage is None:
        return None
    return DamageRow(
        after_record=damage.after,
        file_offset=damage.offset,
        problem=damage.problem,
        missing=damage.missing,
    )
