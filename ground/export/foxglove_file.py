"""A recording as an MCAP file that others open: well-known schemas, UTC, JSON.

    recording ---each message once---> conversion ---> topics of a new file

It is written as it is read: the length of a recording does not matter.
"""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from ground.export.conversion import Conversion
from ground.export.new_output import new_file
from ground.export.plain_messages import unknown_sample
from ground.export.sample import Sample, Topic
from ground.export.schemas import ENCODING, SCHEMA_ENCODING
from ground.rehearsal.scenario_info import recorded_around
from ground.run.kept.recorded_run import RecordedRun
from telemetry.recording.records.record import About
from telemetry.recording.records.sent_messages import RecordedMessage
from telemetry.recording.writing.mcap_plain import PlainMcap

METADATA, DAMAGE = "farhand", "farhand damage"  # the latter only where something is missing


class ExportedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was written."""

    recording: str
    file: str
    messages: int
    topics: dict[str, int]  # NAME -> messages
    damage: str | None


def export_foxglove(recording: Path, out: Path) -> ExportedFile:
    """Write the file.

    Raises:
        FileError: the recording cannot be read, or the file is there already or cannot be written.
    """
    recorded = RecordedRun(recording)
    about = recorded.about
    conversion = Conversion(recorded.model(), recorded_around(about).cameras, about.speakers)
    counts: dict[str, int] = {}
    with new_file(out) as file:
        topics = _McapTopics(PlainMcap(file))
        topics.mcap.add_metadata(METADATA, _run_facts(about))
        for recorded_message in recorded.messages():
            for topic, utc_ns, data in _samples(recorded_message, conversion):
                topics.mcap.add_message(topics.number(topic), utc_ns, data)
                counts[topic.name] = counts.get(topic.name, 0) + 1
        if recorded.damage:
            topics.mcap.add_metadata(DAMAGE, {"problem": recorded.damage})
        topics.mcap.finish()
    return ExportedFile(
        recording=str(recording),
        file=str(out),
        messages=topics.mcap.count,
        topics=dict(sorted(counts.items())),
        damage=recorded.damage or None,
    )


def _samples(recorded_message: RecordedMessage, conversion: Conversion) -> Iterable[Sample]:
    if recorded_message.message is None:  # this version does not know its class
        return [unknown_sample(recorded_message.values, recorded_message.sender, recorded_message.utc_ns)]
    return conversion.samples(recorded_message.message, recorded_message.sender, recorded_message.utc_ns)


class _McapTopics:
    """The topics of a file, each begun with its first message."""

    def __init__(self, mcap: PlainMcap) -> None:
        self.mcap = mcap
        self._numbers: dict[str, int] = {}

    def number(self, topic: Topic) -> int:
        known = self._numbers.get(topic.name)
        if known is None:
            known = self._numbers[topic.name] = self.mcap.add_topic(
                topic.name,
                encoding=ENCODING,
                schema=topic.schema_name,
                schema_encoding=SCHEMA_ENCODING,
                data=topic.schema,
            )
        return known


def _run_facts(about: About) -> dict[str, str]:
    """Return what the run was; `zero_utc_ns` is the instant of mission time 0."""
    return {name: str(getattr(about, name)) for name in about.__struct_fields__ if name != "files"}
