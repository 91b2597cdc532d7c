"""What panels are made of: figures, bars, tables, buttons, and a painter's colours and pens.

command_table  The commands as a table for Qt: only rows that changed are told to the view, and nothing is
               copied
deed           A button that does something, with a key of the whole window that does the same
figure         A figure on the screen: caption, value, age; grey and struck through when it is too old
flow           Widgets in a line that goes on in the next line when there is no room, as words do round a
               picture
force_figure   The force on a bilateral hand: along each of the handle's axes, why it is so, and how much
               gain is allowed
hand_pad       The hand at the window: the mouse on a pad, or keys; the dead-man is what has to stay down
hold_button    HOLD: needs no authority, acts on the press, one command for each press; Escape does the same
joint_bars     Bars of one joint: where it stands in its range, and how fast it moves within its limit
painted        How a picture is written on by a painter: colours, pens of its styles, fonts, and words at
               places
picture_pane   One picture as large as it fits, and what of it may not be believed
plan_rows      The steps of the plan that a person flies, a row for each, around the one that comes next
"""
