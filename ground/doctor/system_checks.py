"""Checks of what a process is given here: limits, text, processors, a screen, compiled code."""

from collections.abc import Iterator

from ground.doctor.first_verdict import FirstVerdict
from ground.doctor.host import Host
from ground.doctor.host_findings import Figures, Finding, doubtful, fine, graded, state_of, wrong

FEW_FILES, TOO_FEW_FILES = 1024, 256  # of one process
CORES = 2  # that a run is made for
QUOTA = "/sys/fs/cgroup/cpu.max"
COLD_S, TOO_COLD_S = 15.0, 60.0  # until the first verdict, by the clock
WARM_S, TOO_WARM_S = 2.0, 10.0
SETTINGS_OF_COMPILER = ("NUMBA_DISABLE_JIT", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
QT_LIBRARIES = "Qt's libraries (`apt-get install libgl1 libegl1 libxkbcommon0 libxcb-cursor0`)"
ABSENT = "ModuleNotFoundError"
INSTALL_CURE = "install farhand anew (`pip install .`), which brings Qt, or fly --headless"
QT_CURE = f"name a screen that is there in DISPLAY, install {QT_LIBRARIES}, or fly --headless"


def limits(host: Host) -> Iterator[Finding]:
    """See how many files a process may open, and how long a file may grow."""
    files, file_bytes = host.limits()
    bad = doubtful(
        "limits",
        f"{'any number of' if files is None else files} open files of a process",
        f"run `ulimit -n {4 * FEW_FILES}` first",
        item="open files",
        figures={"open_files": files},
    )
    count = FEW_FILES if files is None else files
    yield graded(state_of(-count, warning=-FEW_FILES, failure=-TOO_FEW_FILES), bad)
    size = doubtful(
        "limits",
        f"a file may have {'any number of' if file_bytes is None else file_bytes} bytes",
        "run `ulimit -f unlimited` first: a recording would end there",
        item="file size",
        figures={"file_bytes": file_bytes},
    )
    yield graded("ok" if file_bytes is None else "warning", size)


def text(host: Host) -> Iterator[Finding]:
    """See that names of files can be of any letters; figures are the same in every locale."""
    name = next(filter(None, map(host.environment.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    found = f"{host.encoding} in locale {name}; figures have a point in every locale"
    facts: Figures = {"encoding": host.encoding, "locale": name}
    if host.encoding.lower().replace("-", "") == "utf8":
        yield fine("text", found, figures=facts)
    else:
        yield doubtful("text", found, "set LANG=C.UTF-8", figures=facts)


def processors(host: Host) -> Iterator[Finding]:
    """See how many processors a run has."""
    cores, quota = host.processors(), _quota(host)
    given = cores if quota is None else min(float(cores), quota)
    found = f"{cores} for this user" + ("" if quota is None else f", of which the container has {quota:g}")
    bad = doubtful(
        "processors",
        found,
        f"give it {CORES}, or fly in virtual time (`--fast`): a run is made for {CORES}",
        figures={"cores": cores, "quota": quota},
    )
    yield graded("ok" if given >= CORES else "warning", bad)


def _quota(host: Host) -> float | None:
    """Return how many processors the container may use; None: any, or it is not known."""
    used, _, period = (host.system_file(QUOTA) or "").partition(" ")
    return int(used) / int(period) if used.isdigit() and period.isdigit() else None


def screen(host: Host) -> Iterator[Finding]:
    """See whether the console can appear, and what draws its scene."""
    found = host.screen()
    facts: Figures = {"qt": found.qt or None, "platform": found.platform or None}
    if found.complaint:
        what = f"Qt cannot open a window: {found.complaint}"
        bad = wrong if found.has_screen else doubtful
        cure = INSTALL_CURE if found.complaint.startswith(ABSENT) else QT_CURE
        yield bad("screen", what, cure, item="Qt", figures=facts)
        return
    if not found.has_screen:
        what = f"Qt {found.qt} is there, no screen is: runs fly without a console"
        yield doubtful("screen", what, "set DISPLAY, or fly --headless", item="Qt", figures=facts)
        return
    yield fine("screen", f"Qt {found.qt} opens a window by {found.platform}", item="Qt", figures=facts)
    drawn: Figures = {"renderer": found.renderer or None, "version": found.opengl or None}
    if not found.renderer:
        cure = "install a driver (`apt-get install libgl1-mesa-dri`), or fly with the flat scene"
        yield doubtful("screen", "no OpenGL 2.1: the scene is flat", cure, item="OpenGL", figures=drawn)
    elif found.is_software:
        what = (
            f"{found.opengl} by {found.renderer}, which this processor computes: the scene is flat in flight"
        )
        cure = "install the driver of the graphics card, or fly with the flat scene"
        yield doubtful("screen", what, cure, item="OpenGL", figures=drawn)
    else:
        yield fine("screen", f"{found.opengl} by {found.renderer}", item="OpenGL", figures=drawn)


def first_verdict(host: Host) -> Iterator[Finding]:
    """Give a first verdict in a process of its own, with nothing compiled before, and again."""
    cold, warm, complaint = host.first_verdicts()
    if complaint or cold is None or warm is None:
        cure = "install farhand anew (`pip install .`); compiled code needs numba"
        yield wrong("first verdict", f"there is none: {complaint}", cure)
        return
    yield _verdict(cold, item="cold", limits=(COLD_S, TOO_COLD_S))
    yield _verdict(warm, item="warm", limits=(WARM_S, TOO_WARM_S))
    yield _level(host, cold.target)


def _verdict(found: FirstVerdict, *, item: str, limits: tuple[float, float]) -> Finding:
    warning, failure = limits
    bad = doubtful(
        "first verdict",
        f"after {found.lasted_s:.1f} s, {found.worked_s:.1f} s of a processor",
        "end other programs; compiled code is kept, so it is waited for once",
        item=item,
        figures={"lasted_s": found.lasted_s, "worked_s": found.worked_s},
    )
    return graded(state_of(found.lasted_s, warning=warning, failure=failure), bad)


def _level(host: Host, level: str) -> Finding:
    facts: Figures = {"level": level or None}
    settings = [name for name in SETTINGS_OF_COMPILER if host.environment.get(name)]
    if settings:
        what = f"{', '.join(settings)} of the compiler are set: verdicts may be slower, or another machine's"
        return doubtful("first verdict", what, f"unset {' '.join(settings)}", item="processor", figures=facts)
    if level:
        return fine("first verdict", f"code for {level}", item="processor", figures=facts)
    cure = "nothing but another processor: verdicts are slower without AVX2"
    return doubtful(
        "first verdict", "code for this processor alone, without AVX2", cure, item="processor", figures=facts
    )
