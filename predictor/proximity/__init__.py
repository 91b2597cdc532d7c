"""How kernels of other packages ask whether poses are free, whichever method of collision a world is of.

proximity_layout  What kernels of other packages ask whether poses are free, and how many poses they ask at
                  once
proximity_query   How kernels of other packages ask whether poses are free, whichever method of collision a
                  world is of
"""
