"""What the panels know: messages in, immutable values out, each class of facts by itself; no Qt, no words.

arm_facts          Where the arm is: as commanded and as predicted for now, as telemetry saw it, and in which
                   world
authority_facts    Who may command, and what the gate does with what is commanded
camera_facts       What is known of a camera: its newest picture, and what the image monitor says of the last
                   seconds
collision_facts    What is near the arm: how near now and ahead, what its range sensor measures, and which
                   pair stopped it
explanation_facts  Why something stopped or did not begin: the newest holds, roll-backs and refusals, with
                   their ways out
fixture_facts      The fixtures that lead the hand, as the planner tells them again and again, and where each
                   is touched
hand_facts         The hand on the handle: whose it is, and what it feels
hold_facts         The newest HOLD that this console knows of: its own by the button, another's by the
                   bridge's report
link_facts         The link: whether there is contact, how long the ways are, what is lost, and what the
                   bridge lets pass
panel_facts        What one part of the screens knows: immutable, and made anew by each message that it takes
                   in
plan_facts         The newest plan on the screens: from when it is ready until orbit has flown it, or
                   something has ended it
process_facts      The processes behind the screens: who is alive, and whether all is recorded
replay_facts       The replay: where it stands in which recording, and where it is on its way to
run_facts          The run itself: how far it is, and what came of it
"""
