"""Scene files: what they may say, what covers their bodies, what is doubtful.

covers        Boxes that the arm is kept out of in place of a mesh: one around each convex piece
scene_body    A body of a scene file, checked: its mass properties, its carrier, its motion
scene_doubts  What may be meant otherwise in a scene or a mesh: named with what to do, never put right by
              itself
scene_facts   What a scene, or a bare mesh, is made of, for people and programs
scene_file    Read a scene file into `predictor.geometry.shapes.Scene`
scene_table   The tables of a scene file as they are written: strict TOML, lengths in metres, poses in the
              arm base
"""
