"""The key sets of a station that one host has: one is in use, others are installed, some are revoked.

    keys/              the host's own, its owner's alone
        8A01/          a set: the keys and numbers of this host's participants (`telemetry.keys.set_folder`)
        8A02/
        in_use         8A02: the set with which the next run of this host begins
        revoked        8A00: never taken again, from nobody

A set is installed under another name and gets its own once it is whole; `in_use` is exchanged at once.  So a
cut at any step leaves each host with a set that is whole.  The far end of a link takes any that is installed
and not revoked, so of two ends one may be ahead: `rotate` installs everywhere first, and ends with the host
that speaks first.  Hosts of one ground that a cut leaves on different sets refuse one another by their ids,
until the rotation is done again.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from telemetry.agreed.keys import KEY_IDS, key_text
from telemetry.files.refused import SafetyError
from telemetry.files.settings import read_file
from telemetry.files.whole_file import make_name_durable, write_durable
from telemetry.keys.key_file import KeyFile, key_in
from telemetry.keys.set_folder import KEY, KeyPlace, write_set

IN_USE, REVOKED, PART = "in_use", "revoked", ".part"
_ID = re.compile(r"[0-9A-F]{4}")
_LARGEST_LIST = 1 << 20
_NO_SET = "holds no key set; `farhand keys new` makes one, `farhand keys install` brings one"
_CHANGE = 0o022  # what lets others put another file in place of one


def set_name(key_id: int) -> str:
    """Return the name of a set's folder."""
    return f"{key_id:04X}"


def installed(folder: Path) -> list[str]:
    """Return the names of the sets of a host, the lowest id first.

    Raises:
        SafetyError: there is no such folder, or others can change which set is in use there.
    """
    try:
        mode = stat.S_IMODE(folder.stat().st_mode)
        names = sorted(
            entry.name for entry in os.scandir(folder) if entry.is_dir() and _ID.fullmatch(entry.name)
        )
    except OSError as error:
        raise SafetyError(
            folder, "", f"holds no keys ({error.strerror}); `farhand keys new` makes them"
        ) from None
    if mode & _CHANGE:
        raise SafetyError(folder, "", f"can be changed by others ({mode:04o}); run chmod 700 {folder}")
    return names


def in_use(folder: Path) -> str:
    """Return the name of the set in use.

    Raises:
        SafetyError: none is, or it is not there, or it was revoked.
    """
    names, name = installed(folder), _text(folder / IN_USE).strip()
    if not names:
        raise SafetyError(folder, "", _NO_SET)
    if not name:
        raise SafetyError(folder, "", "has no set in use; `farhand keys use` names it")
    if name in revoked(folder):
        raise SafetyError(folder, f"key {name}", "was revoked; rotate the keys (`farhand keys rotate`)")
    if name not in names:
        problem = "is in use and is not there; `farhand keys use` names another, `install` brings one"
        raise SafetyError(folder, f"key {name[:4]}", problem)
    return name


def revoked(folder: Path) -> list[str]:
    """Return the names of the sets that are never taken again; SafetyError: the list is damaged."""
    names = _text(folder / REVOKED).split()
    if not all(map(_ID.fullmatch, names)):
        problem = "is damaged: nobody can tell which keys were revoked; rotate the keys, and put here the ids"
        raise SafetyError(folder / REVOKED, "", f"{problem} of all that were in use, a line each")
    return names


def place_in_use(folder: Path, scope: str) -> KeyPlace:
    """Return where the set in use lies; SafetyError: none may be used."""
    return KeyPlace(folder=str(folder / in_use(folder)), scope=scope, is_stations=True)


def accepted(folder: Path, scope: str) -> list[KeyPlace]:
    """Return the places of all sets whose senders are believed: the one in use first."""
    first = in_use(folder)
    others = [name for name in reversed(installed(folder)) if name != first and name not in revoked(folder)]
    return [KeyPlace(folder=str(folder / name), scope=scope, is_stations=True) for name in (first, *others)]


