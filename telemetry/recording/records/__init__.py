"""Records: what a recording is made of, and what is counted and said in them.

lives       What each participant was given, read from a recording: life by life, in order, with what is
            missing
receptions  Who was given what, when, and under which number: a batch of records as columns, plain msgpack
record      What a recording is made of, whatever the file: records, and what the run was
remade      Shards of a picture without the data that its other shards make again (`telemetry.wire.erasure`)
said        What participants said, as the recording shows it: every message that somebody else was given
sayings     Each message of a recording once: who said it, when, what, and who was given it
totals      How many of each message everybody was given: told at the end of a file, or counted by who reads
            it
"""
