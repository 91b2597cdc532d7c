"""The console: what a person sees of a run, and the one act that is always theirs, HOLD.

acts_panel         The acts of a person: buttons and keys, what the newest waits for or why it was refused,
                   and the hand
application        The process of the console: the feed in a thread of its own, the window in the main one
base_motion        How the platform has turned: it floats, and every motion of the arm turns it the other way
bodies             The bodies of arm and scene, where they are, and between which points the nearest of them
                   are nearest
camera_panel       A camera: its newest picture, how old it is, and how far the pictures of the last seconds
                   can be believed
camera_sight       What each camera sees, as lines
certificate_words  What is said of the newest plan's certificate: whether it still counts, and if not, why
                   and what to do
collision_words    What is said of collisions: how near the arm is now, how near it may be, and what its
                   motion will meet
columns            Where the panels of a list stand: columns side by side, each of which scrolls, and a place
                   below
command_book       What becomes of every command, as the gate tells it: a row for each kind, epoch and number
command_rows       All commands of a pass, in the order of their beginning: an immutable sequence that is
                   cheap to change
command_table      The commands as a table for Qt: only rows that changed are told to the view, and nothing
                   is copied
command_words      How a command reads, column by column; knows no screen
compass            The compass of the scene: which way platform and world lie, and where the sun stands, in a
                   corner
deed               A button that does something, with a key of the whole window that does the same
drawn              What the views draw of arm and scene, each body once: as a mesh where there is one, else
                   as its volume
explain_card       The card that explains a hold, a roll-back or a refusal: what happened, between what, and
                   the way out
facts/             What the panels know: messages in, immutable values out, each class of facts by itself; no
                   Qt, no words
feed_role          The console's role: what is received becomes the snapshot, what a person does becomes
                   messages
figure             A figure on the screen: caption, value, age; grey and struck through when it is too old
fixture_shapes     The shapes by which fixtures are drawn: a ball that is swept along a way, or a box
flat_drawing       One picture of the scene with a painter: bodies, arms in their styles, lines
flat_shapes        How bodies look without OpenGL: projected along a direction, exactly
flat_view          The scene without OpenGL: two pictures side by side, each along a direction, drawn with a
                   painter
flow               Widgets in a line that goes on in the next line when there is no room, as words do round a
                   picture
force_figure       The force on a bilateral hand: along each of the handle's axes, why it is so, and how much
                   gain is allowed
force_words        What the hand feels, in words: how much and of what, why less than asked, and what gain
                   the delay allows
formats            Figures for human eyes: the only place where radians become degrees, and metres
                   millimetres
framing            What the views of the scene show: arm and scene whole, whatever their size; no Qt
gate_word          The gate's word: its state, and after a roll-back or a hold what ended motion, until
                   somebody arms again
goals              The places that a hand is to lead a tool to, and how far each tool still is from there
groove             The time line of a recording: a groove with what is worth looking at, and a hand that can
                   be dragged
hand_pad           The hand at the window: the mouse on a pad, or keys; the dead-man is what has to stay down
hand_panel         The hand on the handle: whose it is, whether it presses, which device was sent away, and
                   what it feels
handle_words       Whose hand is on the handle, in words
handover           Between the feed's thread and the window's: the newest snapshot one way, a person's acts
                   the other
hold_button        HOLD: needs no authority, acts on the press, one command for each press; Escape does the
                   same
hold_stages        What is known of the newest HOLD: a row of stages, each done only by what proves it, and
                   one line
joint_bars         Bars of one joint: where it stands in its range, and how fast it moves within its limit
joints_panel       Joints: commanded against telemetered, with their limits; rates against theirs; currents
                   of the motors
led_hand           What the newest set-point of a hand tells: how it steers, and whether it leads the arm now
legend             What the styles of the scene mean, below it; only of what is there to be seen
link_panel         The link and the processes behind the screens: delays, loss, ages, and who is alive
main_window        The window: draws the newest snapshot ten times a second, and hands on what a person does
opengl             Whether OpenGL can be used here, asked before anything is built that would crash without
                   it
outlook            What is said of the contact: how long it lasts, or when it begins again
painted            How a picture is written on by a painter: colours, pens of its styles, fonts, and words at
                   places
panel_row          What a panel is made from, and what a row of the list of panels says of it
panels             The list of panels
picture_pane       One picture as large as it fits, and what of it may not be believed
pictures           Pictures off the bus: packets to pictures, the newest of each camera, also one that did
                   not become whole
plan_progress      How far a plan is: in its steps, for the arm as commanded and for the arm in orbit
plan_rows          The steps of the plan that a person flies, a row for each, around the one that comes next
preview            A plan that is watched before it is armed: at ten times its speed, paused, stepped,
                   rewound
preview_bar        The keys by which a plan is watched before it is armed, in the panel of the scene
queue_panel        The command queue and its history: one row for each command of the pass, newest at the
                   bottom
replay_bar         The replay's keys and its time line; only in mode replay
replay_feed        The console's role in a replay: what was recorded becomes the snapshot, what a person asks
                   for is asked
replay_screen      What a console shows of a replay: one instant of the recording, whole, or else the one
                   before
run_card           The card of a run's beginning and of its end; while it flies there is nothing to say, and
                   it is hidden
scene_eye          The eye of the 3-D view: where it stands, how a point is seen from there, what is written
                   over it
scene_fixtures     Fixtures of the 3-D view: translucent, over all that is opaque, so that the arm is seen
                   inside of them
scene_items        Solid bodies of the 3-D view: meshes made once, moved by their transforms only
scene_lines        All lines of the 3-D view, in as few OpenGL items as there are widths: each item costs
                   more than its lines
scene_look         What both views of the scene draw at one instant: poses, which are old, what is red, the
                   nearest pairs
scene_marks        Lines and words in the scene beside its bodies: plan, cameras, nearest pairs; the same in
                   both views
scene_panel        The panel of the scene: nearest pairs, what comes, ages of the arms, the view, the
                   platform, the plan
scene_view         The 3-D view: commanded arm, platform and target solid, the other arms and everything else
                   as lines
scene_views        How the scene may be looked at, and what can be switched on and off in it: the same in
                   both views
scene_widget       What both views of the scene have in common: where they look from, what is switched on,
                   and their buttons
scene_wires        Bodies as lines: rings and staves of capsules, edges of boxes and meshes; whole, dashed or
                   dotted
settings           What one screen of a run is told: the run, its own name in it, and what may be asked for
                   at it
snapshot           What the screens show at one instant: the facts of all panels; what each takes in stands
                   with its facts
state              From messages to one immutable snapshot; knows no screen
steering_choice    How the hand steers when it is armed next: mode, axes and control, by clicks or keys, told
                   in words
strips             A strip below the top bar: what waits for a person, with the keys to answer; it covers
                   nothing
theme              Colours, symbols and style sheet of the console
top_bar            The top bar: mode and delay, mission time, gate, authority, link, window; and HOLD, always
                   live
"""
