"""How what every role received is kept, read and played again; its own files play it.

given/           What a participant was given: tapped as it lives, and read again from its bytes
instant          What a screen knew at an instant, without all that it had been told before
markers          The places of a recording worth looking at: where motion was stopped, where contact was
                 lost, the end
pace             Where a recording stands that is being played: a place, a speed, and since when
playback         What the screens of a run were shown: the part of a recording that a replay plays again
reading/         Files of a recording, read: what is whole, where damage is, and what they hold in sum
records/         Records: what a recording is made of, and what is counted and said in them
reel             A film at a place: what a screen has to be told next
replay_role      The replay: shows the screens again what they were shown, in order, at the same distances in
                 time
replay_settings  What the replay's role is told: which recording, from where, how fast
screens          How far the screens have taken what a replay tells: it never runs away from those that look
                 on
writing/         Files of a recording, written: by the recorder as it flies, or again for other programs
"""
