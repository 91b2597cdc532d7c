"""Sockets and commands as doors: each is written here, with what is behind it and where it is tested."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from ground.command_list import COMMANDS, Command
from tests.house.syntax import ROOT, SOURCES, functions, imports, module_name, nodes

OPENERS = {
    "socket", "socketpair", "create_connection", "create_server", "create_unix_server", "fromfd",
    "open_connection", "open_unix_connection", "start_server", "start_unix_server", "from_socket",
    "create_datagram_endpoint", "HTTPServer", "TCPServer", "UDPServer", "urlopen", "QTcpServer",
    "QUdpSocket", "QLocalServer",
}  # fmt: skip
CLOSED = "nothing is read from it: it asks the system, or only stands there"
NETWORK = "tests/telemetry/network"
SOCKETS = {  # file and function of each -> where it is tested what is refused there
    "ground/export/stream_server.py __init__": "tests/ground/export/test_stream_server.py",
    "telemetry/network/calling.py call": f"{NETWORK}/test_sessions.py",
    "telemetry/network/device_client.py __init__": f"{NETWORK}/test_device_door.py",
    "telemetry/network/device_door.py open": f"{NETWORK}/test_device_door.py",
    "telemetry/network/door_address.py open_pair": f"{NETWORK}/test_door_address.py",
    "telemetry/network/host_network.py interfaces": CLOSED,
    "telemetry/network/multicast.py _udp": f"{NETWORK}/test_who_is_heard.py",
    "telemetry/network/multicast.py open": f"{NETWORK}/test_who_is_heard.py",
    "telemetry/network/reservation.py _claimed": CLOSED,
    "telemetry/network/reservation.py is_free": CLOSED,
    "telemetry/network/reservation.py _is_free_udp": CLOSED,
    "telemetry/network/stream.py open": f"{NETWORK}/test_sessions.py",
}

ALL = "every role of a run, each by its own keys"
LOOKS = "nobody: it looks for ports, and listens for a latch at most"
COMMAND_DOORS = {  # each command that reaches a socket -> in whose name it speaks
    "rehearse": ALL,
    "operate": ALL,
    "replay": "replay, in the mode of that name",
    "console": "console, or an observer where no place is left",
    "stream": "observer",
    "spacecraft": "spacecraft, at the other end of the link",
    "handle": "device, at the door of the handle",
    "hold": "hold",
    "stop": "hold",
    "resume": "person",
    "confirm": "person",
    "world": "person",
    "go": "person",
    "no-go": "person",
    "collision compare": "nobody: it flies in virtual time, which opens no socket",
    "campaign": "nobody: it flies in virtual time, which opens no socket; a scheduler is spoken to by Dask",
    "doctor": LOOKS,
    **{f"keys {action}": LOOKS for action in COMMANDS["keys"].actions},
}
STARTS = {"ground.commands.run.handle": {"haptics.__main__"}}  # by `python -m`
TABLES = ("ground.command_list", "ground.cli")  # they name every command, and run the one that is asked for
MODULE = re.compile(r"[a-z_]+(\.[a-z_]+)+(:\w+)?")


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def opened_in(tree: list[ast.AST]) -> list[str]:
    """The functions that open a socket."""
    return [
        function.name
        for function in functions(tree)
        if any(isinstance(node, ast.Call) and called(node) in OPENERS for node in ast.walk(function))
    ]


def sockets() -> set[str]:
    return {f"{path.relative_to(ROOT)} {name}" for path in SOURCES for name in opened_in(nodes(path))}


MODULES = {module_name(path): path for path in SOURCES}
OPENING = {module_name(ROOT / place.split()[0]) for place, how in SOCKETS.items()}


@cache
def needed(module: str) -> frozenset[str]:
    """What a module imports, wherever in it, and what it names as a text."""
    if module in TABLES:
        return frozenset()
    path = MODULES[module]
    texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant)]
    named = [text.split(":")[0] for text in texts if isinstance(text, str) and MODULE.fullmatch(text)]
    found = [*imports(path), *named, *STARTS.get(module, ())]
    return frozenset(part for name in found for part in (name, name.rpartition(".")[0]) if part in MODULES)


def reached(module: str) -> set[str]:
    found, todo = {module}, [module]
    while todo:
        new = needed(todo.pop()) - found
        found |= new
        todo += new
    return found


def named_commands(table: Mapping[str, Command], before: str = "") -> Iterator[tuple[str, str]]:
    """Each command with the module that carries it out."""
    for name, command in table.items():
        if command.function:
            yield before + name, command.function.split(":")[0]
        yield from named_commands(command.actions, f"{before}{name} ")


def test_every_socket_is_a_door_that_is_written_down():
    assert sockets() == SOCKETS.keys()


def test_each_socket_from_which_something_is_read_names_the_test_of_what_is_refused():
    tests = {test for test in SOCKETS.values() if test != CLOSED}
    assert [test for test in tests if not (ROOT / test).exists()] == []


def test_every_command_that_reaches_a_socket_says_in_whose_name_it_speaks():
    found = {name for name, module in named_commands(COMMANDS) if reached(module) & OPENING}
    assert found == COMMAND_DOORS.keys()


@pytest.mark.parametrize(
    "call",
    [
        "socket.socket(AF_INET)",
        "asyncio.start_server(serve, port=1)",
        "await loop.create_datagram_endpoint(make)",
        "QTcpServer()",
    ],
)
def test_the_law_sees_a_socket_that_is_opened(call):
    tree = [*ast.walk(ast.parse(f"async def opened():\n    {call}"))]
    assert opened_in(tree) == ["opened"]


def test_the_law_sees_the_sockets_behind_a_command_that_names_what_it_runs_by_a_text():
    assert "telemetry.network.device_client" in reached("ground.commands.run.handle")
    assert not reached("ground.commands.guide") & OPENING
