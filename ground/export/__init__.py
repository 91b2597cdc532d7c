"""What others read: recordings in formats that they know, and a live stream of a run.

arm_frames        Where the frames of an arm are, as a tree that other programs join: base, joints, tool
command_table     The commands of a recording as one table, one row each, by the book that the console keeps
                  of them
conversion        The one way from what is said to what others read: for a file, and for a live stream
events            What happened, as lines of a log: acts, holds, roll-backs, refusals, verdicts, faults,
                  contacts, the end
exported_arms     The arm as others show it: joints, frames and shape of the measured, the commanded and the
                  estimated one
exported_cameras  The cameras as others show them: frame, calibration and pictures of each; the former once,
                  with the shapes
foxglove_file     A recording as an MCAP file that others open: well-known schemas, UTC, JSON
live_stream       A live stream of a run: an observer's place in it, the role in a thread of its own, the
                  server beside it
new_output        A file or a folder that is there whole or not at all, and never in place of another
opened_recording  A recording as it is asked from Python: figures as arrays, commands, events, pictures,
                  tables as Parquet
plain_messages    Every message as it was said, as JSON by its own keys, with its sender: `/messages/<Class>`
recorded_figures  All figures of a recording as arrays: each value of each message once, also of what no
                  screen receives
sample            What an export or a stream consists of: encoded messages, each on a topic with a schema
schemas           The well-known messages of Foxglove, as far as they are said here: JSON by these keys,
                  under these names
shapes            What is drawn: the bodies of the scene in the base's frame, those of the arm each in its
                  own frame
stream_role       The stream's role: what an observer of a run is told becomes samples, at once, and says
                  nothing itself
stream_server     The live stream's server: a WebSocket that Foxglove opens, by Foxglove's own library (extra
                  `foxglove`)
table_files       Tables as files, a folder with one file for each: CSV, or Parquet (the extra `parquet`
                  brings its library)
tables            A recording as tables: one for each class of messages, one of commands, one of events
"""
