"""The command `farhand stream`: a run that is going on, for other programs to look at, over a WebSocket."""

import sys
from contextlib import ExitStack
from pathlib import Path

from ground.command_list import FAILED
from ground.commands.arguments import Arguments, whole
from ground.run.guest_place import GuestPlaces
from ground.run.kept.known_runs import remove_locks, the_run
from ground.run.kept.usage_error import needs
from telemetry.agreed.participants import OBSERVER
from telemetry.network.launch import LOOPBACK

PORT = 8765  # where Foxglove looks first
HIGHEST_PORT = 65535
NO_PLACE = "all {} places of this run for observers are taken; close one of them first"
RUN_ENDED = "the run has ended, and its stream with it"
STREAM_ADDRESS = (
    "read-only, at ws://{}:{} (Foxglove: Open connection, Foxglove WebSocket); Ctrl-C ends it, not the run"
)


def stream(arguments: list[str]) -> int:
    """Stream a run until it is over; exit code 1 if no place is left, 2 if nothing is running."""
    options = Arguments(
        "stream", "Let other programs look at a run that goes on: joints, frames, scene, pictures, events."
    )
    options.add_run()
    options.add_argument("--host", default=LOOPBACK, help=f"address to listen at (default: {LOOPBACK})")
    options.add_argument(
        "--port",
        type=whole("port", most=HIGHEST_PORT),
        default=PORT,
        help=f"TCP port (default: {PORT}; 0: a free one)",
    )
    given = options.parse_args(arguments)
    needs("foxglove", extra="foxglove")
    run = the_run(given.run)
    places = GuestPlaces(run, OBSERVER)
    places.check_flies()
    with ExitStack() as ending:
        launch = places.claim(ending)
        if launch is None:
            print(f"farhand: {NO_PLACE.format(len(places.names))}", file=sys.stderr)
            return FAILED
        from ground.export.live_stream import LiveStream, serve  # needs a library that may be missing

        opened = LiveStream(launch, host=given.host, port=given.port)
        print(STREAM_ADDRESS.format(given.host, opened.port), flush=True)
        code = serve(opened, lambda: not places.flies())
    if not places.flies():
        remove_locks(Path(run.folder))
        print(RUN_ENDED)
    return code
