"""The tool from near by, always there: beside its goal, its fixture and its neighbours.

close_up_panel    The panel of the close-up: 0.4 m about the commanded tool, seen twice, and what is left in
                  millimetres
close_up_picture  One picture of the close-up: what is near the tool, its target, a scale; seen along one
                  direction
near_bodies       The bodies near a place: all that a small picture has to draw of large ones; no Qt
tool_panel        The panel of the tool's figures: pose, speed and way left of all three arms, in the frame
                  that is chosen
"""
