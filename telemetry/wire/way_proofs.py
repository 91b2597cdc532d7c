"""The audience of each message, and what proves the senders of each way to one receiver.

Between bridge and spacecraft a packet goes through what only carries it: the space link, and the adapter of a
station.  Nothing is proven there, and nothing is refused for its number.  Where the space link has passes,
each of its ends proves for itself what comes, by the keys of the pass, and a packet is of no run.
"""

from telemetry.agreed.participants import SPACECRAFT, Participants, Speakers, playing, role_of
from telemetry.wire.protection.header import Opening, Proof, ProofOf
from telemetry.wire.protection.traffic import Audience, traffic_of
from telemetry.wire.routes import DECIDING, GROUPS, ROUTES, Route, Way


def audience_of(route: Route, role: str, speakers: Speakers) -> Audience:
    """Return the audience of a message that leaves a role."""
    participants = speakers.participants
    if role in route.across:
        below = (speakers.pass_peer,) if speakers.pass_peer else playing(("bridge",), participants)[:1]
        return Audience("link", (SPACECRAFT,) if route.direction == "up" else below)
    return group_audience(route.carrier, participants)


def audience_on(way: Way, holder: str, participants: Participants) -> Audience:
    """Return the audience of what comes to a participant by a way."""
    return group_audience(way, participants) if way in GROUPS else Audience("link", (holder,))


def group_audience(carrier: Way, participants: Participants) -> Audience:
    """Return the audience of a multicast group."""
    match carrier:
        case "tc":
            return Audience(carrier, command_receivers(participants))
        case "tm":
            return Audience(carrier, playing(DECIDING, participants), is_group=True)
        case _:
            return Audience(carrier, is_group=True)


def command_receivers(participants: Participants) -> tuple[str, ...]:
    """Return who receives telecommands from the station's network."""
    rows = [route for route in ROUTES.values() if route.carrier == "tc"]
    return playing({role for route in rows for role in route.receivers}, participants)


class WayProofs:
    """Of each way, what gives the proof of a sender."""

    def __init__(self, speakers: Speakers) -> None:
        """Derive none yet; where nothing is sealed, there is none."""
        ring = speakers.keys
        self._traffic = None if ring is None else traffic_of(ring.holder, speakers)
        self._holder = "" if ring is None else ring.holder
        self._participants, self._has_passes = speakers.participants, speakers.has_passes
        self._opening = Opening(speakers)
        self._passing = Opening(speakers.on_record) if speakers.has_passes else self._opening
        self._ways: dict[Way, ProofOf | None] = {}

    @property
    def are_sealed(self) -> bool:
        """True if what comes has to be proven."""
        return self._traffic is not None

    def opening(self, way: Way) -> Opening:
        """Return what checks the headers of packets that come by a way."""
        return self._passing if way == "link" else self._opening

    def of(self, way: Way) -> ProofOf | None:
        """Return what gives the proof of a sender's bodies by a way; None: nothing is proven there."""
        if way not in self._ways:
            self._ways[way] = self._made(way)
        return self._ways[way]

    def _made(self, way: Way) -> ProofOf | None:
        traffic, holder = self._traffic, self._holder
        if traffic is None or way == "stream":
            return None
        if way == "link" and (self._has_passes or role_of(holder, self._participants) != "bridge"):
            return None
        audience, known = audience_on(way, holder, self._participants), dict[str, Proof | None]()

        def proof_of(sender: str) -> Proof | None:
            if sender not in known:
                known[sender] = traffic.proof(sender, audience)
            return known[sender]

        return proof_of
