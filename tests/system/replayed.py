"""What a replay shows of a recording."""

from telemetry.recording.reading.deliveries import read_deliveries

OF_A_CONSOLE = {
    "gate": ("Beat", "World", "RecorderHealth"),
    "recorder": ("RunStage", "ScriptDone", "StepReport", "ProcedureReport"),
}


def shown_of(recording):
    """How many messages the operator was given, or others what only a console would have been told."""
    return sum(
        d.role == "operator" or type(d.message).__name__ in OF_A_CONSOLE.get(d.role, ())
        for d in read_deliveries(recording)
        if d.message
    )
