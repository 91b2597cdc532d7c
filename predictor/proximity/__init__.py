"""How kernels of other rooms ask for distances at poses, whichever method of collision a world is of.

proximity_layout  What kernels of other rooms look with, and how many poses they look at once
proximity_query   How kernels of other rooms look at poses, whichever method of collision a world is of
"""
