"""Which of a robot's joints carry its tool: the others stay where they are when the tool is moved."""

from predictor.model.robot import Robot


def carrying(robot: Robot) -> tuple[int, ...]:
    """Return the commanded joints that carry the tool, or whose followers do, by their indexes in q."""
    return tuple(sorted({int(robot.columns[index]) for index in robot.carriers(robot.tool.frame)}))
