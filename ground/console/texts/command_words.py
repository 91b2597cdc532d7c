"""How a command reads, column by column; knows no screen.

    no.   item      source    hold    mm/req.  state       note                      tool mm
    3.12  J2 +1.4°  #12 pass  0.75 s  64.8/30  ◌ waiting   hand and target handrail  612 -33 204
    3.13  J2 +1.4°  #13 pass          64.8/30  ⊘ cancelled after HOLD of console

Which hold or roll-back explains an end stands in the note, and takes the state's colour away.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow
from ground.console.texts import formats, theme
from ground.series.explanation_words import note_text
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.critical import operation_text
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.command import CommandState
from telemetry.messages.queue import (
    HoldArguments,
    OperationArguments,
    PlanSource,
    SetPointArguments,
    TeleopSource,
)

UNKNOWN_STATE = "unknown"
ITEM_TEXTS = {"motion": "move", "stop": "stop", "hold": "HOLD", "resume": "RESUME", "operation": "command"}
LATE_NS = NS_PER_S  # beyond the time by which an answer was expected: jitter is no lateness
REMEMBERED_PLACES = 512  # places of the tool


class ShownMoment(NamedTuple):
    """What the words of a row depend on beside the row."""

    now_ns: int = 0
    is_lost: bool = False  # there is no contact


class CommandWords:
    """Reads rows out for one run and one arm."""

    def __init__(self, run: RunSettings, robot: Robot) -> None:
        """Take what stays the same in a run."""
        self.hold_s = run.commanding.depth * run.commanding.period_s
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
        if isinstance(arguments, OperationArguments):
            return operation_text(arguments.operation)
        if not isinstance(arguments, SetPointArguments) or arguments.largest is None:
            return name
        joint, change = arguments.largest
        unit = self._units[joint] if joint < len(self._units) else "rad"
        moved = f"J{joint + 1} {formats.joint_value(change, unit)}"
        return moved if row.kind == "motion" else f"{name} {moved}"

    def source(self, row: CommandRow) -> str:
        """Return the actor or the plan that asks for it."""
        arguments = row.arguments
        if isinstance(arguments, HoldArguments | OperationArguments):
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
        """Return its state with its symbol."""
        if row.is_away and moment.is_lost:
            return f"{theme.look(UNKNOWN_STATE).symbol} unknown since LOS"
        return f"{theme.look(row.state).symbol} {row.state.value}"

    def left_s(self, row: CommandRow, moment: ShownMoment) -> float | None:
        """Return for how long it still has to wait [s]; None: it does not wait."""
        since_ns = row.since_ns(CommandState.WAITING) if row.is_in_queue else None
        if since_ns is None:
            return None
        return max(0.0, self.hold_s - (moment.now_ns - since_ns) / NS_PER_S)

    def hold(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return the same in words; empty: it does not wait."""
        left_s = self.left_s(row, moment)
        return "" if left_s is None else formats.seconds(left_s, digits=2)

    def note(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return why it ended, that its answer is late, when it is in orbit, or what it comes near."""
        if row.after or row.reason:
            return row.after or formats.words(row.reason)
        if self.is_late(row, moment):
            return f"answer late by {formats.seconds(row.late_ns(moment.now_ns) / NS_PER_S, digits=0)}"
        source = row.arguments.source if isinstance(row.arguments, SetPointArguments) else None
        if isinstance(source, TeleopSource) and source.note:
            return note_text(source.note)
        seen = f"seen {formats.mission_time(row.expects_ns)}" if row.expects_ns and row.is_away else ""
        if row.executes_ns is None:
            return seen or (formats.pair_names(row.verdict.pair) if row.verdict else "")
        return ", ".join(filter(None, (f"in orbit {self.executes(row)}", seen)))

    def is_late(self, row: CommandRow, moment: ShownMoment) -> bool:
        """True if it should be known by now what became of it, and there is contact."""
        return not moment.is_lost and row.late_ns(moment.now_ns) >= LATE_NS

    def colour(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return the colour of its state; what a hold explains is quiet."""
        if row.is_away and moment.is_lost:
            return theme.look(UNKNOWN_STATE).colour
        if self.is_late(row, moment):
            return theme.WARN
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

    def on_board(self, row: CommandRow) -> str:
        """Return what the spacecraft has reported, by its clock brought to the ground's."""
        return ", ".join(
            f"{stage.state.value} {formats.mission_time(stage.on_board_ns)}"
            for stage in row.stages
            if stage.on_board_ns is not None
        )

    def whole(self, row: CommandRow, moment: ShownMoment) -> str:
        """Return everything, in lines."""
        verdict = row.verdict
        lines = [
            f"{self.item(row)}   {self.number(row)}   epoch {row.epoch}",
            f"asked for by {self.source(row) or 'nobody that is known'}",
            "   ".join(
                filter(None, (self.state(row, moment), self.hold(row, moment), self.note(row, moment)))
            ),
            self.life(row),
        ]
        if row.executes_ns is not None:
            lines.append(f"executed in orbit at {self.executes(row)}")
        if self.on_board(row):
            lines.append(f"on board: {self.on_board(row)}")
        if row.expects_ns is not None:
            lines.append(f"answer expected by {formats.mission_time(row.expects_ns)}")
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
