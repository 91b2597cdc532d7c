"""What a person or a script needs to act: view, lease, arming, recovery; and the script on top of it.

act_tables     What the acts of a script are told by a scenario file, and how quick and patient their
               operator is
armed_plan     A plan is armed, and watched until its end is confirmed or something interrupts it
arming         The way to an armed arm: resume from a latch, wait until it is quiet, arm, and try again when
               refused
carrying_out   A plan is carried out: one runner for whoever flies it, script or person
client         The one client of everybody who acts, script or person: what it is shown, and what it does
               about it
fixture_act    Fixtures that lead the hand: asked of the planner from where the arm rests, waited for, taken
               away
flier          What script and person do each in their own way, while one runner carries out a plan for both
judgement      How a person judges what is left of a way, and moves the hand for it: eye and hand of a
               simulated operator
operator_role  The operator role: scripted intent that does what a person at the console would do, and no
               more
part_words     What a part of a plan is, in the words of the screen
person_acts    What a person does by one press, without the hand: each ends with why it was not done, or
               empty
person_flier   A person as whoever flies a plan: a key begins each part, and the person alone arms what moves
               the arm
person_line    A person's line to the gate: acts go up, answers and status come back on the same connection
person_plans   The plans that a person may fly: how far each is, and what the key does next
pilot          A person who flies: each press begins one act, and the screen says what it waits for or why it
               was refused
plan_act       A script's plan: whoever flies it begins each part at once, and a leg is flown until nothing
               of it is left
procedure      A plan on its way, part after part, and how each part goes: what a screen shows as rows
reach_act      The act `reach`: a person leads the tool to a goal by what a screen shows, move by move
reach_way      The way of a person who leads the tool to a goal: through own places, or along a tube that is
               drawn
retreat_act    The act `retreat`: out from where the arm is nearer to something than is required, by plan or
               by hand
script         The script of a scripted operator: the acts that a scenario file lists, in order, and how each
               is done
scripted       What makes a script of the client: drawn reactions, patience, a hand that goes where it is
               told
step_at_rest   A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end
               of a pass
teleop_act     The act `teleop`: strokes of the hand, with what a person does when the arm is rolled back or
               held
verified       The step `verify`: a figure of telemetry lies in a range, for as long as is asked
view           What somebody who acts is shown: the gate, the arm, the plans, the answers; nothing is done
               here
"""
