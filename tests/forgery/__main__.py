"""The command `python -m tests.forgery`: ten million altered packets, a million replayed, none taken."""

import sys

from ground.cli import answered
from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, seed, whole
from ground.commands.output import answer, check_place
from ground.report.listing import table
from ground.report.terminal import Terminal
from ground.scenario.scenario import load
from tests.forgery.campaign import Outcome, campaign
from tests.forgery.captured import captured

ALTERED, REPLAYED = 10**7, 10**6
FLOWN_S = 12.0  # the short pass, up to its first motions
EVERY = 100_000  # offers between two lines of progress


def main(arguments: list[str]) -> int:
    """Fly, forge, and tell what came of it."""
    options = Arguments("", "Offer altered and replayed packets of a flight to their receivers.")
    options.prog = "python -m tests.forgery"
    number = whole("number", least=1, most=10**9)
    options.add_argument("--altered", type=number, default=ALTERED, metavar="N", help=f"{ALTERED:,}")
    options.add_argument("--replayed", type=number, default=REPLAYED, metavar="N", help=f"{REPLAYED:,}")
    options.add_argument("--seed", type=seed, default=1, metavar="N", help="of flight and alterations; 1")
    options.add_json("what came of it")
    given = options.parse_args(arguments)
    check_place(given.json)
    with Terminal() as terminal:
        terminal.begin_progress("a flight")
        flown = captured(load("short_link").with_plant("kinematic"), seconds=FLOWN_S, seed=given.seed)

        def show(what: str, done: int) -> None:
            if what == "altered" or done % EVERY == 0:
                terminal.show_progress(f"{done:,} {what}", what=what)

        found = campaign(
            flown, altered=given.altered, replayed=given.replayed, seed=given.seed, on_progress=show
        )
    answer(found._asdict(), as_text(found), given.json)
    return DONE if found.ok else FAILED


def as_text(found: Outcome) -> str:
    """Return it in words: each kind with its reasons, then the sum."""
    rows = [
        (kind, f"{sum(reasons.values()):,}", ", ".join(f"{why} {times:,}" for why, times in reasons.items()))
        for kind, reasons in found.reasons.items()
    ]
    lines = table([("KIND", "OFFERED", "REFUSED FOR"), *rows], right=(1,))
    wrong = [f"TAKEN: {each}" for each in found.taken] + [f"REFUSED: {each}" for each in found.refused]
    return "\n".join(
        [
            *lines,
            *wrong,
            f"{found.altered:,} altered and {found.replayed:,} replayed: {found.taken_count} taken",
            f"{found.genuine:,} unaltered: {found.refused_count} refused",
        ]
    )


if __name__ == "__main__":
    sys.exit(answered(lambda: main(sys.argv[1:])))
