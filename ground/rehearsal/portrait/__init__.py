"""A picture of an arm by itself, for who brings it.

portrait         A portrait of an arm: what is seen of it, and the volumes that keep it clear, on a floor
                 with a grid
portrait_eye     The viewpoint of a portrait: above and before the arm, on the side from which most of it is
                 seen
portrait_light   How a portrait is lit: an arm in a studio, its volumes as shells of glass, on a floor with a
                 grid
portrait_marks   What is written upon a portrait: axes and numbers of the joints, frames of base and tools, a
                 scale
portrait_solids  What a portrait shows of an arm: meshes or capsules, shells around meshes, bones where
                 neither is known
scene_portrait   A portrait of an arm among what stands around it: where it is now, and where its tool is to
                 go
"""
