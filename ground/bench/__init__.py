"""How fast this is beside others: the problems, the harness, and the peers that are asked the same.

arms                  The arms to measure with: one of thirteen leaves, those that come with farhand, and
                      others' from a folder
asked                 Which peers there are, and asking them: one that is not installed is told as missing
bodies                A problem as every library of collision takes it: bodies on frames, and the pairs of
                      them to look at
boxes_first           What it saves to look at boxes along the axes before nearest features, over the faces
                      of what is met
chain                 An arm as libraries of kinematics take it: a chain of axes through the origins of their
                      frames
collision_questions   Questions of collision: distance, hit or free, trajectories, random poses, meshes
cycle                 One cycle of collision detection, update and query, along a hand line: the methods
                      beside published ways
gate_ticks            How long the gate works in a tick that releases, while a pass is flown among so many
                      boxes
growth                How time grows with bodies, leaves and triangles, and by which power
hand_flight           One flight of the study of what helps a hand: to a goal behind an obstacle, under one
                      condition
hand_study            What helps a hand through delay: seeded flights under each condition, their means, how
                      sure those are
haptics               The loop beside a device: measured in a process of its own, told as rows beside what is
                      asked
head                  On what a bench was run: machine, versions, date, commit; a figure without these tells
                      nothing
kinematics_questions  Questions of kinematics: where the tool is and how it moves, which joint values put it
                      there, a line
measure               Time several calls in turns, by processor time: what else the machine does is not
                      counted
motions               What is asked: trajectories, random configurations, poses of the tool, rays; each from
                      one seed
peers/                Other libraries, asked the same: one file for each, which is loaded only if it is
                      installed
planning              Ways around obstacles on published problems: ours, and whoever else can be asked, on
                      the same ones in turn
planning_sets         Published planning problems as all are asked them: an arm of spheres among boxes,
                      spheres and capsules
problem_sets          Published planning problems: how many of their starts and goals are free, with the
                      published spheres
problems              The problems: which arm in which scene, and the trajectory that it flies there; all
                      from seeds
ray_questions         Questions of rays: what a fan of them meets first, among primitives and among meshes;
                      in one call
recall                Is a contact ever missed, or a motion held without need?  Seeded scenes and moves
                      against Pinocchio
rival_bodies          An arm and a scene of capsules as the rivals of the bench read them: rods, boxes around
                      them, and trees
rivals                Other ways to ask whether an arm is near something, as published: written plainly,
                      compiled like ours
rows                  From a question to rows: what was measured, against what, and whether it is enough
scenes                Scenes to measure with, for any arm: primitives around where it moves, or convex
                      modules of many triangles
sphere_models         Arms as they were published for planning: links of spheres, and an SRDF of pairs that
                      are never tested
start                 How long a process of its own works for a first answer, once with nothing compiled
                      before, then again
targets               What is aimed at: how much faster than a peer, or how fast, by line of the targets and
                      kind of problem
told                  What a bench found, for people: a table, and what it was run on
trajectory_questions  Questions of time: the shortest motion from rest to rest, and the fastest timing of a
                      path
verdict_questions     Questions of verdicts: is a move, and the stop after it, clear and within limits?
verify_questions      Questions of a whole trajectory of 60 s: is all of it clear and within limits?  By
                      three contracts
way                   A question of the bench, and the ways in which ours and others answer it
"""
