"""Bytes of messages: space packets, protection, frames, segments, and the routes of messages.

codec        Messages to bytes and back: msgpack payloads, in space packets or in frames
device_line  Programs at the door of the handle: states are accepted once whole, known and possible; one has
             the seat
device_page  The protocol of the handle, so that a program can be written from this page alone
dictionary   The message dictionary: every message, from the classes and routing rows themselves
frames       A stream of bytes cut into frames
hold_order   HOLD wins against what was said before it: across the space link one packet may overtake another
kinds        What is fixed for each kind of message: its payload, its number on the wire, its senders by each
             way
packet       CCSDS Space Packets (CCSDS 133.0-B): one datagram is one packet; long payloads are joined from
             segments
pass_link    The ground's end of a space link whose spacecraft is elsewhere: keys agreed pass by pass
protection/  Protection of what is sent: header, keys, tags and numbers
routes       The one routing table of the suite: direction, carrier, nature, senders and receivers of each
             message
schemas      JSON schemas of messages and records, under the names that they have on the wire
shards       A picture in shards, and shards joined to pictures: whole, mended, or with what is missing of
             them
way_proofs   The audience of each message, and what proves the senders of each way to one receiver
xtce         The space packets as XTCE (OMG 1.2), for mission-control systems: headers bit by bit, payload as
             binary
"""
