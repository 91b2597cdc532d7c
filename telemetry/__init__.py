"""Messages: what they are, how they travel, how they are kept.

It knows no robot.  `messages` are the classes, `agreed` is what all roles agree on, `wire` how messages
become bytes, `network` how these travel, `life` what a role is, `drive` what runs it.

agreed/      What all roles of a run agree on: settings, participants, keys, limits, authority and reasons
bridge_role  The bridge: the only one that speaks to space, and the last inhibit of motion
commands     What the package answers to `farhand record` (`telemetry.recording.reading.answers`)
drive/       Drivers of roles: virtual time and real time, and what both need
files/       Files that are read and written: the one door to them, strict tables, and what is wrong in them
hold/        HOLD that nothing takes away: new presses, repeats until confirmed, and orphans that stay for it
keys/        Keys as files, and the numbers that were used under them
life/        The life of a role under any driver: its contract, where it begins to count, its beat and its
             times
link/        The space link: what is measured of it, what is believed of what it brings, and what is done to
             it
messages/    The interface control document: one file per message family
network/     How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role
plan/        Plans as people write them: tables of a file, and what the planner is asked for
recording/   How what every role received is kept, read and played again; its own files play it
wire/        Bytes of messages: space packets, protection, frames, segments, and the routes of messages
"""
