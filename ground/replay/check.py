"""Run roles again from a recording alone, and tell whether they decide the same.

    recording ---> files of the model ---> a folder of its own
              ---> what each participant was given ---> role, again ---> said, worked out, written
              ---> what others were given from it  --------- the same? -----'

Nothing else is read: no run folder, no scenario, no settings but those on record.  A life has one outcome:

    SAME          built, run through all that it was given, and what was heard of it is said again; what
                  admission had refused is refused again (`rerun_life`)
    DIFFERENT     something of it is another one now
    NOT CHECKED   it could not be built, or not be run through all that it was given, as its note says

Where kernels were compiled for another processor, or by another compiler, than when the recording was made,
figures may differ in their last digits: SAME counts there as here, but a difference proves nothing, and its
life is NOT CHECKED.

All is SAME only if there is a life and each is.  Roles that are never run again count for nothing.  Code of
another version than made the recording proves nothing: all is NOT CHECKED then, and nothing is run.
"""

import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec

from ground.replay.message_agreement import Difference, message_agreement, work_difference
from ground.replay.rerun_life import RerunAdmission, RerunLife
from ground.run.kept.recorded_run import ModelPlaces, recorded_settings, unpack_model
from ground.run.kept.version import software_version
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.messages.images import ImagePacket
from telemetry.recording.given.received import MessageOpener
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries
from telemetry.recording.records.lives import LifeInput, Lives
from telemetry.recording.records.record import SETTINGS, About, damage_text
from telemetry.recording.records.sent_messages import MessagesBySender

# roles that know nothing but what they are given; to a screen people speak too, a spacecraft has its physics
CHECKED_ROLES = ("bridge", "predictor", "planner", "gate", "haptics", "image_monitor", "operator")
COUNTS_BY_PASS = "bridge"
WHY_LEFT_OUT = (  # where the space link has passes
    "what it sends up is numbered by its pass, and the recording does not tell its place among the rest"
)

Outcome = Literal["SAME", "DIFFERENT", "NOT CHECKED"]


