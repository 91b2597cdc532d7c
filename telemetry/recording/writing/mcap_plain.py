"""An MCAP file for other programs, by the mcap library: topics with schemas, chunks with an index."""

from collections.abc import Mapping
from typing import IO

LIBRARY = "farhand"


class PlainMcap:
    """One file from its first octet to its last."""

    def __init__(self, target: IO[bytes]) -> None:
        """Begin the file."""
        from mcap.writer import CompressionType, Writer

        self._writer = Writer(target, compression=CompressionType.ZSTD)
        self._writer.start(profile="", library=LIBRARY)
        self._schemas: dict[str, int] = {}
        self.count = 0  # messages

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Write a table of texts."""
        self._writer.add_metadata(name, dict(values))

    def add_topic(self, topic: str, *, encoding: str, schema: str, schema_encoding: str, data: bytes) -> int:
        """Begin a topic; returns its number.  `schema` is the name under which others know `data`."""
        known = self._schemas.get(schema)
        if known is None:
            known = self._schemas[schema] = self._writer.register_schema(schema, schema_encoding, data)
        return self._writer.register_channel(topic, encoding, known)

    def add_message(self, topic: int, at_ns: int, data: bytes) -> None:
        """Write a message of a topic [ns since 1970]."""
        self._writer.add_message(topic, log_time=at_ns, data=data, publish_time=at_ns, sequence=self.count)
        self.count += 1

    def finish(self) -> None:
        """Write what is left, the index and the end."""
        self._writer.finish()  # type: ignore[no-untyped-call]
