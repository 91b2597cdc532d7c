"""What the newest set-point of a hand tells: how it steers, and whether it leads the arm now."""

from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.command_rows import Commands
from telemetry.authority import State
from telemetry.messages.queue import SetPointArguments, TeleopSource

LED = (State.FILLING, State.TELEOP, State.RETREAT)


def newest_by_hand(commands: Commands) -> TeleopSource | None:
    """Return where the newest set-point comes from; None: not from a hand."""
    newest = commands[len(commands) - 1].arguments if len(commands) else None
    source = newest.source if isinstance(newest, SetPointArguments) else None
    return source if isinstance(source, TeleopSource) else None


def is_led(authority: AuthorityFacts) -> bool:
    """True if a hand leads the arm now."""
    return authority.gate is not None and authority.gate.value.state in LED
