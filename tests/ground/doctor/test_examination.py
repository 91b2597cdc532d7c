"""The doctor: each check is fine on a good host, and finds the one thing that is wrong on a bad one."""

from dataclasses import replace

import msgspec
import pytest

from ground.commands.doctor import as_text
from ground.doctor.examination import CHECKS, examined
from ground.doctor.first_verdict import FirstVerdict, FirstVerdicts
from ground.doctor.host import Limits
from ground.doctor.places import Syncs
from ground.doctor.punctuality import Lateness
from ground.screen import ScreenProbe
from telemetry.files.settings import FileError
from telemetry.life.discipline import Discipline
from telemetry.network.host_network import BufferSize
from tests.ground.doctor.healthy import CLOCKS, FOLDER, HEALTHY, LAN, LOOPBACK, SCREEN, SYSTEM, VERDICT

W, F = "warning", "failure"


def refused(*_):
    raise FileError("127.0.0.1", "", "has no 17 ports left for a run")


def full(_):
    raise OSError(28, "No space left on device")


def no_multicast(group, port, address):
    raise OSError(19, "No such device")


def with_folder(**changes):
    return {"place": lambda _: FOLDER._replace(**changes)}


def late(**changes):
    grid = Lateness(period_s=0.01, ticks=300, late=0, worst_s=0.002)._replace(**changes)
    return {"lateness": lambda: [grid]}


def system(path, value):
    return {"system_file": {**SYSTEM, path: value}.get}


def drawn(**changes):
    known = {name: getattr(SCREEN, name) for name in SCREEN.__struct_fields__}
    return {"screen": lambda: ScreenProbe(**{**known, **changes})}


def verdicts(cold=VERDICT, warm=VERDICT):
    return {"first_verdicts": lambda: FirstVerdicts(cold, warm)}


def interfaces(*each):
    return {"interfaces": lambda: each}


