"""The space link: what is measured of it, what is believed of what it brings, and what is done to it.

data_limits    Which limits a value of telemetry or of the link breaks, and where in a message a value stands
data_watch     Checks the values of telemetry and of the link against their limits:
               `telemetry.agreed.data_checks`
delay_lanes    From messages to the lanes of the delay: what left when, and when it is executed; knows no
               screen
followed_time  A time that is measured again and again: where it stands, how it drifts, how sure both are,
               and its steps
impairment     One direction of the space link, as a rehearsal flies it: delay, jitter, loss, windows,
               blackouts
link_watch     The state of the link, as the bridge measures it: both ways, the round trip, and the clock on
               board
measured       What the ground measures of the link: two clocks, delays, lost packets, age
plausibility   Which reports of the spacecraft are believed, and by which clock: the one owner of that
               question
"""
