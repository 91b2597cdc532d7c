"""The space link: what is measured of it, what is believed of what it brings, and what is done to it.

impairment    One direction of the space link, as a rehearsal flies it: delay, jitter, loss, windows,
              blackouts
measured      What the ground measures of the link: two clocks, delays, lost packets, age
plausibility  Which reports of the spacecraft are believed, and by which clock: the one owner of that
              question
"""