SMALL = BufferSize(4 << 20, 208 << 10)
UNKEPT = Discipline(is_kept=False, greatest_error_s=16.0, estimated_error_s=16.0)
SLOW = FirstVerdict(lasted_s=20.0, worked_s=19.0, target="x86-64-v3")
WRONG = [  # what is wrong, and of the line that tells it: check and item, state, words, cure
    (interfaces(LAN), "interfaces lo", F, "no loopback that is up", "ip link set lo up"),
    (interfaces(LOOPBACK._replace(is_up=False), LAN), "interfaces lo", F, "no loopback", "ip link set lo up"),
    (interfaces(LOOPBACK), "interfaces", W, "only the loopback", "IPv4 address"),
    (interfaces(LOOPBACK, LAN._replace(address=None)), "interfaces", W, "only the loopback", "IPv4 address"),
    (interfaces(LOOPBACK, LAN._replace(mtu=1280)), "interfaces eth0", W, "1280 bytes", "eth0 mtu 1500"),
    ({"echo_s": lambda *_: None}, "multicast lo", F, "did not come back", "firewall"),
    ({"echo_s": lambda *_: None}, "multicast eth0", W, "did not come back", "firewall"),
    ({"echo_s": no_multicast}, "multicast lo", F, "No such device", "firewall"),
    (
        {**interfaces(LOOPBACK, LAN._replace(can_multicast=False)), "echo_s": no_multicast},
        "multicast eth0", W, "No such device", "ip link set eth0 multicast on",
    ),
    ({"buffer_size": lambda: SMALL}, "receive buffer", W, "0.20 of 4 MiB", "rmem_max"),
    ({"free_addresses": refused}, "ports", F, "no 17 ports left", "ask again"),
    (system("/proc/sys/net/ipv4/ip_local_port_range", "1024 60999"), "ports outgoing", W, "1024", "32768"),
    ({"monotonic_step_s": lambda: 0.01}, "clocks monotonic", F, "10000000 ns", "finer"),
    (
        system("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet"),
        "clocks monotonic", W, "source hpet", "clocksource=tsc",
    ),
    ({"discipline": lambda: UNKEPT}, "clocks UTC", W, "no program keeps it right", "chrony"),
    ({"discipline": lambda: None}, "clocks UTC", W, "does not say", "chrony"),
    (
        {"discipline": lambda: UNKEPT._replace(is_kept=True, greatest_error_s=0.3)},
        "clocks UTC", W, "within 300.0 ms", "settled",
    ),
    (
        {"read_both": lambda: type(CLOCKS)(utc_ns=0, monotonic_ns=0, uncertainty_ns=80)},
        "clocks UTC", F, "shows 1970-01-01", "set the clock",
    ),
    (
        {"read_both": lambda: type(CLOCKS)(utc_ns=CLOCKS.utc_ns, monotonic_ns=0, uncertainty_ns=10**6)},
        "clocks UTC and monotonic", W, "1000.00 us", "end other programs",
    ),
    (with_folder(can_write=False), "permissions runs", F, "cannot be written", "set XDG_STATE_HOME"),
    (with_folder(is_read_only=True), "permissions runs", F, "read only", "set XDG_STATE_HOME"),
    (with_folder(is_folder=False), "permissions runs", F, "a file is in its way", "set XDG_STATE_HOME"),
    (with_folder(is_own=False), "permissions runs", W, "another user's", "set XDG_STATE_HOME"),
    (with_folder(mode=0o777), "permissions compiled code", W, "others (0777)", "chmod go-w"),
    (with_folder(free_bytes=2 << 30), "disk free", W, "2.0 GiB", "farhand runs --prune"),
    (with_folder(free_bytes=1 << 20), "disk free", F, "0.0 GiB", "farhand runs --prune"),
    ({"synced": lambda _: Syncs(0.02, 0.06)}, "disk write and sync", W, "60.0 ms", "faster disk"),
    ({"synced": lambda _: Syncs(0.1, 0.5)}, "disk write and sync", F, "500.0 ms", "faster disk"),
    ({"synced": full}, "disk", F, "No space left", "ask again"),
    ({"limits": lambda: Limits(512, None)}, "limits open files", W, "512 open files", "ulimit -n 4096"),
    ({"limits": lambda: Limits(64, None)}, "limits open files", F, "64 open files", "ulimit -n 4096"),
    ({"limits": lambda: Limits(None, 10**6)}, "limits file size", W, "1000000 bytes", "ulimit -f unlimited"),
    ({"encoding": "ascii"}, "text", W, "ascii in locale C.UTF-8", "LANG=C.UTF-8"),
    ({"processors": lambda: 1}, "processors", W, "1 for this user", "--fast"),
    (system("/sys/fs/cgroup/cpu.max", "150000 100000"), "processors", W, "the container has 1.5", "--fast"),
    (drawn(complaint="could not load xcb"), "screen Qt", F, "could not load xcb", "apt-get install"),
    (drawn(complaint="no libEGL.so.1", has_screen=False), "screen Qt", W, "no libEGL.so.1", "apt-get"),
    (
        drawn(complaint="ModuleNotFoundError: No module named 'PySide6'", has_screen=False),
        "screen Qt", W, "'PySide6'", "pip install",
    ),
    (drawn(has_screen=False), "screen Qt", W, "no screen is", "set DISPLAY"),
    (drawn(renderer=""), "screen OpenGL", W, "the scene is flat", "libgl1-mesa-dri"),
    (drawn(renderer="llvmpipe", is_software=True), "screen OpenGL", W, "this processor computes", "driver"),
    (late(late=3), "punctuality every 10 ms", W, "1.0% of 300 ticks", "end other programs"),
    (late(late=60), "punctuality every 10 ms", F, "20.0% of 300 ticks", "end other programs"),
    (late(worst_s=0.05), "punctuality every 10 ms", W, "the worst 50.0 ms", "end other programs"),
    (late(worst_s=0.2), "punctuality every 10 ms", F, "the worst 200.0 ms", "end other programs"),
    (late(ticks=0), "punctuality every 10 ms", F, "of 0 ticks", "end other programs"),
    (verdicts(cold=SLOW), "first verdict cold", W, "after 20.0 s", "end other programs"),
    (verdicts(warm=SLOW), "first verdict warm", F, "after 20.0 s", "end other programs"),
    (verdicts(cold=SLOW._replace(target="")), "first verdict processor", W, "without AVX2", "processor"),
    (
        {"first_verdicts": lambda: FirstVerdicts(None, None, "No module named 'numba'")},
        "first verdict", F, "No module named 'numba'", "pip install",
    ),
    (
        {"environment": {**HEALTHY.environment, "NUMBA_OPT": "0"}},
        "first verdict processor", W, "NUMBA_OPT", "unset NUMBA_OPT",
    ),
]  # fmt: skip


