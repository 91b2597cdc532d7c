"""What a person or a script needs to act: view, lease, arming, recovery; and the script on top of it.

act_tables    What the acts of a script are told by a scenario file, and how quick and patient their operator
              is
arming        The way to an armed arm, and what is watched then: resume, wait until it is quiet, arm, watch
              to the end
carrying_out  A plan is carried out: one runner for whoever flies it, script or person
client        The one client of everybody who acts, script or person: what it is shown, and what it does
              about it
part_words    What a part of a plan is, in the words of the screen
person/       A person's acts at a console or a command line, and a plan that a person flies
procedure     A plan on its way, part after part, how each part goes, and what whoever flies it does in an
              own way
script/       An operator who keeps to a scenario's script: its acts, and the role that carries them out
scripted      What makes a script of the client: drawn reactions, patience, a hand that goes where it is told
step_at_rest  A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end
              of a pass
view          What somebody who acts is shown: the gate, the arm, the plans, the answers; nothing is done
              here
"""
