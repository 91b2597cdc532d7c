"""What the package answers to `farhand record`: plain data."""

from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from typing import Any

from telemetry.drive.store import StoreError
from telemetry.messages.health import RecorderHealth
from telemetry.recording.account import LostRecords
from telemetry.recording.deliveries import Deliveries, read_deliveries
from telemetry.recording.mcap_file import RecordingStore
from telemetry.recording.received import Opener
from telemetry.recording.record import LOG, Damage, Record, pack_batch, parts
from telemetry.recording.told import TICKS, Ticked, unpack_told
from telemetry.run_settings import NS_PER_S
from telemetry.settings import FileError

BATCH = 1000  # records


def record_info(path: Path) -> dict[str, Any]:
    """Return what a recording holds.

    Returns:
        files[], bytes, records, from_s, to_s, about{scenario, seed, run_id, configuration, version, mode,
        begun}, attached{NAME: octets}, roles{ROLE: {ticks, messages{NAME: count}}},
        lost{ROLE: records that never reached the recorder},
        damage {after_record, file_offset, problem} or None

    Raises:
        FileError: there is none, or nothing in it is readable.
    """
    deliveries = read_deliveries(path)
    counts = defaultdict[str, Counter[str]](Counter)
    times_ns: list[int] = []  # earliest, latest
    lost, opener = LostRecords(), None
    for record, name in deliveries.records():
        opener = opener or Opener(deliveries.about.mode, deliveries.about.participants)
        counts[record.role][name] += _ticks(record) if name == TICKS else 1
        if record.role == "gate" and name == RecorderHealth.__name__:
            _take_health(lost, record, opener)
        times_ns = [min([record.at_ns, *times_ns]), max([record.at_ns, *times_ns])]
    if not times_ns:
        raise _useless(path, deliveries)
    about = deliveries.about
    return {
        "files": [str(part) for part in parts(path)],
        "bytes": sum(part.stat().st_size for part in parts(path)),
        "records": sum(counter.total() for counter in counts.values()),
        "from_s": times_ns[0] / NS_PER_S,
        "to_s": times_ns[1] / NS_PER_S,
        "about": {name: getattr(about, name) for name in about.__struct_fields__ if name != "files"},
        "attached": {name: len(content) for name, content in sorted(about.files.items())},
        "roles": {role: _counted(counter) for role, counter in sorted(counts.items())},
        "lost": lost.by_role,
        "damage": _told(deliveries.damage),
    }


def _ticks(record: Record) -> int:
    told = unpack_told(record.packet)
    return len(told.after_ns) if isinstance(told, Ticked) else 0


def _counted(names: Counter[str]) -> dict[str, Any]:
    return {"ticks": names.pop(TICKS, 0), "messages": dict(sorted(names.items()))}


def _take_health(lost: LostRecords, record: Record, opener: Opener) -> None:
    health = opener.open(record.role, record.packet)
    if isinstance(health, RecorderHealth):
        lost.take(health)


def record_recover(path: Path, out: Path) -> dict[str, Any]:
    """Write everything that is readable into one new, whole file.

    Returns:
        file, records, damage {after_record, file_offset, problem} or None

    Raises:
        FileError: there is nothing to recover, or the new file exists already or cannot be written.
    """
    deliveries = read_deliveries(path)
    if out.exists():
        raise FileError(out, "", "exists already; name another file")
    records = (record for record, _ in deliveries.records())
    batch, total = list(islice(records, BATCH)), 0
    if not batch:
        raise _useless(path, deliveries)
    store = RecordingStore(out, deliveries.about, sync=False)
    try:
        while batch:
            store.append(LOG, pack_batch(batch))
            total += len(batch)
            batch = list(islice(records, BATCH))
        store.close()
    except StoreError as error:
        raise FileError(out, "", f"cannot be written ({error})") from None
    return {"file": str(out), "records": total, "damage": _told(deliveries.damage)}


def _useless(path: Path, deliveries: Deliveries) -> FileError:
    damage = deliveries.damage
    return FileError(path, "", f"nothing in it is readable: {damage.problem}" if damage else "is empty")


def _told(damage: Damage | None) -> dict[str, Any] | None:
    if damage is None:
        return None
    return {"after_record": damage.after, "file_offset": damage.offset, "problem": damage.problem}
