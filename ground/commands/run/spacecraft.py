"""The command `farhand spacecraft`: the space segment of a rehearsal as a program of its own, for a station.

--json  the keys of `Served`
"""

import asyncio
from pathlib import Path

import msgspec

from ground.commands.arguments import Arguments, real, seed
from ground.commands.output import answer, check_place
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.processes.interrupts import CTRL_C, exit_code
from ground.spacecraft.accepted_sets import ServedPass
from ground.spacecraft.simulated_spacecraft import AskedSpacecraft, SimulatedSpacecraft, simulated_spacecraft
from ground.spacecraft.space_program import SpaceProgram
from ground.station.operation import UNAUTHENTICATED
from telemetry.agreed.keys import key_text
from telemetry.agreed.run_settings import NS_PER_S

UNSEALED = "NONE: whoever is on its network can command it"
LONGEST_S, LATEST_S = 60.0, 4e9  # of a delay; that a clock on board can show


class Served(msgspec.Struct, frozen=True, kw_only=True):
    """What a spacecraft has served until it was ended."""

    station: str
    duration_s: float
    passes: list[ServedPass]  # in the order in which they were begun
    refused: dict[str, int]  # packets that came to nothing, by reason
    ended_by: str


def spacecraft(arguments: list[str]) -> int:
    """Serve passes until a person ends it; exit code 4: it would not be safe, 130: Ctrl-C ended it."""
    given = _options().parse_args(arguments)
    check_place(given.json)
    asked = AskedSpacecraft(
        path=Path(given.station),
        keys=given.keys,
        scenario=given.scenario,
        delay_s=given.delay,
        jitter_s=given.jitter,
        loss=given.loss,
        clock_offset_s=given.clock_offset,
        clock_drift_ppm=given.clock_drift,
        seed=given.seed,
        unauthenticated=given.unauthenticated,
    )
    simulated = simulated_spacecraft(asked)
    program = SpaceProgram(simulated, path=given.station, seed=given.seed)
    print_fitted(_start_text(simulated, program.end.key_ids))
    try:
        asyncio.run(program.run())
    except KeyboardInterrupt as ended:
        served = _served(simulated, program, str(ended) or CTRL_C)
    answer(served, _as_text(served), given.json)
    return exit_code(served.ended_by)


def _served(simulated: SimulatedSpacecraft, program: SpaceProgram, ended_by: str) -> Served:
    return Served(
        station=simulated.station.name,
        duration_s=round(program.now_ns() / NS_PER_S, 3),
        passes=program.end.passes,
        refused=dict(program.end.refused),
        ended_by=ended_by,
    )


def _start_text(simulated: SimulatedSpacecraft, key_ids: list[int]) -> str:
    station, settings = simulated.station, simulated.settings
    link, truth = settings.link, settings.truth
    return listing(
        [
            ("spacecraft", f"SIMULATED, of {station.name}"),
            ("telecommands", f"come in at {station.spacecraft.tc}"),
            ("telemetry", f"goes to {station.spacecraft.tm}"),
            ("link", f"{link.up_s:g} s up, {link.down_s:g} s down, {100 * link.loss:g} % lost"),
            ("clock on board", f"begins at {truth.clock_offset_s:g} s, gains {truth.clock_drift_ppm:g} ppm"),
            ("keys", ", ".join(map(key_text, key_ids)) if simulated.keys else UNSEALED),
        ]
    )


def _as_text(served: Served) -> str:
    passes = ", ".join(dict.fromkeys(each.pass_id for each in served.passes)) or "none"
    refused = ", ".join(f"{count} {reason}" for reason, count in served.refused.items()) or "nothing"
    return f"{served.duration_s:.0f} s, passes: {passes}; refused: {refused}"


def _options() -> Arguments:
    options = Arguments("spacecraft", "Simulate the spacecraft of a station, behind a link of its own.")
    options.add_argument("station", metavar="STATION", help="station file, *.toml (`farhand guide operate`)")
    options.add_argument(
        "--keys",
        metavar="KEYS",
        help="folder of the spacecraft's keys, as installed (default: the file's)",
    )
    options.add_argument(
        "--scenario",
        metavar="SCENARIO",
        help="whose start pose, truth, faults and losses it has (default: at home, as modelled, none)",
    )
    delay = real("delay", "s", least=0.0, most=LONGEST_S)
    options.add_argument("--delay", type=delay, metavar="S", help="each way (default: the station's)")
    options.add_argument("--jitter", type=delay, metavar="S", help="of each packet (default: the station's)")
    loss = real("share", "of all packets", least=0.0, most=1.0)
    options.add_argument("--loss", type=loss, metavar="SHARE", help="of all packets, each way (as 0.1)")
    offset = real("time", "s", least=0.0, most=LATEST_S)
    options.add_argument(
        "--clock-offset", type=offset, metavar="S", help="what the clock on board shows as it begins"
    )
    drift = real("drift", "ppm", least=-1000.0, most=1000.0)
    options.add_argument("--clock-drift", type=drift, metavar="PPM", help="what that clock gains")
    options.add_argument("--seed", type=seed, default=1, help="of noise and loss (default: 1)")
    options.add_argument(
        UNAUTHENTICATED,
        dest="unauthenticated",
        action="store_true",
        help="let a station without keys use a network; whoever is on it can command",
    )
    options.add_json("what it has served", is_needed=True)
    return options
