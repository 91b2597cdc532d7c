"""The part of the registry of reasons that is of plans and fixtures: cause and cure of each."""

from telemetry.agreed.reason_codes import Reason

PLANNING_LINES: dict[Reason, tuple[str, str]] = {
    Reason.PLANNING_CANCELLED: ("planning was cancelled", "ask again when it is wanted"),
    Reason.UNREACHABLE: (
        "no joint angles reach the pose within limits",
        "choose a nearer pose or another attitude",
    ),
    Reason.UNKNOWN_TOOL: ("the arm has no tool of that name", "name one of the tools of its robot file"),
    Reason.CLAMPED_SPEED: ("the hand asks for more speed than the tool may have", "lead it more slowly"),
    Reason.CLAMPED_TURNING: ("the hand asks the tool to turn faster than it may", "turn it more slowly"),
    Reason.CLAMPED_WORKSPACE: (
        "the tool comes to a wall of its workspace",
        "lead it back; the walls stand in `workspace` of the hand",
    ),
    Reason.CLAMPED_BARRIER: (
        "what is near lets the hand go on more slowly alone",
        "steer away from what is named, or go on slowly",
    ),
    Reason.PLACE_ALONE: (
        "too few joints carry the tool to hold its attitude: the hand moves its place alone",
        "watch the attitude, and correct it by a joint move",
    ),
    Reason.TURNS_PARTLY: (
        "too few joints carry the tool to turn it freely: its place is held, and it turns as far as they can",
        "watch the attitude, and correct it by a joint move",
    ),
    Reason.FEW_JOINTS: (
        "the arm has too few joints to hold position and attitude",
        "fly a joint move, or a line that keeps to what these joints can do",
    ),
    Reason.SINGULAR: (
        "the arm comes to a singular pose and cannot move on as asked",
        "begin the line from other joint values, shift it, or fly a joint move past that place",
    ),
    Reason.LOCKED_JOINT: ("the move would turn a locked joint", "leave it out of the goal, or fly a line"),
    Reason.PLAN_COLLISION: ("the plan comes too close", "plan around the named pair"),
    Reason.DURATION_TOO_SHORT: ("the asked duration is below the shortest", "ask for the shortest or longer"),
    Reason.TOO_LONG: ("the move takes too long", "divide it into several"),
    Reason.NO_START_POSE: ("the arm's rest pose is not known yet", "wait for telemetry"),
    Reason.STARTS_ELSEWHERE: ("the arm is not where the plan begins", "plan a joint move to its start"),
    Reason.NO_REMAINDER: ("there is nothing left of that plan", "ask for a new plan"),
    Reason.END_NOT_FREE: (
        "start or goal of the fixture is nearer to something than the tube is wide",
        "take the free place that is told, or a narrower tube",
    ),
    Reason.NO_FREE_WAY: (
        "no tube leads to the goal",
        "ask for a narrower one, or for a goal outside of what closes it in",
    ),
    Reason.NOT_CARRIED_OUT: (
        "the spacecraft carries out no contact step yet",
        "leave the step out, or lead the hand there in a step teleoperate",
    ),
}
