"""How what every role received is kept, read and played again; its own files play it.

given/           What a participant was given: tapped as it lives, and read again from its bytes
pass_book        What has been said in a pass, kept small for screens that come late: the recorder's, bounded
                 in memory
playback         What the screens of a run were shown: the part of a recording that a replay plays again, and
                 its lanes
playback_cursor  Where a replay stands: its pace, what its screens need next, and how far they are
reading/         Files of a recording, read: what is whole, where damage is, and what they hold in sum
records/         Records: what a recording is made of, what is counted in them, and the messages in them
replay_role      The replay: shows the screens again what they were shown, in order, at the same distances in
                 time
screen_history   What a screen showed at an instant, without all that it had received before
writing/         Files of a recording, written: by the recorder as it flies, or again for other programs
"""
