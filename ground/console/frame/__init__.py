"""What stands where in the window.

areas         Where the panels stand: the scene with what is below it, the column beside it, the drawer under
              both
arrangement   How a person has arranged the window: which drawer and tab are open, how large, which picture
              is large
exchange      Two widgets of one window that change places: a camera's picture and the picture of the scene
layout_keys   The handles of the drawers, and the layouts to choose from: always in the same place
panel_shares  Which panels are drawn together: those of a snapshot in a few shares, one after the other
tabs          Panels of which one is in front, each behind its handle; panels of one tab stand side by side
"""