def keys_in(folder: Path) -> list[KeyFile]:
    """Return the key files of a set, or of a parcel for another host, by participant.

    Raises:
        SafetyError: there is none, one is no key file, or they are not of one set.
    """
    files = [key_in(path) for path in sorted(folder.glob(f"*{KEY}"))]
    if not files:
        raise SafetyError(
            folder, "", "holds no key file; name the folder that `farhand keys` made for this host"
        )
    if len({(content.key_id, content.scope, content.mode) for content in files}) > 1:
        ids = ", ".join(sorted({set_name(content.key_id) for content in files}))
        raise SafetyError(folder, "", f"holds keys of several sets ({ids}); keep each in a folder of its own")
    return files


def install(folder: Path, files: Sequence[KeyFile]) -> str:
    """Install a set of this host, begin its numbers, and return its name; the first is in use at once.

    Raises:
        SafetyError: a set of this id is or was there, or a participant has two keys in it.
        OSError: it cannot be written; nothing has changed then.
    """
    names = [content.participant for content in files]
    twice = next((each for each in names if names.count(each) > 1), "")
    if twice:
        raise SafetyError(folder, key_text(files[0].key_id), f"would have two keys of {twice}; bring one")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = set_name(files[0].key_id)
    if name in revoked(folder):
        raise SafetyError(
            folder, key_text(files[0].key_id), "was revoked; rotate the keys (`farhand keys rotate`)"
        )
    if name in installed(folder):
        raise SafetyError(
            folder,
            key_text(files[0].key_id),
            "is installed here, and its numbers are in use; rotate the keys",
        )
    part = folder / f"{name}{PART}"
    for cut in folder.glob(f"*{PART}"):  # of installations that were cut
        shutil.rmtree(cut, ignore_errors=True)
    write_set(part, files)
    _make_durable(part)
    part.rename(folder / name)
    make_name_durable(folder / name)
    if not _text(folder / IN_USE):
        use(folder, name)
    return name


def use(folder: Path, name: str) -> None:
    """Let the next run of this host begin with another set, which is installed here.

    Raises:
        SafetyError: it is not, or was revoked.
        OSError: it cannot be written; the former stays in use.
    """
    if name in revoked(folder):
        raise SafetyError(folder, f"key {name}", "was revoked, and is never used again")
    if name not in installed(folder):
        raise SafetyError(
            folder, f"key {name}", f"is not installed; there are {', '.join(installed(folder)) or 'none'}"
        )
    write_durable(folder / IN_USE, f"{name}\n".encode())


def rotate(parts: Mapping[Path, Sequence[KeyFile]]) -> str:
    """Install the parts of a new set in the folders of its hosts, then use it there; return its name.

    The last of the folders is that of the host which speaks first.
    """
    names = {install(folder, files) for folder, files in parts.items()}
    for name in names:
        for folder in parts:
            use(folder, name)
    return names.pop()


def revoke(folder: Path, name: str) -> None:
    """Take a set never again, and destroy what this host has of it.

    Raises:
        SafetyError: it is in use, or the folder is none of keys.
        OSError: it cannot be written.
        ValueError: the name is no id of a set.
    """
    if not _ID.fullmatch(name):
        raise ValueError(f"{name!r} is no id of a set: four hexadecimal digits")
    if not installed(folder):
        raise SafetyError(folder, "", _NO_SET)
    if _text(folder / IN_USE).strip() == name:
        raise SafetyError(folder, f"key {name}", "is in use; rotate the keys first (`farhand keys rotate`)")
    if name not in revoked(folder):
        write_durable(folder / REVOKED, "".join(f"{each}\n" for each in (*revoked(folder), name)).encode())
    if name in installed(folder):  # or else no folder of a set
        shutil.rmtree(folder / name, ignore_errors=True)


def next_number(folders: Iterable[Path]) -> int:
    """Return the number of a set that none of these hosts has had; after the last one comes the first.

    Raises:
        SafetyError: they have had all of them.
    """
    places = tuple(folders)
    names = [name for folder in places for name in (*installed(folder), *revoked(folder))]
    had = {int(name, 16) % KEY_IDS for name in names}
    begin = max(had, default=0) + 1
    for number in range(begin, begin + KEY_IDS):
        if number % KEY_IDS not in had:
            return number % KEY_IDS
    raise SafetyError(places[0], "", "has had every key id; begin an empty folder (`farhand keys new`)")


def _text(path: Path) -> str:
    return read_file(path, at_most=_LARGEST_LIST).decode("ascii", "replace") if path.exists() else ""


def _make_durable(folder: Path) -> None:
    for path in (*sorted(folder.iterdir()), folder):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
