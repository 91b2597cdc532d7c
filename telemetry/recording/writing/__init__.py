"""Files of a recording, written: by the recorder as it flies, or again for other programs.

account        Records that the recorder received, and those that are missing by their numbers, for each life
               of a role
batch_writer   Records to what a file keeps of them: each message once, and its receivers (`receptions`)
mcap_file      A recording on disk: an MCAP file of all messages and their receivers, x-farhand-5
mcap_plain     An MCAP file for other programs, by the mcap library: topics with schemas, chunks with an
               index
mcap_writer    An MCAP file, written: as much of the format as a recording needs, a record in about a
               microsecond
recorder_role  The recorder: keeps what every role received and when it ticked, and reports how far that is
               durable
"""
