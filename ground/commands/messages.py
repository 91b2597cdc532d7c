"""The command `farhand messages`: the message dictionary, to read, as JSON, or as XTCE for other systems.

`farhand messages handle` tells the protocol of the handle, from which a device's own program can be written.

--json  the keys of `telemetry.wire.dictionary.Dictionary`
        of the handle: those of `telemetry.wire.device_page.DevicePage`
"""

from collections.abc import Sequence

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import answer, write_json, write_text
from ground.report.listing import listing
from telemetry.agreed.participants import ROLES
from telemetry.wire import device_page
from telemetry.wire.dictionary import DictionaryEntry, dictionary, entry, families, parts
from telemetry.wire.kinds import FIRST_APID, Kind
from telemetry.wire.xtce import xtce

INDENT = "      "
HANDLE = "handle"


def messages(arguments: list[str]) -> int:
    """Print the dictionary, or write it."""
    options = Arguments("messages", "Print every message: its id, fields and units, and who says it to whom.")
    options.add_argument(
        "page", nargs="?", choices=(HANDLE,), help="the protocol by which a device's own program joins a run"
    )
    options.add_json("the dictionary, with a JSON schema of each message,")
    options.add_argument(
        "--xtce",
        metavar="FILE",
        help="write what travels as space packets for mission-control systems; - for standard output",
    )
    given = options.parse_args(arguments)
    if given.page == HANDLE:
        answer(device_page.device_page(), handle_text(), given.json)
        return DONE
    if given.xtce:
        write_text(given.xtce, xtce())
    if given.json:
        write_json(given.json, dictionary())
    if not given.xtce and not given.json:
        print(as_text())
    return DONE


def as_text() -> str:
    """Return the dictionary for a terminal, family by family."""
    blocks = []
    for family, kinds in families().items():
        blocks += [family.upper(), *map(_message, kinds)]
    blocks += ["PARTS, which stand in messages", *map(_part, parts())]
    return "\n\n".join(blocks)


def handle_text() -> str:
    """Return the protocol of the handle for a terminal."""
    sections = device_page.page()
    return "\n\n".join(f"{found.title}\n{listing(found.rows, indent='  ')}" for found in sections)


def _message(kind: Kind) -> str:
    route, found = kind.route, entry(kind.message)
    rows = [("", found.text), ("way", f"{route.direction}, {route.carrier}, {route.nature}")]
    if route.senders:
        rows.append(("who", f"{_names(route.senders)} -> {_names(route.receivers)}"))
    if route.across:
        rows.append(("link", f"{_names(route.across)} across the space link"))
    head = f"{kind.apid - FIRST_APID:>4}  {found.name}   APID {kind.apid}"
    return "\n".join([head, listing(rows, indent=INDENT), *_fields(found)])


def _part(part: DictionaryEntry) -> str:
    return "\n".join([f"      {part.name}", listing([("", part.text)], indent=INDENT), *_fields(part)])


def _names(roles: Sequence[str]) -> str:
    return "everybody" if set(roles) == set(ROLES) else ", ".join(roles)


def _fields(part: DictionaryEntry) -> list[str]:
    rows = [(field.name, field.meaning) for field in part.fields]
    return [listing(rows, indent=INDENT + "  ")] if rows else []
