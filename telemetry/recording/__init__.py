"""How what every role received is kept, read and played again.

account          What the recorder was handed, and what of it is missing: numbers tell, for each role and
                 each of its lives
answers          What is told of a recording: by its fields, and as JSON by their names as keys
batch_reader     What a file keeps, to the records that it was made of (`batch_writer`): each packet octet
                 for octet
batch_writer     Records to what a file keeps of them: each message once, and who was given it (`receptions`)
chunk_content    What a chunk of a recording holds: batch by batch, each proven by the sum at its end
deliveries       All that a recording holds, over all its files: records in order, and the messages in them
                 opened
envelope         What stands around a payload on its way: taken off, so that the payload is kept alone, and
                 put on again
holes            Where a file of a recording is damaged, and where it goes on behind that
instant          What a screen knew at an instant, without all that it had been told before
lives            What each participant was given, read from a recording: life by life, in order, with what is
                 missing
markers          The places of a recording worth looking at: where motion was stopped, where contact was
                 lost, the end
mcap_file        A recording on disk: an MCAP file of all that was said and who was given it, x-farhand-5
mcap_glance      What the files of a recording hold in sum: told at the end of each, so that hours of it need
                 not be read
mcap_plain       An MCAP file for other programs, by the mcap library: topics with schemas, chunks with an
                 index
mcap_reading     One file of a recording, read: what is whole, and where the rest is damaged
mcap_writer      An MCAP file, written: as much of the format as a recording needs, a record in about a
                 microsecond
pace             Where a recording stands that is being played: a place, a speed, and since when
playback         What the screens of a run were shown: the part of a recording that a replay plays again
received         What a role received, read again from its bytes alone: nobody has noted by which carrier
                 they came
receptions       Who was given what, when, and under which number: a batch of records as columns, plain
                 msgpack
record           What a recording is made of, whatever the file: records, and what the run was
recorder_role    The recorder: keeps what every role was given and when it ticked, and tells how far that is
                 durable
reel             A film at a place: what a screen has to be told next
remade           Shards of a picture without the data that its other shards make again
                 (`telemetry.wire.erasure`)
replay_role      The replay: shows the screens again what they were shown, in order, at the same distances in
                 time
replay_settings  What the replay's role is told: which recording, from where, how fast
said             What participants said, as the recording shows it: every message that somebody else was
                 given
sayings          Each message of a recording once: who said it, when, what, and who was given it
schemas          The JSON schema of each class of message: what its keys are and mean, for whoever reads a
                 recording
screens          How far the screens have taken what a replay tells: it never runs away from those that look
                 on
tap              The tap of one life of a participant: all that it was given, in order and numbered, handed
                 to the recorder
told             What a driver tells a participant, as bytes for the record, beside what came off the bus
totals           How many of each message everybody was given: told at the end of a file, or counted by who
                 reads it
voice            What bytes on record say: whose they are, under which number, and which message
whole_writes     A file that grows by whole pieces: what a full disk has cut short is written again from
                 where it was whole
"""
