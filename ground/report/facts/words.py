"""Words and figures of reports, the same in each of them."""

from ground.run.kept.history import EndedBy
from ground.run.kept.locks import SUPERVISOR
from predictor.queries.robot_facts import BaseFacts
from telemetry.agreed.reasons import Reason, line

BY_COMMAND = ("hold", "stop")  # actors that pressed HOLD by the command of that name


def actor_text(who: str, by: str = "") -> str:
    """Return the name of an actor: a command as it is typed; the supervisor with the signal that it got."""
    if who in BY_COMMAND:
        return f"`farhand {who}`"
    return f"{who} ({by})" if who == SUPERVISOR and by else who


def ended_by_text(ended_by: EndedBy) -> str:
    """Return what ended a run: the name of a signal, or the actor of a HOLD."""
    return ended_by.by or f"HOLD of {actor_text(ended_by.who, ended_by.by)}"


def reason_text(code: str) -> str:
    """Return the line of a reason; of an unknown code, the code."""
    return line(Reason(code)) if code in set(Reason) else code


def base_text(base: BaseFacts) -> str:
    """Return whether a base floats (`predictor.queries.robot_facts`)."""
    if not base.floats:
        return "bolted to the ground"
    return "floats, " + ("mass not known" if base.mass is None else f"{base.mass:.4g} kg")


def count_text(number: int, what: str) -> str:
    """Return a number of things: 1 finding, 2 findings."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def value_text(value: object) -> str:
    """Return a value of an expectation."""
    if isinstance(value, list):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def rounded(value: float | None, digits: int) -> float | None:
    """Return a figure with so many digits; None: there is none."""
    return None if value is None else round(value, digits)


def millimetres(value: float | None) -> str:
    """Return a distance [m] in millimetres."""
    return "no data" if value is None else f"{value * 1e3:.0f} mm"


def degrees(value: float) -> str:
    """Return an angle in degrees."""
    return f"{value:.1f}°"


def newtons(value: float | None) -> str:
    """Return a force in newtons."""
    return "no force" if value is None else f"{value:.2f} N"


def seconds(value: float | None) -> str:
    """Return a duration [s]."""
    return "no data" if value is None else f"{value:.2f} s"