def test_nothing_is_wrong_on_a_healthy_host():
    found = examined(HEALTHY)
    assert [each for each in found.findings if each.state != "ok" or each.cure is not None] == []
    assert found.ok and {each.check for each in found.findings} == {*CHECKS}


@pytest.mark.parametrize(("what", "line", "state", "words", "cure"), WRONG)
def test_what_is_wrong_is_one_line_with_its_cure(what, line, state, words, cure):
    found = examined(replace(HEALTHY, **what))
    lines = {f"{each.check} {each.item}".strip(): each for each in found.findings}
    assert (lines[line].state, words in lines[line].found) == (state, True), lines[line]
    assert cure in lines[line].cure
    assert found.ok == (F not in [each.state for each in found.findings])
    assert "\n" not in lines[line].found + lines[line].cure


def test_each_check_is_made_wrong_by_some_test_here():
    made_wrong = {check for check in CHECKS for _, line, *_ in WRONG if line.startswith(check)}
    assert made_wrong == {*CHECKS}


def test_a_check_that_cannot_be_made_ends_no_other():
    found = examined(replace(HEALTHY, synced=full, buffer_size=lambda: full(None)))
    assert [each.check for each in found.findings if each.state == "failure"] == ["receive buffer", "disk"]
    assert {each.check for each in found.findings} == {*CHECKS}


def test_each_finding_is_a_line_that_begins_with_its_state():
    text = as_text(examined(replace(HEALTHY, encoding="ascii", processors=lambda: 1)))
    *lines, total = text.splitlines()
    assert {line.split()[0] for line in lines} == {"OK", "WARNING"}
    assert [line for line in lines if "; cure: " in line] == [line for line in lines if "WARNING" in line]
    assert total == "this machine can fly a run: 0 failures, 2 warnings"


FIGURES = {  # by finding: what others rely on
    **dict.fromkeys(("interfaces lo", "interfaces eth0"), "address is_up mtu"),
    **dict.fromkeys(("multicast lo", "multicast eth0"), "took_s"),
    "receive buffer": "asked_bytes granted_bytes may_stall_s",
    "ports of a run": "first_port",
    "ports outgoing": "low high",
    "clocks monotonic": "step_s source",
    "clocks UTC and monotonic": "uncertainty_s",
    "clocks UTC": "is_kept greatest_error_s",
    "clocks time zone": "name ahead_h",
    **dict.fromkeys(("permissions runs", "permissions compiled code"), "folder is_there mode"),
    "disk free": "free_bytes",
    "disk write and sync": "median_s worst_s",
    "limits open files": "open_files",
    "limits file size": "file_bytes",
    "text": "encoding locale",
    "processors": "cores quota",
    "screen Qt": "qt platform",
    "screen OpenGL": "renderer version",
    **dict.fromkeys(("punctuality every 250 ms", "punctuality every 10 ms"), "period_s ticks late worst_s"),
    **dict.fromkeys(("first verdict cold", "first verdict warm"), "lasted_s worked_s"),
    "first verdict processor": "level",
}


def test_the_facts_keep_their_names():
    found = msgspec.to_builtins(examined(HEALTHY))
    findings = found.pop("findings")
    assert [*found] == ["ok", "at", "farhand", "failures", "warnings"]
    assert {(*each,) for each in findings} == {("check", "item", "state", "found", "cure", "figures")}
    assert {name(each): " ".join(each["figures"]) for each in findings} == FIGURES


def name(finding):
    return f"{finding['check']} {finding['item']}".strip()
