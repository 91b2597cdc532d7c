"""What a redundant arm does with its freedom while its tool follows a course.

clear   A course of a redundant arm that comes too close to something, with the elbow turned away from it
cost    What each pose of a fan costs: nothing where it is at ease, 1 at the edge of what is allowed, then no
        end
fan     All that a redundant arm can do at the places of a course: poses beside a base, by the null space
turned  A course that a redundant arm cannot follow by least effort, with its elbow turned out of the way
valley  The smoothest way from label to label through a fan, on which every pose is allowed and at ease
"""