class CheckedLife(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one life."""

    participant: str
    life: int = 0
    outcome: Outcome
    inputs: int = 0
    refused: int = 0  # by admission
    said: int = 0
    compared: int = 0
    by_figures: int = 0
    unheard: int = 0
    beyond: int = 0
    works: int = 0
    note: str
    difference: Difference | None = None


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of all."""

    recording: str
    verdict: Outcome
    ok: bool  # it is SAME
    roles: list[CheckedLife]
    not_run_again: dict[str, int]  # PARTICIPANT -> records
    left_out: dict[str, str]  # PARTICIPANT -> why, of those that are run again in other runs
    made_by: str  # version of the software that recorded
    refused: str | None  # why nothing was run
    elsewhere: str | None  # what machine code was made for there and here, if it is another one
    damage: str | None


def check(recording: Path) -> Checked:
    """Run every life of the roles that decide again, and compare.

    Raises:
        FileError: there is no such recording, or it does not hold the very model of its run.
    """
    deliveries = read_deliveries(recording)
    next(deliveries.records(), None)  # what the run was is known from then on
    if deliveries.about.version != software_version():
        return _answer(recording, deliveries, rows=[], others={})
    run = _proven_settings(recording, deliveries.about)
    others: dict[str, int] = {}  # records of who is never run again
    with tempfile.TemporaryDirectory(prefix="farhand-check-") as folder:
        model = unpack_model(recording, deliveries.about, Path(folder))
        voices = MessagesBySender(run.speakers)
        try:
            lives = list(_again(deliveries, run, model=model, voices=voices, others=others))
        except msgspec.MsgspecError as error:
            problem = f"what a role began with is not of this version ({error})"
            raise FileError(recording, "", f"{problem}; use farhand {deliveries.about.version}") from None
    rows = [_checked_life(life, voices, is_cut=deliveries.damage is not None) for life in lives]
    for place, ((row, life), (_, later)) in enumerate(pairwise(zip([*rows], lives, strict=True))):
        if later.participant == life.participant and row.difference is None:
            rows[place] = msgspec.structs.replace(row, difference=life.store_difference(later))
    rows += _unrecorded_lives(lives, voices, run)
    return _answer(recording, deliveries, rows=rows, others=others, has_passes=run.has_passes)


def _answer(
    recording: Path,
    deliveries: Deliveries,
    *,
    rows: Sequence[CheckedLife],
    others: dict[str, int],
    has_passes: bool = False,
) -> Checked:
    """Return the answer: the rows of all lives, and the records of participants that are never run again."""
    elsewhere, made_by = _other_machine_code(deliveries.about), deliveries.about.version
    otherwise: Outcome = "NOT CHECKED" if elsewhere else "DIFFERENT"
    lives = [msgspec.structs.replace(row, outcome=otherwise) if row.difference else row for row in rows]
    verdict = _verdict(lives)
    return Checked(
        recording=str(recording),
        verdict=verdict,
        ok=verdict == "SAME",
        roles=lives,
        not_run_again=dict(sorted(others.items())),
        left_out={COUNTS_BY_PASS: WHY_LEFT_OUT} if has_passes else {},
        made_by=made_by,
        refused=None if made_by == software_version() else _other_version(made_by),
        elsewhere=elsewhere,
        damage=damage_text(deliveries.damage) or None,
    )


def _other_machine_code(about: About) -> str | None:
    """Return which figures may differ because kernels are compiled otherwise here; None: they are not."""
    from predictor.compiler.jit_cache import machine_code  # these load the compiler
    from predictor.compiler.jit_target import target

    if about.machine_code in ("", machine_code()):
        return None
    made = f"machine code {about.machine_code} for {about.target} there, {machine_code()} for {target()} here"
    return f"{made}: distances, and what follows from them, may differ in their last digits"


def _other_version(made_by: str) -> str:
    which = f"farhand {made_by}" if made_by else "a farhand that does not tell its version"
    return f"made by {which}, and only that one can check it; this is {software_version()}"


def _proven_settings(recording: Path, about: About) -> RunSettings:
    """Return the settings of the run; FileError: they are not on record, or not those it was flown with."""
    run = recorded_settings(recording, about)
    if run.configuration.hex() != about.configuration:
        raise FileError(recording, SETTINGS, "is not what the run was flown with: its digest is another one")
    return run


def _again(
    deliveries: Deliveries,
    run: RunSettings,
    *,
    model: ModelPlaces,
    voices: MessagesBySender,
    others: dict[str, int],
) -> Iterator[RerunLife]:
    """Run all lives of the roles that decide, at the same time, through the whole recording."""
    lives, running = Lives(MessageOpener(run.speakers)), dict[tuple[str, int], RerunLife]()
    admission, zero_utc_ns = RerunAdmission(run.speakers), deliveries.about.zero_utc_ns
    begun = partial(RerunLife, model=model, admission=admission, zero_utc_ns=zero_utc_ns)
    roles, checked = dict(run.participants), _checked_roles(run)
    for record, _ in deliveries.records():
        voices.on_record(record)
        role = roles.get(record.role, "")
        if role not in checked:
            others[record.role] = others.get(record.role, 0) + 1
            continue
        for item in lives.on_record(record):
            key = item.participant, item.life
            life = running.get(key) or running.setdefault(key, begun(*key, role=role))
            if isinstance(item, LifeInput):
                life.on_input(item)
            else:
                life.on_gap(item.problem)
    for key in sorted(running):
        running[key].on_end()
        yield running[key]


def _checked_life(life: RerunLife, voices: MessagesBySender, *, is_cut: bool) -> CheckedLife:
    """Return what the answer says of one life."""
    spoken = [item.message for item in life.spoken]
    compared = message_agreement(
        voices.of(life.participant, life.boot.epoch),
        [message for message in spoken if not isinstance(message, ImagePacket)],
        before=life.boot.sequence,
        known_until_ns=None if life.is_whole else life.last_ns,
    )
    differences = (compared.difference, life.difference, work_difference(life.reworked))
    found = [difference for difference in differences if difference]
    note, is_all = life.note, life.is_through
    if is_all and not life.is_whole and (compared.beyond or is_cut):
        is_all, note = False, note or "what it was given last is not on record"
    return CheckedLife(
        participant=life.participant,
        life=life.number,
        outcome="SAME" if is_all else "NOT CHECKED",
        inputs=life.inputs,
        refused=life.refused,
        said=len(spoken),
        compared=compared.compared,
        by_figures=compared.by_figures,
        unheard=compared.unheard,
        beyond=compared.beyond,
        works=len(life.reworked),
        note=note,
        difference=min(found, key=lambda difference: difference.at_s, default=None),
    )


def _verdict(rows: Sequence[CheckedLife]) -> Outcome:
    """Return the outcome of all lives."""
    found: set[Outcome] = {row.outcome for row in rows} or {"NOT CHECKED"}
    order: tuple[Outcome, ...] = ("DIFFERENT", "NOT CHECKED", "SAME")
    return next(word for word in order if word in found)


def _checked_roles(run: RunSettings) -> tuple[str, ...]:
    return tuple(role for role in CHECKED_ROLES if not (run.has_passes and role == COUNTS_BY_PASS))


def _unrecorded_lives(
    lives: list[RerunLife], voices: MessagesBySender, run: RunSettings
) -> Iterator[CheckedLife]:
    """Yield rows of participants that were heard in a life of which nothing is on record."""
    deciding = {name for name, role in run.participants if role in _checked_roles(run)}
    known = {(life.participant, life.boot.epoch) for life in lives}
    unbegun = {life.participant for life in lives if life.boot.epoch < 0}
    for (sender, epoch), messages in voices.counts().items():
        if sender in deciding - unbegun and (sender, epoch) not in known:
            note = f"{messages} messages were heard of it in a life that is not on record"
            yield CheckedLife(participant=sender, outcome="NOT CHECKED", note=note, beyond=messages)
