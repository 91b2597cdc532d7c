"""The space link: what is measured of it, what is believed of what it brings, and what is done to it.

impairment    One direction of the space link, as a rehearsal flies it: delay, jitter, loss, windows,
              blackouts
losses        Losses of a channel that fades, after Gilbert (1960) and Elliott (1963): while it is bad, all
              is lost
measured      What the ground measures of the link: two clocks, delays, lost packets, age
plausibility  Which reports of the spacecraft are believed, and by which clock: the one owner of that
              question
"""
