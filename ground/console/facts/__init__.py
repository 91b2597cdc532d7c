"""What the screens know: settings and messages in, one immutable snapshot out, and what a person does; no Qt.

Each class of facts stands by itself, and none of them knows a word of the screens.

approach           How the commanded tool comes to where it goes: in which direction, how much along it, and
                   how far aside
arm_facts          The arm: as commanded and as predicted for now, as telemetry saw it, in which world, and
                   what is near it
authority_facts    The authority to command, and what the gate does with what is commanded
camera_pictures    What is known of each camera: its newest picture, joined from packets, and the image
                   monitor's word
chosen             What a person has chosen at the panels for the keys that begin something: of the window's
                   thread alone
command_book       What becomes of every command, as the gate tells it: a row for each kind, epoch and number
command_rows       All commands of a pass, in the order of their beginning: an immutable sequence that is
                   cheap to change
console_state      From messages to one immutable snapshot; knows no screen
explanation_facts  Why something stopped or did not begin: the newest holds, roll-backs and refusals, with
                   their ways out
hand_facts         The hand on the handle: whose it is, what it feels, and the fixtures that lead it
handover           Between the feed's thread and the window's: the newest snapshot one way, a person's acts
                   the other
hold_facts         The newest HOLD that this console knows of: its own by the button, another's by the
                   bridge's report
joined_state       What a screen knows that came late: what the recorder kept of the pass, and then what it
                   received itself
link_facts         The link: whether there is contact, how long the ways are, what is lost, and what the
                   bridge lets pass
message_book       What has happened, as this console has heard it: one line each, made from messages and a
                   person's acts
moving_arms        The three arms, and how they move: joints, base, and the rates of both
panel_facts        What one part of the screens knows: immutable, and made anew by each message that it takes
                   in
pass_events        Events of a pass beside its commands: acts of people and scripts with their answers,
                   stops, plans, steps
plan_facts         The newest plan on the screens: from when it is ready until orbit has flown it, or
                   something has ended it
plan_progress      How far a plan is: in its steps, for the arm as commanded and for the arm in orbit
run_facts          The run: how far it is, which of its processes live, and in a replay where in the
                   recording it stands
settings           The settings of each screen of a run: the run, its own name in it, and what may be asked
                   for at it
snapshot           What the screens show at one instant: the facts of all panels; what each takes in stands
                   with its facts
tool_figures       The tool in numbers, of all three arms in one frame: where it is, how fast, and how far it
                   still has to go
way_left           How much of its way a tool has left: along the plan that is flown, or straight to a goal
                   of the hand
"""
