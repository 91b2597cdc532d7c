"""Files of a recording, written: by the recorder as it flies, or again for other programs.

account        What the recorder was handed, and what of it is missing: numbers tell, for each role and each
               of its lives
batch_writer   Records to what a file keeps of them: each message once, and its receivers (`receptions`)
mcap_file      A recording on disk: an MCAP file of all messages and their receivers, x-farhand-5
mcap_plain     An MCAP file for other programs, by the mcap library: topics with schemas, chunks with an
               index
mcap_writer    An MCAP file, written: as much of the format as a recording needs, a record in about a
               microsecond
recorder_role  The recorder: keeps what every role was given and when it ticked, and tells how far that is
               durable
"""
