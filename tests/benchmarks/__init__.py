"""Measurements of farhand: how fast it is beside others, how it grows, how sure its answers are.

    python -m tests.benchmarks NAME [OPTION ...]      in a clone; without NAME, which there are
    python -m tests.benchmarks.every_model FOLDER     tables of what farhand makes of each model file
    python -m tests.benchmarks.live_figures [...]     how punctual and heavy a rehearsal in real time is

Each of them informs; only `--strict`, `truth` and the tests beside fail.  Peers come with the extra `peers`.

    problems  <---  peers  <---  telling  <---  questions  <---  the files here, which read options and print

console       How fast the console is: pictures each second, a day of figures in its plots, its thread under
              load
every_model   What Farhand makes of every robot, mesh and scene of a folder, and how long it takes; nothing
              is asserted
flight        How fast virtual time is: simulated hours per core hour, kinematic, without pictures or
              recording (S8)
gate          How long the gate works before a release, in a scene of many boxes
growth        How time grows with bodies, leaves, triangles, and faces with and without boxes
hand          What helps a simulated person who leads the arm by hand through delay
haptics       How punctual the 1 kHz loop beside a device is, and what its parts cost
hold          HOLD from the press to the wire, sealed, whoever is dead that it does not need (S5)
live_figures  How punctual and how heavy a real-time rehearsal is on this machine; run by hand, nothing is
              asserted
load          A sealed run under load: what is heard, lost, recorded, and how late ticks are (S1, S2, S4,
              F16)
options       Options of a benchmark, read as those of `farhand`: a mistake is one line with the nearest
              valid option
peers/        Who answers: other libraries, one file for each, loaded only if it is installed; other
              published ways
planning      Ways around obstacles on published problems, beside OMPL (F14)
problems/     What is asked about: arms, the scenes around them, how they move; our own by seeds, and
              published ones
questions/    What is asked, and how it is measured: of ours, and of the peers that can answer it
speed         Ours and others' on the same problems, in one run
start         How long a process works for its first answer, with nothing compiled, and again
telling/      What was measured, told: rows beside what is aimed at, the machine, tables and figures
truth         Whether contacts are missed, or motions held without need, by Pinocchio
wire          How fast datagrams go: a burst, and there and back, beside raw sockets and asyncio-dgram (F16)
yielding      What is felt of a force, and how steeply it falls as the hand lets it go
"""
