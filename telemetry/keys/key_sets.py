"""The rings of all participants of a station or a run, drawn from one master.

Nobody keeps the master.  A pair has a secret if the routing table lets one of them send the other what is
proven by it: streams, telecommands, telemetry to those who decide on motion, and the space link.  So no ring
holds what its owner has no business with: on the ground only the bridge and the second uplink have a key of
the space link.
"""

from collections.abc import Mapping

from telemetry.agreed.keys import Keyring, key_id_of
from telemetry.agreed.participants import GATE, SECOND_UPLINK, SPACECRAFT, Participants, playing
from telemetry.wire.protection.ciphers import derived
from telemetry.wire.protection.header import mode_number
from telemetry.wire.routes import DECIDING, GROUPS, ROUTES

SHARED_GROUPS = tuple(carrier for carrier in GROUPS if carrier != "tc")  # telecommands prove their sender
_SALT = b"farhand key set"


def drawn_rings(
    master: bytes, *, mode: str, number: int, participants: Participants, is_confidential: bool = False
) -> dict[str, Keyring]:
    """Return the ring of each participant of the table.

    Args:
        master: 32 octets from the system's source; of virtual time from the seed.
        mode: the only one in which they are accepted.
        number: of the set, which makes its key id.
        participants: the table of the run.
        is_confidential: whether payloads are encrypted too.
    """
    pairs = speaking_pairs(participants)
    pairwise: dict[str, dict[str, bytes]] = {row.name: {} for row in participants}
    for one, other in pairs:
        secret = derived(master, salt=_SALT, info=f"pair {one} {other}")
        pairwise[one][other] = pairwise[other][one] = secret
    groups = {
        carrier: derived(master, salt=_SALT, info=f"group {carrier}") for carrier in (*SHARED_GROUPS, "tc")
    }
    return {
        row.name: Keyring(
            holder=row.name,
            key_id=key_id_of(mode_number(mode), number),
            pairs=pairwise[row.name],
            groups=_of_role(groups, row.role, is_confidential=is_confidential),
            is_confidential=is_confidential,
            audit=derived(master, salt=_SALT, info=f"audit {row.name}") if row.role == GATE else b"",
        )
        for row in participants
    }


def speaking_pairs(participants: Participants) -> list[tuple[str, str]]:
    """Return each two participants of which one proves to the other what it sends, by name."""
    names = {row.name for row in participants}
    uplinks = (*playing(("bridge",), participants), SECOND_UPLINK)
    found = {(SPACECRAFT, name) for name in uplinks if {SPACECRAFT, name} <= names}
    on_ground = tuple(row for row in participants if row.name not in (SPACECRAFT, SECOND_UPLINK))
    for route in ROUTES.values():
        if route.carrier in ("stream", "tc", "tm"):
            proven = DECIDING if route.carrier == "tm" else route.receivers
            senders, receivers = (playing(roles, on_ground) for roles in (route.senders, proven))
            found |= {(one, other) for one in senders for other in receivers if one != other}
    return sorted({(min(pair), max(pair)) for pair in found})


def _of_role(groups: Mapping[str, bytes], role: str, *, is_confidential: bool) -> dict[str, bytes]:
    """Return the secrets of the groups on which a role is; that of telecommands serves encryption alone."""
    wanted = (*SHARED_GROUPS, "tc") if is_confidential else SHARED_GROUPS
    return {carrier: groups[carrier] for carrier in wanted if _is_on(carrier, role)}


def _is_on(carrier: str, role: str) -> bool:
    rows = [route for route in ROUTES.values() if route.carrier == carrier]
    return any(role in route.senders or role in route.receivers for route in rows)
