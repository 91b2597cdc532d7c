"""The erasure code of pictures: RaptorQ (RFC 6330), of whose symbols any as many as the data fill suffice.

    symbol   0 | 1 | 2 | ... | k-1     the data as they are, the last filled up with zeros
             k | ... | n-1             to repair: each replaces any one that is missing

Of k symbols taken at random 1 set in 400 does not suffice yet; then the next symbol is waited for.  The code
knows which symbols are missing, and no damage: what is damaged has been dropped before.
"""

from collections.abc import Mapping

from raptorq import Decoder, Encoder

SYMBOL_BYTES = 1280  # four rows of a camera's picture
REPAIR_PERCENT = 15  # more symbols than the data fill
_BLOCK = 0  # all data are one source block: there are far fewer symbols than one may have
_PAYLOAD_ID_BYTES = 4  # number of the block, number of the symbol


def source_symbols(data_bytes: int) -> int:
    """Return how many symbols data fill."""
    return -(-data_bytes // SYMBOL_BYTES)


def all_symbols(data_bytes: int) -> int:
    """Return how many symbols are made of data."""
    source = source_symbols(data_bytes)
    return source - (-source * REPAIR_PERCENT // 100)


def protect(data: bytes) -> list[bytes]:
    """Return the symbols of data that are not empty: first the data themselves."""
    repairs = all_symbols(len(data)) - source_symbols(len(data))
    encoded = Encoder.with_defaults(data, SYMBOL_BYTES).get_encoded_packets(repairs)
    return [symbol[_PAYLOAD_ID_BYTES:] for symbol in encoded]


def restore(symbols: Mapping[int, bytes], data_bytes: int) -> bytes | None:
    """Return the data; None: these symbols do not suffice.

    Args:
        symbols: by number, each below `all_symbols` and of SYMBOL_BYTES.
        data_bytes: how long the data are.
    """
    source = range(source_symbols(data_bytes))
    if len(symbols) < len(source):
        return None
    if all(number in symbols for number in source):
        return b"".join(symbols[number] for number in source)[:data_bytes]
    decoder = Decoder.with_defaults(data_bytes, SYMBOL_BYTES)
    for number in sorted(symbols):
        data = decoder.decode((_BLOCK << 24 | number).to_bytes(_PAYLOAD_ID_BYTES, "big") + symbols[number])
        if data is not None:
            return bytes(data)
    return None
