"""The hand leads the arm: what its pose asks for, and the one step that follows it.

following       Which joints give the tool its motion: the place and attitude exactly, as far as the joints
                can
hand            The law of the hand's credit: what it does not give of what the hand asks for is gone, but a
                turn is owed
mapping         What the hand asks of the tool: what of each sample counts, and from credit to credit a
                wanted twist
owed_turn       The turn that the hand has asked for and the tool has not made yet: what is asked adds up
                exactly
shared_control  Shared control of the tool by hand, tube and clearance: what leads it beside the hand, by
                choice
step            The one step from the newest queued set-point to the next: what the hand asks for, or slower,
                or a stop
surroundings    The surroundings of an arm: what the hand asks for is led along what the arm would come too
                near to
tool_law        How the tool moves: along and about each base axis with bounded jerk, on the shortest way to
                a wanted rate
"""
