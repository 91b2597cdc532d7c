"""The spacecraft's body: what it is made of, how it moves, what it touches, how the model differs.

as_built          The spacecraft as built, unlike the predictor's model: lengths, load, clock, sensors with
                  noise
geoms             Solids as MuJoCo has them, and the shapes that rays of light meet there
joint_equalities  Joints in MuJoCo that equalities bind: those that follow other joints, and those that are
                  locked
kinematic         Move the spacecraft by command alone: a stand-in for physics where forces do not matter, as
                  in campaigns
left_out_pairs    What a scene's mounts leave out, looked at all the same: by the exact triangles of limb and
                  body
motion_sweep      Sweep all released motion again, by MuJoCo's distances: what no predictor has a part in
                  (invariant 2)
motor_heat        How warm the motors are: each a winding in a housing, heated by its current, cooled into
                  the structure
mujoco_body       A body of MuJoCo's shapes: its model, where everything of it is, and what touches or is
                  near
mujoco_model      Build the MuJoCo model of the spacecraft: a platform, the arm on it, the target welded to
                  it
physics           Move the spacecraft: a platform and its arm, in MuJoCo, one control period at a time
plant             The spacecraft's body as the rest of a rehearsal knows it: it moves, is measured, and may
                  touch something
solids            What the spacecraft's body is made of: which solids physics touches, and which the cameras
                  see
watched_pairs     The pairs of solids that must not touch, as MuJoCo measures them: what touches, and how
                  near anything is
"""
