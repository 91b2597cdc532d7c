"""What a person or a script needs to act: view, lease, arming, recovery; and the script on top of it.

act_tables    What the acts of a script are told by a scenario file, and how quick and patient their operator
              is
armed_plan    A plan is armed, and watched until its end is confirmed or something interrupts it
arming        The way to an armed arm: resume from a latch, wait until it is quiet, arm, and try again when
              refused
carrying_out  A plan is carried out: one runner for whoever flies it, script or person
client        The one client of everybody who acts, script or person: what it is shown, and what it does
              about it
fixture_act   Fixtures that lead the hand: asked of the planner from where the arm rests, waited for, taken
              away
flier         What script and person do each in their own way, while one runner carries out a plan for both
part_words    What a part of a plan is, in the words of the screen
person/       A person's acts at a console or a command line, and a plan that a person flies
procedure     A plan on its way, part after part, and how each part goes: what a screen shows as rows
script/       An operator who keeps to a scenario's script: its acts, and the role that carries them out
scripted      What makes a script of the client: drawn reactions, patience, a hand that goes where it is told
step_at_rest  A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end
              of a pass
verified      The step `verify`: a figure of telemetry lies in a range, for as long as is asked
view          What somebody who acts is shown: the gate, the arm, the plans, the answers; nothing is done
              here
"""
