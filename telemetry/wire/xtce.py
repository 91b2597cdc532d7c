"""The space packets as XTCE (OMG 1.2), for mission-control systems: headers bit by bit, payload as binary.

    CCSDSPacket (abstract)   primary header | time code | protection header | payload | tag
         ^--- one container for each message that is a space packet, by type bit and APID

The payload is plain msgpack, which XTCE cannot describe; its keys are in the dictionary (`dictionary`).  Of a
payload in segments each packet holds a piece.  A telecommand on the station's network has a tag for each
receiver, for which XTCE has no place: all but the last stand behind the payload.  Frames on streams are no
space packets and are not here.
"""

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree import ElementTree as Xml

from telemetry.agreed.keys import TAG_BYTES
from telemetry.wire.dictionary import entry
from telemetry.wire.kinds import KIND_OF, Kind
from telemetry.wire.packet import HEAD_BYTES, Segment
from telemetry.wire.protection.header import ADDED_BYTES, MODES
from telemetry.wire.routes import CARRYING, GROUPS

NAMESPACE = "http://www.omg.org/spec/XTCE/20180204"
SCHEMA = f"{NAMESPACE} https://www.omg.org/spec/XTCE/20180204/SpaceSystem.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
ROOT = "CCSDSPacket"
APID, TYPE, LENGTH = "PKT_APID", "TYPE", "PKT_LEN"

_PRIMARY_BYTES = 6
_BEYOND_PAYLOAD = (
    HEAD_BYTES - _PRIMARY_BYTES + ADDED_BYTES - 1
)  # the length field is one less than what follows


class Bits(NamedTuple):
    """A field of fixed length."""

    name: str
    bits: int
    text: str
    words: Mapping[str, int] | None = None  # what its values mean, if they are words


BEFORE_PAYLOAD = (
    Bits("VERSION", 3, "packet version, 0"),
    Bits(TYPE, 1, "what goes up is a telecommand", {"TM": 0, "TC": 1}),
    Bits("SEC_HDR_FLG", 1, "a time code follows: always 1"),
    Bits(APID, 11, "256 + the message's id"),
    Bits("SEQ_FLGS", 2, "which piece of a payload this is", {each.name: each.value for each in Segment}),
    Bits("SEQ_CT", 14, "sequence count of sender and APID"),
    Bits(LENGTH, 16, "octets after the primary header, less one"),
    Bits("TIME_P_FIELD", 8, "CUC with agency epoch, 4 + 3 octets: 0x2F"),
    Bits("TIME_COARSE", 32, "seconds of the sender's run clock"),
    Bits("TIME_FINE", 24, "and 2^-24 of them"),
    Bits("PROTECTION_VERSION", 8, "2"),
    Bits("TAGS", 4, "how many tags there are, less one"),
    Bits("MODE", 4, "what is said in one mode is never accepted in another", MODES),
    Bits("KEY_ID", 16, "of the key set, in its two highest bits the mode; 0: unsealed"),
    Bits("RUN", 64, "first 8 octets of SHA-256 of the run's id"),
    Bits("SENDER", 16, "number of the participant in the run's table, from 1"),
    Bits("BOOT_EPOCH", 32, "of the sender"),
    Bits("SENDER_SEQUENCE", 64, "of the sender in this boot epoch"),
)
PAYLOAD, TAG = "PAYLOAD", "TAG"


def xtce() -> str:
    """Return the document."""
    Xml.register_namespace("xtce", NAMESPACE)
    Xml.register_namespace("xsi", INSTANCE)
    where = {f"{{{INSTANCE}}}schemaLocation": SCHEMA}
    system = Xml.Element(_name("SpaceSystem"), {"name": "Farhand", **where})
    packets = _add(system, "TelemetryMetaData")
    _add_types(_add(packets, "ParameterTypeSet"))
    parameters = _add(packets, "ParameterSet")
    for name in _all_names():
        _add(parameters, "Parameter", name=name, parameterTypeRef=f"{name}_Type")
    containers = _add(packets, "ContainerSet")
    entries = _add(_add(containers, "SequenceContainer", name=ROOT, abstract="true"), "EntryList")
    for name in _all_names():
        _add(entries, "ParameterRefEntry", parameterRef=name)
    for kind in packet_kinds():
        _add_container(containers, kind)
    Xml.indent(system)
    return DECLARATION + Xml.tostring(system, encoding="unicode") + "\n"


def packet_kinds() -> list[Kind]:
    """Return the messages that travel as space packets of their own, by APID."""
    own = [kind for kind in KIND_OF.values() if kind.message not in CARRYING.values()]
    found = [kind for kind in own if kind.route.direction != "ground" or kind.route.carrier in GROUPS]
    return sorted(found, key=lambda kind: kind.apid)


def _all_names() -> list[str]:
    return [*(field.name for field in BEFORE_PAYLOAD), PAYLOAD, TAG]


def _add_types(types: Xml.Element) -> None:
    for field in BEFORE_PAYLOAD:
        _add_number_type(types, field)
    text = "plain msgpack: a map with the message's id, or a piece of it; behind it all tags but the last"
    size = _add_binary_type(types, PAYLOAD, text)
    dynamic = _add(size, "DynamicValue")
    _add(dynamic, "ParameterInstanceRef", parameterRef=LENGTH, useCalibratedValue="false")
    _add(dynamic, "LinearAdjustment", slope="8", intercept=str(-8 * _BEYOND_PAYLOAD))
    size = _add_binary_type(types, TAG, "authentication; all zero under key id 0")
    _add(size, "FixedValue").text = str(8 * TAG_BYTES)


def _add_number_type(types: Xml.Element, field: Bits) -> None:
    kind = "EnumeratedParameterType" if field.words else "IntegerParameterType"
    signed = {} if field.words else {"signed": "false"}
    added = _add(types, kind, name=f"{field.name}_Type", shortDescription=field.text, **signed)
    _add(added, "IntegerDataEncoding", sizeInBits=str(field.bits), encoding="unsigned")
    if field.words:
        listed = _add(added, "EnumerationList")
        for label, value in field.words.items():
            _add(listed, "Enumeration", value=str(value), label=label)


def _add_binary_type(types: Xml.Element, name: str, text: str) -> Xml.Element:
    """Return the place of its size."""
    added = _add(types, "BinaryParameterType", name=f"{name}_Type", shortDescription=text)
    return _add(_add(added, "BinaryDataEncoding"), "SizeInBits")


def _add_container(containers: Xml.Element, kind: Kind) -> None:
    found = entry(kind.message)
    added = _add(containers, "SequenceContainer", name=found.name, shortDescription=found.text)
    _add(added, "EntryList")
    criteria = _add(_add(added, "BaseContainer", containerRef=ROOT), "RestrictionCriteria")
    compared = _add(criteria, "ComparisonList")
    for name, value in ((TYPE, int(kind.is_command)), (APID, kind.apid)):
        _add(compared, "Comparison", parameterRef=name, value=str(value), useCalibratedValue="false")


def _add(parent: Xml.Element, kind: str, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, _name(kind), attributes)


def _name(kind: str) -> str:
    return f"{{{NAMESPACE}}}{kind}"
