"""What taps hand over, record by record."""

from telemetry.recording.records.record import Record


def records_in(handed):
    """Return the records in messages of a tap; `number` as each of their lives counts."""
    return [
        Record(number, given.at_ns, tapped.role, number, given.packet)
        for tapped in handed
        for number, given in enumerate(tapped.given, start=tapped.number)
    ]
