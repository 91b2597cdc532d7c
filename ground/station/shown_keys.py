"""The key sets of a host as people see them: ids, whose, for what, since when, until when; never a secret."""

from pathlib import Path

import msgspec

from ground.report.listing import listing
from telemetry.agreed.participants import SEATS, Participant
from telemetry.files.settings import FileError
from telemetry.keys import heard_page, key_folder
from telemetry.keys.key_file import KeyFile, Wanted, key_in, read_key
from telemetry.keys.number_state import NumbersOf, problem_of
from telemetry.keys.set_folder import HEARD, KEY, NUMBERS, heard_path, key_path, numbers_path
from telemetry.life.clock import utc_text


class ShownSet(msgspec.Struct, frozen=True, kw_only=True):
    """One set."""

    name: str  # its key id
    state: str  # in use, installed, revoked
    mode: str
    scope: str  # name of the station, or id of the run
    participants: list[str]  # whose keys are here
    roles: dict[str, str]  # that they prove, by participant
    is_confidential: bool
    made: str  # UTC
    expires: str  # UTC; empty: never
    problems: list[str]  # what speaks against its keys and numbers here


class ShownSets(msgspec.Struct, frozen=True, kw_only=True):
    """The sets of a folder."""

    folder: str
    sets: list[ShownSet]
    revoked: list[str]
    problems: list[str]  # why the next run could not begin


def shown(folder: Path) -> ShownSets:
    """Look at the sets of a host, or at the one set of a run; SafetyError: there are none."""
    if any(folder.glob("*.key")):
        sets = [_shown_set(folder, "in use")]
        return ShownSets(folder=str(folder), sets=sets, revoked=[], problems=sets[0].problems)
    problems, used = list[str](), ""
    names = key_folder.installed(folder)
    try:
        used = key_folder.in_use(folder)
    except FileError as error:
        problems = [str(error)]
    gone = key_folder.revoked(folder)
    here = [name for name in names if name not in gone]
    sets = [_shown_set(folder / name, "in use" if name == used else "installed") for name in here]
    found = [problem for each in sets if each.state == "in use" for problem in each.problems]
    return ShownSets(folder=str(folder), sets=sets, revoked=gone, problems=[*problems, *found])


def as_text(sets: ShownSets) -> str:
    """Return the same for people."""
    lines = [line for each in sets.sets for line in _lines(each)]
    lines += [f"key {name}  revoked" for name in sets.revoked]
    return "\n".join([sets.folder, *lines, *(f"PROBLEM  {problem}" for problem in sets.problems)])


def _lines(each: ShownSet) -> list[str]:
    what = "encrypted" if each.is_confidential else "authenticated, readable"
    facts = [
        ("for", f"{each.scope}, mode {each.mode}, {what}"),
        ("whose", ", ".join(each.participants)),
        *_seats(each),
        ("made", each.made),
        ("expires", each.expires or "never"),
    ]
    beside = [("problem", problem) for problem in each.problems if each.state != "in use"]
    return [f"key {each.name}  {each.state}", listing([*facts, *beside], indent="  ")]


def _seats(each: ShownSet) -> list[tuple[str, str]]:
    """Return what those may do whose keys are for people at screens."""
    here = {seat: sorted(name for name, role in each.roles.items() if role == seat) for seat in SEATS}
    return [(seat, f"{', '.join(names)}: {SEATS[seat]}") for seat, names in here.items() if names]


def _shown_set(folder: Path, state: str) -> ShownSet:
    files = key_folder.keys_in(folder)
    first = files[0]
    names = sorted({path.stem for path in folder.iterdir() if path.suffix in (KEY, NUMBERS, HEARD)})
    return ShownSet(
        name=key_folder.set_name(first.key_id),
        state=state,
        mode=first.mode,
        scope=first.scope,
        participants=names,
        roles={content.participant: content.role for content in files},
        is_confidential=first.is_confidential,
        made=utc_text(first.made_ns),
        expires=utc_text(first.expires_ns) if first.expires_ns else "",
        problems=[problem for name in names for problem in _problems(folder, name, first)],
    )


def _problems(folder: Path, name: str, first: KeyFile) -> list[str]:
    path = key_path(folder, name)
    try:
        row = Participant(name, key_in(path).role)
        content = read_key(path, Wanted(participant=row, mode=first.mode, scope=first.scope))
    except FileError as error:
        return [str(error)]
    problems = (
        problem_of(numbers_path(folder, name), NumbersOf(name, content.key_id)),
        heard_page.problem_of(heard_path(folder, name)),
    )
    return [problem for problem in problems if problem]
