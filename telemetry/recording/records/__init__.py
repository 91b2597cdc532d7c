"""Records: what a recording is made of, what is counted in them, and the messages in them.

lives          What each participant was given, read from a recording: life by life, in order, with what is
               missing
receptions     Who was given what, when, and under which number: a batch of records as columns, plain msgpack
record         What a recording is made of, whatever the file: records, and what the run was
repair_shards  Shards of a picture without the data that its other shards make again
               (`telemetry.wire.shards`)
sent_messages  Each message of a recording once: its sender, time, content and receivers; also sorted by
               sender
totals         How many of each message every participant received: stated at a file's end, or counted while
               reading
"""
