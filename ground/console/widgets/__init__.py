"""What panels are made of: figures, bars, tables, buttons, and a painter's colours and pens.

action_button  Buttons and the keys of the keyboard that do the same; no button takes the keyboard
bulk_paths     Many lines or triangles as one path of a painter: made of arrays at once, where point by point
               is slow
elided_text    A text of one line: what does not fit is left out at its end, and stands whole in the tooltip
elided_value   A value in one line, whose end is left out where it lacks room; all of it is in the tip
figure         A figure on the screen: caption, value, age; grey and struck through when it is too old
figure_drag    A figure's name is dragged from where it stands to where it is plotted
filter_text    What is looked for in a table; it gives the keyboard back by Enter, or after a while without a
               key
hand_pad       The hand at the window: the mouse on a pad, or keys; the dead-man is what has to stay down
hold_button    HOLD: needs no authority, acts on the press, one command for each press; Escape does the same
joint_bars     Bars of one joint: where it stands in its range, and how fast it moves within its limit
label_places   Where labels stand in a picture: beside what they speak of, never over it, nor over one
               another; no Qt
labels         The labels of a picture: beside what they speak of, each with a leader, clear of all that must
               be seen
line_table     A table of many lines, of which only the end changes: what stays is neither copied nor drawn
               again
painting       How a picture is written on by a painter: colours, pens of its styles, fonts, and words at
               places
plan_rows      The steps of the plan that a person flies, a row for each, around the one that comes next
scrolling      An area, as wide as its place, in which a widget scrolls where it lacks room
typing         What takes the keys as text: there a letter is no key of the window, and SPACE is no dead-man
wrapping_row   Widgets in a line that goes on in the next line when there is no room, as words do round a
               picture
"""
