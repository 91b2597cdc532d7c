"""Scene files: what they may say, what covers their bodies, what is doubtful.

covers        Boxes that the arm is kept out of in place of a mesh: one for each convex piece, with all of it
              inside
scene_body    What a scene file says of a body, checked: mass properties, who carries it, how it moves
scene_doubts  What may be meant otherwise in a scene or a mesh: told, with what to do, and never put right by
              itself
scene_facts   What a scene, or a bare mesh, is made of, for people and programs
scene_file    Read a scene file into `predictor.geometry.shapes.Scene`
scene_table   What a scene file may say, as it is written there: strict TOML, lengths in metres, poses in the
              arm base
"""
