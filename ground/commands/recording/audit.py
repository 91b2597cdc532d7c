"""The command `farhand audit`: which invariants a recording proves, alone.

--json    as `ground.audit.answers` tells
--log     compares the gate's own log with it (`ground.audit.log_file`)
--key     checks who sealed that log, or the one in the recording (`ground.audit.log_chain`)
--motion  sweeps all released motion again, by MuJoCo's distances (`ground.rehearsal.body.motion_sweep`)
"""

from pathlib import Path

from ground.audit.answers import AuditAnswer, Break, InvariantAnswer, LogAnswer, with_invariant
from ground.audit.log_file import LogFile
from ground.audit.recording_audit import audit_recording
from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place
from ground.report.terminal import Terminal
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError, read_file
from telemetry.keys.key_file import key_in

SHOWN_BESIDE = 10


def audit(arguments: list[str]) -> int:
    """Show what a recording proves; exit code 1: something is broken, or not proven."""
    options = Arguments("audit", "Prove the invariants of a run from its recording alone.")
    options.add_recording()
    options.add_argument(
        "--motion", action="store_true", help="also the clearance of all motion that left, by MuJoCo"
    )
    options.add_argument(
        "--log", metavar="LOG", help="also the gate's log, compared record by record with what is on record"
    )
    options.add_argument(
        "--key",
        metavar="FILE",
        help="also the seals of the gate's log, by its key file or the keys' folder",
    )
    options.add_json("the answers", is_needed=True)
    given = options.parse_args(arguments)
    check_place(given.json)
    recording = options.recording(given)
    log = LogFile(given.log, read_file(given.log)) if given.log else None
    secrets = audit_secrets(Path(given.key)) if given.key else None
    with Terminal() as terminal:
        terminal.begin_progress("reads the recording")

        def show(at_ns: int) -> None:
            terminal.show_progress(f"{at_ns / NS_PER_S:6.1f} s  read", "reading the recording")

        result = audit_recording(recording, on_record=show, log=log, secrets=secrets)
        if given.motion:
            from ground.rehearsal.body.motion_sweep import sweep_recording  # MuJoCo

            result = with_invariant(result, sweep_recording(recording, on_record=show))
    answer(result, audit_text(result), given.json)
    return DONE if result.ok else FAILED


def audit_text(result: AuditAnswer) -> str:
    """Return the lines for people."""
    lines = [f"{result.verdict}: {result.released} set-points have left"]
    lines += [line for row in result.invariants for line in _invariant_lines(row, result.missing)]
    lines += [f"beside     {_break_text(each)}" for each in result.beside[:SHOWN_BESIDE]]
    if len(result.beside) > SHOWN_BESIDE:
        lines.append(f"beside     and {len(result.beside) - SHOWN_BESIDE} more")
    lines += [f"missing    {text}" for text in result.missing]
    lines += [_log_text(result.log)] if result.log else []
    return "\n".join([*lines, "on trust", *(f"  {text}" for text in result.trusted)])


def audit_secrets(path: Path) -> dict[int, bytes]:
    """Return by key id what seals the log of a gate: of a key file, a key set, or all sets of a station.

    Raises:
        FileError: there is none, or others may see it.
    """
    files = [*path.glob("*.key"), *path.glob("*/*.key")] if path.is_dir() else [path]
    rings = [key_in(each).ring for each in sorted(files)]
    found = {ring.key_id: ring.audit for ring in rings if ring.audit}
    if not found:
        raise FileError(path, "", "holds no key that seals a gate's log; name the gate's key, or its folder")
    return found


def _log_text(log: LogAnswer) -> str:
    rows = (
        ("log", log.answer, f"{log.records} records, {log.recorded} on record{_why(log.what, '; ')}"),
        ("chain", log.chain, log.chain_what),
        ("seal", log.seal, log.seal_what),
    )
    return "\n".join(f"{name:<10} {answer}{_why(what, ': ')}" for name, answer, what in rows)


def _why(what: str, before: str) -> str:
    return f"{before}{what}" if what else ""


def _invariant_lines(row: InvariantAnswer, missing: list[str]) -> list[str]:
    lines = [f"  {row.number:>2}  {row.answer:<10}  {row.text}"]
    if row.first:
        more = f" ({row.broken} times)" if row.broken > 1 else ""
        lines.append(f"        {_break_text(row.first)}{more}")
    lines += [f"        {why}" for why in row.missing if why not in missing]
    return lines


def _break_text(found: Break) -> str:
    where = f", record {found.record}, {found.channel} {found.number}" if found.record is not None else ""
    return f"at {found.at_s:.3f} s{where}: {found.text}"
