"""Test vectors of the space link: packets that the code makes of keys that everybody has."""

import textwrap

from telemetry.agreed.keys import Keyring
from telemetry.agreed.participants import SPACECRAFT, Speakers
from telemetry.life.boot import Boot
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand, SetPoint
from telemetry.messages.spacecraft import Echo, PassAnswer, PassStart
from telemetry.wire.codec import Wire
from telemetry.wire.dictionary import entry
from telemetry.wire.kinds import FIRST_APID, KIND_OF
from telemetry.wire.protection.pass_start import Agreed, pass_speakers, start_speakers

S = 1_000_000_000
KEY_ID, SECRET = 0x8001, bytes(range(32))
AGREED = Agreed("north-1", bytes([0x11]) * 16, bytes([0x22]) * 16)
EPOCH_GROUND, EPOCH_SPACECRAFT = 5, 7  # boot epochs
MESSAGES = (
    "PassStart", "PassAnswer", "Motion", "Keep", "ResumeCommand", "HoldCommand", "OperationCommand",
    "Telemetry",
)  # fmt: skip
PARTS = (SetPoint, Echo)
WIDTH = 96  # hexadecimal digits in a line


def ring_of(holder):
    """The ring of bridge or spacecraft, which has the one secret that they share."""
    peer = SPACECRAFT if holder == "bridge" else "bridge"
    return Keyring(holder=holder, key_id=KEY_ID, pairs={peer: SECRET})


def vectors():
    """Each vector, by what it is."""
    ground, space = (Speakers(keys=ring_of(name), has_passes=True) for name in ("bridge", SPACECRAFT))
    start = PassStart(pass_id=AGREED.pass_id, nonce=AGREED.nonce_ground, trial=1)
    answer = PassAnswer(
        to="bridge", pass_id=AGREED.pass_id, nonce_ground=AGREED.nonce_ground, nonce=AGREED.nonce_spacecraft,
        trial=1,
    )  # fmt: skip
    asking = Wire("bridge", start_speakers(ground), boot=Boot(EPOCH_GROUND))
    answering = Wire(SPACECRAFT, start_speakers(space, "bridge"), boot=Boot(EPOCH_SPACECRAFT))
    in_pass = pass_speakers(ground, AGREED, SPACECRAFT)
    commanding = Wire("bridge", in_pass, boot=Boot(EPOCH_GROUND, 1))
    point = SetPoint(
        epoch=1, seq=1, kind="motion", execute_at_ns=3601 * S, q=(0.1, -0.2), qd=(0.01, 0.0), qdd=(0.0, 0.0),
        stop=b"",
    )  # fmt: skip
    return {
        "PassStart, at 1 s": asking.packets(start, S)[0],
        "PassAnswer, at 3600 s of the clock on board": answering.packets(answer, 3600 * S)[0],
        "secret of the pass": in_pass.keys.pairs[SPACECRAFT],
        "ResumeCommand, at 2 s": commanding.packets(ResumeCommand(epoch=1, q=(0.09, -0.2)), 2 * S)[0],
        "Motion, at 3 s": commanding.packets(Motion(set_point=point, repeat=None), 3 * S)[0],
        "HoldCommand, at 4 s": commanding.packets(HoldCommand(actor="hold", pressed_ns=0, nonce=1), 4 * S)[0],
    }


def told():
    """Return the vectors as the page has them."""
    blocks = [f"{name}\n{textwrap.fill(octets.hex(), WIDTH)}" for name, octets in vectors().items()]
    return "\n".join(["```", "\n\n".join(blocks), "```"])


def messages():
    """Return the table of what goes up and down, and of what stands in it."""
    known = {kind.name: kind for kind in KIND_OF.values()}
    rows = [(entry(known[name].message), known[name].apid) for name in MESSAGES]
    lines = [f"| {row.name} | {apid - FIRST_APID} | {apid} | {_keys(row)} |" for row, apid in rows]
    lines += [f"| {row.name} | | | {_keys(row)} |" for row in map(entry, PARTS)]
    return "\n".join(["| message | id | APID | keys |", "|---|---|---|---|", *lines])


def _keys(row):
    told = (f"`{field.name}`{f' [{field.unit}]' if field.unit else ''}" for field in row.fields)
    return ", ".join(told)
