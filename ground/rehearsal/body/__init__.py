"""The spacecraft's body: what it is made of, how it moves, what it touches, how the model differs.

failing_joints  Joints that fail in orbit: one that locks where it is, one that slips and makes only a share
                of its motion
followers       Joints that follow others, in MuJoCo: bound to them by equalities, so that their loads go to
                their drivers
geoms           Solids as MuJoCo has them: geoms without mass that collide in the pairs that are named, and
                by no rule
jams            Joints that are locked, in MuJoCo: each commanded joint has a jam, which holds it once it is
                made active
kinematic       Move the spacecraft by command alone: a stand-in for physics where forces do not matter, as
                in campaigns
left_out        What a scene's mounts leave out, looked at all the same: by the exact triangles of limb and
                body
mjcf            Build the MuJoCo model of the spacecraft: a platform, the arm on it, the target welded to it
physics         Move the spacecraft: a platform and its arm, in MuJoCo, one control period at a time
places          Where everything of a model is at one instant: platform, joints, and bodies that move as they
                are said to
plant           The spacecraft's body as the rest of a rehearsal knows it: it moves, is measured, and may
                touch something
range_sensing   The range sensor of a rehearsal's arm: rays at what MuJoCo has, where MuJoCo has it, and
                noise
servo_load      What a joint's servo has to move at most: its stiffness is chosen for the arm's heaviest pose
sight           The shapes that rays of light meet: those that MuJoCo has, where MuJoCo has them
solids          What the spacecraft's body is made of: which solids physics touches, and which the cameras
                see
truth           What the spacecraft has and the predictor's model has not: other lengths, a load, a clock,
                noisy encoders
watched_pairs   The pairs of solids that must not touch, as MuJoCo measures them: what touches, and how near
                anything is
"""
