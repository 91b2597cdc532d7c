"""What panels are made of: figures, bars, tables, buttons, and a painter's colours and pens.

action_button  Buttons and the keys of the keyboard that do the same; no button takes the keyboard
command_table  The commands as a table for Qt: only rows that changed are told to the view, and nothing is
               copied
figure         A figure on the screen: caption, value, age; grey and struck through when it is too old
hand_pad       The hand at the window: the mouse on a pad, or keys; the dead-man is what has to stay down
hold_button    HOLD: needs no authority, acts on the press, one command for each press; Escape does the same
joint_bars     Bars of one joint: where it stands in its range, and how fast it moves within its limit
painting       How a picture is written on by a painter: colours, pens of its styles, fonts, and words at
               places
plan_rows      The steps of the plan that a person flies, a row for each, around the one that comes next
wrapping_row   Widgets in a line that goes on in the next line when there is no room, as words do round a
               picture
"""
