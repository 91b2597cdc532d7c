"""An operator who keeps to a scenario's script: its acts, and the role that carries them out.

judgement      How a person judges what is left of a way, and moves the hand for it: eye and hand of a
               simulated operator
operator_role  The operator role: scripted intent that does what a person at the console would do, and no
               more
plan_act       The act `plan`: a script begins each part at once, and flies a leg until nothing of it is left
reach_act      The act `reach`: a person leads the tool to a goal by what a screen shows, move by move
retreat_act    The act `retreat`: out from where the arm is nearer to something than is required, by plan or
               by hand
script         The script of a scripted operator: the acts that a scenario file lists, in order, and how each
               is done
teleop_act     The act `teleop`: strokes of the hand, with what a person does when the arm is rolled back or
               held
"""
