"""The panels of the window and their list, the prompts and the bar above them, and where each stands.

camera_panel     A camera: its newest picture, how old it is, and how far the pictures of the last seconds
                 can be believed
equipment_panel  The equipment: what is set of it, and a command of it that a person arms, or gives where
                 none is critical
explain_card     The card that explains a hold, a roll-back or a refusal: what happened, between what, and
                 the way out
hand_felt        What is known of the hand on the handle: whose it is, which device was sent away, and what
                 it feels
hand_panel       The hand: the pad and its keys, how it steers when it is armed next, what it is to do, and
                 what it feels
history_panel    The history of the pass: every command with its arguments, and what people, scripts and the
                 gate did
joints_panel     Joints: commanded against telemetered, with their limits; rates against theirs; currents of
                 the motors
link_panel       The link and the processes behind the screens: its state, the clock on board, and who is
                 alive
messages_panel   All messages of this console: what happened when, how often, and the way out; filtered and
                 acknowledged
panel_layout     What a panel is made from, and what a row of the list of panels says of it
panels           The list of panels
plan_panel       The plans: which one is before the person, its steps, what is to be armed, and how far the
                 newest one is
queue_panel      The command queue: what waits, what is on its way, and the pass before it, a motion in one
                 row
run_card         The card of a run's beginning and of its end; while it flies there is nothing to say, and it
                 is hidden
scene_panel      The panel of the scene: its view, and in a line over its head the nearest pair and what
                 comes
steering_choice  How the hand steers when it is armed next: mode, axes and control, by clicks or keys, told
                 in words
top_bar          The top row: mode and delay, mission time, gate, authority, link, window; and HOLD, always
                 live
"""
