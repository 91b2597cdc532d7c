"""The delay as a picture: what was commanded, is going up, is executed, and comes down, on one time axis.

lane_bars      What stands in the lanes of the delay, without a screen: bars and slanted bars over the
               ground's time
lane_painting  How the lanes are painted: what is sure is full, what is estimated dashed, what is to come
               dotted
lane_view      Which part of time the lanes show: around now, or in a recording the whole of it, or less
lane_words     What is said of a piece of the lanes: the short label in it, and one line under the mouse or
               by the key
lanes_panel    The lanes of a flight, around now
lanes_widget   The lanes on the screen: what is done where in the delay, with the cursors *seen*, *now* and
               *arrives*
shown_lanes    What the lanes show: of a flight what stands around now, with the windows that are planned
"""
