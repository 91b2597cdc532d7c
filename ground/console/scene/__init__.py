"""The scene: arms, bodies and marks beside them, in a 3-D view where OpenGL works, else in a flat one.

base_motion      How the platform has turned: it floats, and every motion of the arm turns it the other way
bodies           The bodies of arm and scene, where they are, and between which points the nearest of them
                 are nearest
camera_sights    What each camera of a run sees, as lines, with a short stroke at the upper edge of its
                 picture
compass          The compass of the scene: which way platform and world lie, and where the sun stands, in a
                 corner
fixture_shapes   The shapes by which fixtures are drawn: a ball that is swept along a way, or a box
flat_canvas      A flat picture of the scene: projected along one direction, drawn with a painter
flat_shapes      How bodies look without OpenGL: projected along a direction, exactly
flat_view        The scene without OpenGL: a flat picture, drawn with a painter
framing          What the views of the scene show: arm and scene whole, whatever their size; no Qt
ghost_marks      The lines and words of a pose that a person asks for: what carries the tool, its handles,
                 picked points
goals            The places that a hand is to lead a tool to, and how far each tool still is from there
ground_plane     The reference plane at the foot of the arm: its grid, the shadows on it, where things stand
                 over it; no Qt
legend           What the styles of the scene mean, at the bottom of the picture; only of what is there to be
                 seen
opengl           Which view of the scene can be used here: OpenGL is tried before anything is built that
                 would crash
scene_items      The OpenGL items of the 3-D view: solid bodies, fixtures and lines
scene_look       What both views of the scene draw at one instant: poses, which are old, what is red, the
                 nearest pair
scene_marks      Lines and words in the scene beside its bodies: nearest pair, way out, goals, plan; the same
                 in both views
scene_obstacles  What the labels of the scene keep clear of, as it is seen by an eye: arms, tools, goals,
                 tubes
scene_view       The 3-D view: commanded arm, platform and target solid, the other arms and everything else
                 as lines
scene_widget     What both views of the scene have in common: where they look from, what is switched on,
                 their line of keys
scene_wires      Bodies as lines: rings and staves of capsules, edges of boxes and meshes; whole, dashed or
                 dotted
scene_writing    What is written on a picture of the scene: compass and legend, and the labels, which keep
                 clear of both
sight            What lies behind a pixel of the scene, and the pose that a person holds there by its
                 handles; no Qt
viewpoints       How the scene may be looked at, and what can be switched on and off in it: the same in both
                 views
visible_bodies   What the views draw of arm and scene, each body once: as a mesh where there is one, else as
                 its volume
"""
