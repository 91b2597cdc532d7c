"""The live stream's server: a WebSocket that Foxglove opens, by Foxglove's own library (extra `foxglove`).

    samples ---> channels, one for each topic ---> a bounded queue for each client ---> WebSocket

It only tells.  Of all that a client could ask for it offers nothing: no channels of a client's own, services,
parameters or playback; what one sends all the same the library refuses.  It runs in threads of the library,
and a client that is slow loses the oldest messages: nobody here ever waits for one.

The library is given nothing of Python to call, neither a listener nor its log: one of its threads that waited
for the interpreter while it held a lock, and one here that waited for that lock, could wait for ever.
"""

from collections.abc import Iterable

from foxglove import Channel, Context, Schema, set_log_level, start_server

from ground.export.sample import Sample, Topic
from ground.export.schemas import ENCODING, SCHEMA_ENCODING
from telemetry.files.settings import FileError

BACKLOG = 1024  # messages that wait for one client


class StreamServer:
    """One server, open until `stop`."""

    def __init__(self, name: str, topics: Iterable[Topic], *, host: str, port: int) -> None:
        """Open it; `topics` are there from the beginning, so that no client asks for one too early.

        Raises:
            FileError: it cannot be opened at that host and port.
        """
        set_log_level("CRITICAL")  # nothing is
        self._context = Context()
        self._channels: dict[str, Channel] = {}
        for topic in topics:
            self._new_channel(topic)
        try:
            self._server = start_server(
                name=name,
                host=host,
                port=port,
                capabilities=[],
                context=self._context,
                message_backlog_size=BACKLOG,
            )
        except (RuntimeError, OSError, ValueError) as error:
            problem = f"cannot be opened ({error}); choose another --host or --port"
            raise FileError(f"{host}:{port}", "", problem) from None

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._server.port
        return port

    def put(self, samples: Iterable[Sample]) -> None:
        """Put samples out to all clients that subscribe to them."""
        for topic, utc_ns, data in samples:
            channel = self._channels.get(topic.name) or self._new_channel(topic)
            channel.log(data, log_time=utc_ns)

    def begin_anew(self) -> None:
        """Tell all clients to forget what they were told: time has gone back."""
        self._server.clear_session()

    def stop(self) -> None:
        """Close it."""
        self._server.stop()

    def _new_channel(self, topic: Topic) -> Channel:
        schema = Schema(name=topic.schema_name, encoding=SCHEMA_ENCODING, data=topic.schema)
        channel = Channel(topic.name, schema=schema, message_encoding=ENCODING, context=self._context)
        return self._channels.setdefault(topic.name, channel)
