"""The panels of the window and their list, the prompts and the bar above them, and where each stands.

acts_panel       The acts of a person: buttons and keys, what the newest waits for or why it was refused, and
                 the hand
camera_panel     A camera: its newest picture, how old it is, and how far the pictures of the last seconds
                 can be believed
explain_card     The card that explains a hold, a roll-back or a refusal: what happened, between what, and
                 the way out
hand_panel       The hand on the handle: whose it is, whether it presses, which device was sent away, and
                 what it feels
joints_panel     Joints: commanded against telemetered, with their limits; rates against theirs; currents of
                 the motors
link_panel       The link and the processes behind the screens: delays, loss, ages, and which are alive
panel_layout     What a panel is made from, what a row of the list of panels says of it, and where the panels
                 stand
panels           The list of panels
preview          A plan that is watched before it is armed: at ten times its speed, paused, stepped, rewound
preview_bar      The keys by which a plan is watched before it is armed, in the panel of the scene
prompts          Prompts below the top bar: what waits for a person, with the keys to answer; they cover
                 nothing
queue_panel      The command queue and its history: one row for each command of the pass, newest at the
                 bottom
run_card         The card of a run's beginning and of its end; while it flies there is nothing to say, and it
                 is hidden
scene_panel      The panel of the scene: nearest pairs, what comes, ages of the arms, the view, the platform,
                 the plan
steering_choice  How the hand steers when it is armed next: mode, axes and control, by clicks or keys, told
                 in words
top_bar          The top bar: mode and delay, mission time, gate, authority, link, window; and HOLD, always
                 live
"""
