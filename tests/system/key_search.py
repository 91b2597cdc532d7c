"""Look for keys in all that a run leaves behind, and in what its processes show to others."""

import base64
import json
import re
from pathlib import Path

from mcap.reader import make_reader

THIRD = 3  # octets that base64 writes as four letters


def secrets_of(keys):
    """Return every secret of a key set."""
    files = [json.loads(path.read_bytes()) for path in Path(keys).glob("*.key")]
    found = [secret for held in files for secret in (*held["pairs"].values(), *held["groups"].values())]
    audit = [held["audit"] for held in files if "audit" in held]
    assert audit, "the gate's log is sealed by no key"
    return {bytes.fromhex(secret) for secret in (*found, *audit)}


def forms(secret):
    """Return how a secret can stand in other octets: as it is, in hexadecimal, in base64 at any place."""
    written = [secret, secret.hex().encode(), secret.hex().upper().encode()]
    for begin in range(THIRD):
        whole = secret[begin : begin + (len(secret) - begin) // THIRD * THIRD]
        written += [base64.b64encode(whole), base64.urlsafe_b64encode(whole)]
    return written


def search(secrets):
    """Return a function that says whether octets hold any of the secrets in any form."""
    every = {form for secret in secrets for form in forms(secret)}
    pattern = re.compile(b"|".join(map(re.escape, sorted(every))))
    return lambda data: pattern.search(data) is not None


def in_recording(path):
    """Yield all that a recording holds, its chunks unpacked."""
    with path.open("rb") as file:
        reader = make_reader(file)
        for schema, channel, message in reader.iter_messages():
            yield message.data
            yield repr((schema, channel)).encode()
        for attachment in reader.iter_attachments():
            yield attachment.data
        for metadata in reader.iter_metadata():
            yield repr(metadata).encode()


def left_behind(folder, keys):
    """Yield by its path all that stands below a folder, but the keys themselves."""
    for path in sorted(Path(folder).rglob("*")):
        if not path.is_file() or path.is_relative_to(keys):
            continue
        yield path, path.read_bytes()
        if path.suffix == ".mcap":
            yield from ((path, data) for data in in_recording(path))


def shown_of(pid):
    """Return what any tool shows of a process: its command line and its environment."""
    return b"".join((Path("/proc") / str(pid) / name).read_bytes() for name in ("cmdline", "environ"))
