"""Write recordings again and the dictionary, by a telemetry whose classes Python calls otherwise."""

import hashlib
import json
import sys
import tokenize
from pathlib import Path
from typing import get_args


def rename(package, names):
    """Rename classes wherever a package's code names them, and nothing in its texts."""
    for path in package.rglob("*.py"):
        with path.open("rb") as file:
            tokens = list(tokenize.tokenize(file.readline))
        lines = path.read_text().splitlines(keepends=True)
        for token in reversed(tokens):
            if token.type == tokenize.NAME and token.string in names:
                (row, begin), (_, end) = token.start, token.end
                lines[row - 1] = f"{lines[row - 1][:begin]}Renamed{token.string}{lines[row - 1][end:]}"
        path.write_text("".join(lines))


def class_names():
    """Return what Python calls all that has a name on the wire, or is told by drivers."""
    import telemetry.recording.records.receptions
    import telemetry.wire.routes  # noqa: F401 - what they import states its names
    from telemetry.messages.base import NAMES
    from telemetry.recording.given.driver_records import DriverRecord

    return {kind.__name__ for kind in (*NAMES, *get_args(DriverRecord))}


def written_again(recording, out):
    """Return a digest of a recording that is read and written again, octet for octet."""
    from telemetry.recording.reading.deliveries import Deliveries
    from telemetry.recording.records.record import RECORDING_LOG, pack_batch
    from telemetry.recording.writing.mcap_file import RecordingStore

    deliveries = Deliveries(recording)
    records = [record for record, _ in deliveries.records()]
    store = RecordingStore(out, deliveries.about, sync=False)
    for begin in range(0, len(records), 500):
        store.append(RECORDING_LOG, pack_batch(records[begin : begin + 500]))
    store.close()
    return hashlib.sha256(out.read_bytes()).hexdigest()


def main(folder, *recordings):
    """Print the digests of recordings written again, and of the message dictionary."""
    from telemetry.wire.dictionary import dictionary

    digests = [written_again(Path(each), Path(folder) / Path(each).name) for each in recordings]
    schemas = json.dumps(dictionary().schema)  # annotations beside them are Python's own words
    return {"names": sorted(class_names()), "octets": [*digests, schemas]}


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps(main(*sys.argv[2:])))
