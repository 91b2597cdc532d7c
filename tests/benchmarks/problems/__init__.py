"""What is asked about: arms, the scenes around them, how they move; our own by seeds, and published ones.

arms           The arms to measure with: one of thirteen leaves, those that come with farhand, and others'
               from a folder
bodies         A problem as every library of collision takes it: bodies on frames, and the pairs of them to
               look at
chain          An arm as libraries of kinematics take it: a chain of axes through the origins of their frames
motions        What is asked: trajectories, random configurations, poses of the tool, rays; each from one
               seed
planning_sets  Published planning problems as all are asked them: an arm of spheres among boxes, spheres and
               capsules
problem_sets   Published planning problems: how many of their starts and goals are free, with the published
               spheres
problems       The problems: which arm in which scene, and the trajectory that it flies there; all from seeds
scenes         Scenes to measure with, for any arm: primitives around where it moves, or convex modules of
               many triangles
sphere_models  Arms as they were published for planning: links of spheres, and an SRDF of pairs that are
               never tested
"""
