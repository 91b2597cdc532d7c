"""What is asked, and how it is measured: of ours, and of the peers that can answer it.

boxes_first           What it saves to look at boxes along the axes before nearest features, over the faces
                      of what is met
bursts                How a receiver keeps up with a burst of datagrams
child                 Where a child process of a benchmark finds what it imports: in this checkout, and
                      nowhere else first
collision_questions   Questions of collision: distance, hit or free, trajectories, random poses, meshes
console_flood         Who speaks to a console that is measured: pictures, telemetry, predictions and the
                      gate, over real sockets
console_frames        How long the console's whole window takes for a picture, with an arm that moves and a
                      plan that is flown
console_history       A day of 200 figures at 10 Hz in the console's plots: memory by the hour, and how long
                      pan and zoom take
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
hold                  HOLD from the press to the wire, with every subset of the processes dead that it does
                      not need
hold_far_end          The spacecraft of a run in which HOLD is pressed: it floods the run with reports, and
                      notes each press
hold_relay            A process that does nothing but pass datagrams on: what a machine adds wherever one
                      process more is passed
hold_runs             Runs in which HOLD is pressed: sealed, flooded, without room on any disk, and with a
                      far end that notes it
kinematics_questions  Questions of kinematics: where the tool is and how it moves, which joint values put it
                      there, a line
load                  A run under load: sealed telemetry at a rate, to a role whose inputs are recorded and
                      to three observers
load_peers            Who hears the same load beside a run: a raw socket and asyncio-dgram, which prove and
                      record nothing
load_roles            Roles of a run under load: one that sends telemetry at a rate, and those that receive
                      it and tick
loop_timing           How punctual the loop beside a device is, and what each part of it costs
one_flight            Fly one scenario in this process, and print the processor seconds and the mission
                      seconds
pings                 How long a datagram takes to another process and back: by raw sockets, asyncio-dgram,
                      and ours
planning              Ways around obstacles on published problems: ours, and whoever else can be asked, on
                      the same ones in turn
ray_questions         Questions of rays: what a fan of them meets first, among primitives and among meshes;
                      in one call
recall                Is a contact ever missed, or a motion held without need?  Seeded scenes and moves
                      against Pinocchio
run_processes         The processes of a prepared run as they are, without a supervisor: to be loaded,
                      stopped, killed
sealed                A sender and a receiver of telemetry whose packets are sealed, as in a run
start                 How long a process of its own works for a first answer, once with nothing compiled
                      before, then again
trajectory_kernels    Kernels for comparisons, never flown: the timing of a path without jerk limits, many
                      motions at once
trajectory_questions  Questions of time: the shortest motion from rest to rest, and the fastest timing of a
                      path
verdict_questions     Questions of verdicts: is a move, and the stop after it, clear and within limits?
verify_questions      Questions of a whole trajectory of 60 s: is all of it clear and within limits?  By
                      three contracts
window_thread         How long the console's window holds its thread, with all of it open, three cameras and
                      10,000 packets/s
yielding              What a hand feels that lets a force go, over what it has felt of it
"""
