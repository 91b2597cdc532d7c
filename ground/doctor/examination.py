"""The examination of a host: every check in turn, quick ones first; what fails by itself is a finding too."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from ground.doctor import network_checks, place_checks, system_checks, time_checks
from ground.doctor.host import Host
from ground.doctor.host_findings import Finding, wrong
from ground.run.kept.version import software_version
from telemetry.life.clock import utc_ns, utc_text

Check = Callable[[Host], Iterable[Finding]]

# To add a check: its function in a file beside this one, and a row here.
CHECKS: Mapping[str, Check] = {
    "interfaces": network_checks.interfaces,
    "multicast": network_checks.multicast,
    "receive buffer": network_checks.buffers,
    "ports": network_checks.ports,
    "clocks": time_checks.clocks,
    "permissions": place_checks.permissions,
    "disk": place_checks.disk,
    "limits": system_checks.limits,
    "text": system_checks.text,
    "processors": system_checks.processors,
    "screen": system_checks.screen,
    "punctuality": time_checks.punctuality,
    "first verdict": system_checks.first_verdict,
}


class Examination(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of a host."""

    ok: bool  # nothing is a failure
    at: str  # UTC
    farhand: str  # version
    failures: int
    warnings: int
    findings: list[Finding]


def examined(
    host: Host,
    on_progress: Callable[[str], None] = lambda _: None,
    *,
    checks: Mapping[str, Check] = CHECKS,
) -> Examination:
    """Return what all checks find; `on_progress` gets the name of each before it begins."""
    at, findings = utc_text(utc_ns()), list[Finding]()
    for name, check in checks.items():
        on_progress(name)
        findings += _found(name, check, host)
    states = [finding.state for finding in findings]
    return Examination(
        ok="failure" not in states,
        at=at,
        farhand=software_version(),
        failures=states.count("failure"),
        warnings=states.count("warning"),
        findings=findings,
    )


def _found(name: str, check: Check, host: Host) -> list[Finding]:
    """Return what a check finds, and of one that cannot be made why not."""
    findings = list[Finding]()
    try:
        findings.extend(check(host))
    except (OSError, ValueError) as error:  # what the system refuses; a FileError
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        findings.append(
            wrong(name, f"cannot be examined: {why}", "cure what the system says, then ask again")
        )
    return findings
