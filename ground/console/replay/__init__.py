"""A replay at the console: its feed, what it shows of a recording, its keys and its time line.

replay_bar   The replay's keys and its time line; only in mode replay
replay_feed  The console's role in a replay: what was recorded becomes the snapshot, what a person asks for
             is asked
timeline     The time line of a recording: the lanes of the delay over all of it, or a part of it
"""
