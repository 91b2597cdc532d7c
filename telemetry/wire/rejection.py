"""Why a packet or frame was not taken, from the outside in."""

from enum import StrEnum


class Rejection(StrEnum):
    """Why a packet or frame was not taken; counted, never raised."""

    LENGTH = "length"
    VERSION = "version"
    SECONDARY_HEADER = "secondary_header"
    TIME_CODE = "time_code"
    APID = "apid"
    TYPE = "type"
    PROTECTION_VERSION = "protection_version"
    MODE = "mode"
    KEY = "key"
    OTHER_RUN = "other_run"
    CARRIER = "carrier"
    SENDER = "sender"
    TAG = "tag"
    SEGMENT_LOST = "segment_lost"
    SEGMENT_DUPLICATE = "segment_duplicate"
    SEGMENT_ORPHAN = "segment_orphan"
    PAYLOAD_TOO_LARGE = "payload_too_large"
    MALFORMED = "malformed"
    UNKNOWN_ID = "unknown_id"
    INVALID_MESSAGE = "invalid_message"
    APID_MISMATCH = "apid_mismatch"
