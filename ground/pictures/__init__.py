"""Cameras as files describe them, and the image monitor.

camera              The cameras that a scenario may name: what each is mounted on, where it looks, what
                    lights it
default_cameras     The cameras of a scenario that names none: two at the hand, one that overlooks the arm,
                    placed by its size
drawn_shapes        What is drawn of an arm and of what stands around it: meshes where there are any, else
                    their volumes
extent              What a view of an arm and its scene has to show: the arm at home, and all around it that
                    it can reach
image_agreement     Whether the pictures of a camera move as telemetry says: the first cross-check of cameras
                    with joints
image_monitor_role  The image monitor: joins the packets of pictures, and reports how far each camera can be
                    believed
joint_axes          How the joints of an arm are marked: a line along each axis, a ring around it where the
                    joint turns
png                 A picture as PNG, 8 bits, grey or RGB (W3C, Portable Network Graphics, third edition,
                    2025, section 5)
"""
