"""Cameras as files describe them, and the image monitor.

camera              The cameras that a scenario may name: which there are, on what each is mounted, and where
                    it looks
default_cameras     The cameras of a scenario that names none: two at the hand, one that overlooks the arm,
                    placed by its size
extent              What a view of an arm and its scene has to show: the arm at home, and all around it that
                    it can reach
image_agreement     Do the pictures move as telemetry says?  The first cross-check of the cameras with the
                    joints
image_monitor_role  The image monitor: joins the packets of pictures, and tells how far each camera can be
                    believed
mounted             Where the cameras of a scenario are, as every role is told, for motions and hands in
                    their frames
picture_stream      What is known of one camera's pictures: how many became whole, and whether they move as
                    telemetry says
seen                What is to be seen of an arm and of what stands around it: meshes where there are any,
                    else their volumes
sunlight            Where the sun stands in a rehearsal: what lights the spacecraft's pictures, and what the
                    screens show
"""
