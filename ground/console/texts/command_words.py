"""How a command reads, column by column; knows no screen.

    no.   item      source    mm/req.  state             tool mm     executes   life
    3.12  J2 +1.4°  #12 pass  64.8/30  ◌ waiting 0.75 s  612 -33 204            T+00:42.3 ◌+0.0
    #1    HOLD      console            → released                               T+00:44.1 →+0.0

Which hold or roll-back explains an end stands beside the state, and takes its colour away.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow
from ground.console.texts import formats, theme
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.command import CommandState
from telemetry.messages.queue import HoldArguments, PlanSource, SetPointArguments, TeleopSource

UNKNOWN_STATE = "unknown"
ITEM_TEXTS = {"motion": "move", "stop": "stop", "hold": "HOLD", "resume": "RESUME"}
REMEMBERED_PLACES = 512  # places of the tool


class ShownMoment(NamedTuple):
    """What the words of a row depend on beside the row."""

    now_ns: int = 0
    is_lost: bool = False  # there is no contact


class CommandWords:
    """Reads rows out for one run and one arm."""

    def __init__(self, run: RunSettings, robot: Robot) -> None:
        """Take what stays the same in a run."""
        self._hold_s = run.commanding.depth * run.commanding.period_s
        self._units = [joint.unit for joint in robot.commanded]
        self._place = _place_of(robot)

    def number(self, row: CommandRow) -> str:
        """Return which of its kind it is: set-points count in their epoch, HOLDs by themselves."""
        if row.kind == "hold":
            return f"#{row.seq}"
        return f"{row.epoch}.{row.seq}" if row.seq else f"{row.epoch}"

    def item(self, row: CommandRow) -> str:
        """Return what is to be done."""
        name, arguments = ITEM_TEXTS.get(row.kind, row.kind), row.arguments
        if not isinstance(arguments, SetPointArguments) or arguments.largest is None:
            return name
        joint, change = arguments.largest
        unit = self._units[joint] if joint < len(self._units) else "rad"
        moved = f"J{joint + 1} {formats.joint_value(change, unit)}"
        return moved if row.kind == "motion" else f"{name} {moved}"

    def source(self, row: CommandRow) -> str:
        """Return the actor or the plan that asks for it."""
        arguments = row.arguments
        if isinstance(arguments, HoldArguments):
            return arguments.actor
        match arguments.source if isinstance(arguments, SetPointArguments) else None:
            case PlanSource(plan_id=plan_id, index=index):
                return f"#{index + 1} {plan_id}"
            case TeleopSource(sample=sample, tool=tool):
                return f"{formats.words(tool) or 'hand'} {sample}"
        return "gate" if row.kind in ("stop", "resume") else ""

    def clearance(self, row: CommandRow) -> str:
        """Return what its verdict measured, beside what is required."""
        verdict = row.verdict
        return "" if verdict is None else formats.ratio(verdict.clearance, verdict.required)

    def state(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return its state with its symbol, for how long it still has to wait, or why it ended."""
        if row.is_away and moment.is_lost:
            return f"{theme.look(UNKNOWN_STATE).symbol} unknown since LOS"
        text = f"{theme.look(row.state).symbol} {row.state.value}"
        if row.after:
            return f"{text} {row.after}"
        if row.is_in_queue:
            return f"{text} {self._left(row, moment.now_ns)}".rstrip()
        return f"{text}: {formats.words(row.reason)}" if row.reason else text

    def _left(self, row: CommandRow, now_ns: int) -> str:
        """Return for how long it still has to wait; empty: it is not in the queue yet."""
        since_ns = row.since_ns(CommandState.WAITING)
        if since_ns is None:
            return ""
        return formats.seconds(max(0.0, self._hold_s - (now_ns - since_ns) / NS_PER_S), digits=2)

    def colour(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return the colour of its state; what a hold explains is quiet."""
        if row.is_away and moment.is_lost:
            return theme.look(UNKNOWN_STATE).colour
        return theme.STALE if row.after else theme.look(row.state).colour

    def tool(self, row: CommandRow) -> str:
        """Return where it brings the tool."""
        arguments = row.arguments
        if not isinstance(arguments, SetPointArguments) or len(arguments.q) != len(self._units):
            return ""
        return self._place(arguments.q)

    def executes(self, row: CommandRow) -> str:
        """Return when it is executed in orbit."""
        return "" if row.executes_ns is None else formats.mission_time(row.executes_ns)

    def life(self, row: CommandRow) -> str:
        """Return when it began, and how long after that each state was heard."""
        first = row.stages[0]
        later = (
            f"{theme.look(stage.state).symbol}+{(stage.at_ns - first.at_ns) / NS_PER_S:.1f}"
            for stage in row.stages[1:]
        )
        return "  ".join([formats.mission_time(first.at_ns), *later])

    def whole(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return everything, in lines."""
        verdict = row.verdict
        lines = [
            f"{self.item(row)}   {self.number(row)}   epoch {row.epoch}",
            f"asked for by {self.source(row) or 'nobody that is known'}",
            self.state(row, moment),
            self.life(row),
        ]
        if row.executes_ns is not None:
            lines.append(f"executed in orbit at {self.executes(row)}")
        if self.tool(row):
            lines.append(f"tool at {self.tool(row)} mm")
        if verdict is not None:
            near = formats.with_required(verdict.clearance, verdict.required)
            lines.append(f"{formats.pair_names(verdict.pair)}: {near}")
        return "\n".join(lines)


def _place_of(robot: Robot) -> Callable[[tuple[float, ...]], str]:
    """Return what says where the tool is [mm]; each place is computed once."""

    @lru_cache(maxsize=REMEMBERED_PLACES)
    def place(q: tuple[float, ...]) -> str:
        return formats.place(tool_pose(robot, q)[:3, 3].tolist())

    return place
