"""Receivers, as bus and spacecraft are: their keys, their numbers, and for streams their sessions."""

from dataclasses import replace

from telemetry.wire.codec import Reader, Rejected
from telemetry.wire.protection.heard_numbers import HeardNumbers
from telemetry.wire.protection.stream_session import StreamSession
from telemetry.wire.routes import Way
from tests.forgery.captured import Came, Capture, fresh_of

COUNTED = "counted"  # the bridge is handed what comes twice across the link, to count it; it acts on none


class Victims:
    """All receivers of one run, in one life of each."""

    def __init__(self, flown: Capture, *, life: int = 1, known=None, **speakers) -> None:
        """Begin with the numbers that lives before have left; `speakers` change who they listen to."""
        self._flown, self._changes, self._life = flown, speakers, life
        self.newest: dict[str, dict] = {name: dict(kept) for name, kept in (known or {}).items()}
        self._readers: dict[str, Reader] = {}
        self._sessions: dict[tuple[str, str], StreamSession] = {}

    def offer(self, data: bytes, receiver: str, way: Way, sender: str) -> str | None:
        """Offer bytes to a receiver, on the connection with `sender` if it is a stream.

        Returns why they are refused; None: they are taken.
        """
        reader = self._reader(receiver)
        session = self._session(receiver, sender) if way == "stream" else None
        opened = reader.open(data, way, session)
        result, arrival = reader.admit(opened, way, session)
        if isinstance(result, Rejected):
            return result.reason
        return COUNTED if way == "link" and arrival == "duplicate" else None

    def offer_as_it_came(self, came: Came) -> str | None:
        """Offer what came, where it came."""
        return self.offer(came.data, came.receiver, came.way, came.sender)

    def reconnected(self, life: int) -> None:
        """Begin all connections anew."""
        self._life = life
        self._sessions.clear()

    def _reader(self, receiver: str) -> Reader:
        reader = self._readers.get(receiver)
        if reader is None:
            page = self.newest.setdefault(receiver, {})
            known = tuple((*place, *number) for place, number in page.items())
            numbers = HeardNumbers(known, lambda newest: page.__setitem__(newest[:2], newest[2:]))
            speakers = replace(self._flown.of(receiver), **self._changes)
            reader = self._readers[receiver] = Reader(speakers, numbers)
        return reader

    def _session(self, receiver: str, sender: str) -> StreamSession:
        session = self._sessions.get((receiver, sender))
        if session is None:
            speakers = replace(self._flown.of(receiver), **self._changes)
            fresh = fresh_of((self._life, self._life))
            session = self._sessions[receiver, sender] = StreamSession(speakers, sender, fresh=fresh)
        return session
