"""The freedom of a redundant arm while its tool follows a course.

elbow_samples   Samples of the elbow: what a redundant arm can do at the places of a course, poses beside a
                base
smoothest_path  The smoothest path from label to label through elbow samples, on which every pose is allowed
                and at ease
turned_elbow    A course that a redundant arm cannot follow by least effort, with its elbow turned out of the
                way
"""
