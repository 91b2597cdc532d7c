"""The scene: arms, bodies and marks beside them, in a 3-D view where OpenGL works, else in a flat one.

base_motion     How the platform has turned: it floats, and every motion of the arm turns it the other way
bodies          The bodies of arm and scene, where they are, and between which points the nearest of them are
                nearest
camera_sight    What each camera sees, as lines
compass         The compass of the scene: which way platform and world lie, and where the sun stands, in a
                corner
drawn           What the views draw of arm and scene, each body once: as a mesh where there is one, else as
                its volume
fixture_shapes  The shapes by which fixtures are drawn: a ball that is swept along a way, or a box
flat_drawing    One picture of the scene with a painter: bodies, arms in their styles, lines
flat_shapes     How bodies look without OpenGL: projected along a direction, exactly
flat_view       The scene without OpenGL: two pictures side by side, each along a direction, drawn with a
                painter
framing         What the views of the scene show: arm and scene whole, whatever their size; no Qt
goals           The places that a hand is to lead a tool to, and how far each tool still is from there
legend          What the styles of the scene mean, below it; only of what is there to be seen
scene_eye       The eye of the 3-D view: where it stands, how a point is seen from there, what is written
                over it
scene_fixtures  Fixtures of the 3-D view: translucent, over all that is opaque, so that the arm is seen
                inside of them
scene_items     Solid bodies of the 3-D view: meshes made once, moved by their transforms only
scene_lines     All lines of the 3-D view, in as few OpenGL items as there are widths: each item costs more
                than its lines
scene_look      What both views of the scene draw at one instant: poses, which are old, what is red, the
                nearest pairs
scene_marks     Lines and words in the scene beside its bodies: plan, cameras, nearest pairs; the same in
                both views
scene_view      The 3-D view: commanded arm, platform and target solid, the other arms and everything else as
                lines
scene_views     How the scene may be looked at, and what can be switched on and off in it: the same in both
                views
scene_widget    What both views of the scene have in common: where they look from, what is switched on, and
                their buttons
scene_wires     Bodies as lines: rings and staves of capsules, edges of boxes and meshes; whole, dashed or
                dotted
"""
