"""What a person or a script needs to act: view, lease, arming, recovery; and the script on top of it.

act_tables         The acts of a script as a scenario file has them, and how quick and patient their operator
                   is
arming             The way to an armed arm, and what is watched then: resume, wait until it is quiet, arm,
                   watch to the end
carrying_out       The runner that carries out a plan, for a script as for a person
client             The client of script and person alike: what it is shown, and the acts that it does
joint_check        Do the joint values, tools and poses of a plan fit its robot?  Checked when its file is
                   read
operation_news     Commands that move no joint, as far as they are news: fired, done, or disarmed and why
operation_step     A step that moves no joint: given to the gate at rest, fired if it is critical, and waited
                   for
part_words         What a part of a plan is, in the words of the screen
person/            A person's acts at a console or a command line, and a plan that a person flies
procedure          A plan on its way, part after part, how each goes, and what script and person do each in
                   their own way
procedure_reports  How far procedures are, said to all screens: whoever looks on sees the same steps in the
                   same states
script/            An operator who keeps to a scenario's script: its acts, and the role that carries them out
scripted           The client of a script: drawn reactions, patience, a hand that goes where it is sent
step_at_rest       A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the
                   end of a pass
view               What a script or a person is shown: the gate, the arm, the plans, the answers; nothing is
                   done here
world_news         News of the world: what is proposed, confirmed or lapses, and each other world, with
                   joints that fail
world_step         A world update: proposed, looked at as the gate shows it, and confirmed by its hash
"""
