"""What bytes say: space packets, protection, frames, segments, and who may say what to whom.

codec        Messages to bytes and back: msgpack payloads, in space packets or in frames
device_line  What a program at the door of the handle says: nothing is taken before it is whole, known and
             possible
device_page  The protocol of the handle, told so that a program can be written from this page alone
device_seat  Who of those at the door has the handle: one device at a time
dictionary   The message dictionary: all that is said, from the classes and routing rows themselves
erasure      The erasure code of pictures: RaptorQ (RFC 6330), of whose symbols any as many as the data fill
             suffice
frames       A stream of bytes cut into frames
kinds        What is fixed for each kind of message: its payload, its number on the wire, who is heard with
             it
packet       CCSDS Space Packets (CCSDS 133.0-B): one datagram is one packet
protection   The protection header: which mode, which key, which run, which sender, which number of that
             sender
reassembly   Join the segments of a payload: consecutive sequence counts from `FIRST` to `LAST`
rejection    Why a packet or frame was not taken, from the outside in
routes       All that is to be said of a message on its way, one row for each: the one routing table of the
             suite
schemas      JSON schemas of what is said and kept, under the names that it has on the wire
shards       A picture in shards, and shards joined to pictures: whole, mended, or with what is missing of
             them
window       Which numbers of a sender have been heard by one way: the newest, and which of those just below
             it
xtce         The space packets as XTCE (OMG 1.2), for mission-control systems: headers bit by bit, payload as
             binary
"""
