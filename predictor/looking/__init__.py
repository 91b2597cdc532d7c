"""How kernels of other rooms look at poses, whichever method of collision a world is of.

looking         How kernels of other rooms look at poses, whichever method of collision a world is of
looking_layout  What kernels of other rooms look with, and how many poses they look at once
"""
