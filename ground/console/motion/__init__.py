"""A person asks for a motion: by numbers or a ghost of the tool, and sees the answer and its preview.

answer_view    The planner's answer on the screen: its lines, and the keys that go with it: cancel, shortest
answer_words   What the planner made of an asked motion, in lines: time, clearance, peaks, or why not; no Qt
asked_frames   The frames in which a person gives places: base, world, the tool as it stands, bodies that
               stay; no Qt
asked_motion   What the form asks the planner for, as it stands: the act and a few words, or why it cannot be
               asked
ghost_handles  A ghost of the tool is pulled by its handles: along or about an axis, or in the picture's
               plane; no Qt
letter_button  Buttons with a letter: ALT and the one that is underlined presses them, at once
motion_draft   What a person asks for at the form, as it stands before it is asked: kind, frame, tool and
               numbers; no Qt
motion_form    The form of a motion: its kind, its frame and tool, its numbers, its steps and its duration
motion_panel   The tab of a motion: what is asked for, what the planner makes of it, its preview, and plans
               by name
number_field   Fields for numbers with their units, some in a row; the arrow keys step them
picked_points  The point of a body that is seen at a pixel: of the scene, or of the commanded arm; no Qt
preview        A plan that is watched before it is armed: at ten times its speed, paused, stepped, rewound
preview_bar    The keys by which a plan is watched before it is armed, beside the form of a motion
saved_plans    Plans kept by their names, in the folder of the run's plans: saved and opened without leaving
               the form
step_pad       Steps along the axes of the frame and about them, or of one joint: by the mouse, or by arrow
               keys
tool_ghost     The ghost of the tool in the scene: the pose that the form asks for, pulled or stepped; no Qt
typed_numbers  Numbers that a person types, with their units; no Qt
"""
