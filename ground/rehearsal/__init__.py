"""The rehearsal's truth: a spacecraft behind a delayed link.

about               What a rehearsal's recording tells of itself beyond what every run tells: its scenario
around              What the screens of a rehearsal are told beside its run: by its scenario, or by its
                    recording
by_person           A scenario that a person flies instead of its script: less is expected, and all that it
                    has is offered
cameras             The spacecraft's cameras: when each takes a picture, and the work of taking it
failing_joints      Joints that fail in orbit: one that locks where it is, one that slips and makes only a
                    share of its motion
fault_schedule      The faults of a scenario that have a time, as a list of what begins and ends when
flight              Fly a scenario in virtual time and tell what happened
followers           Joints that follow others, in MuJoCo: bound to them by equalities, so that their loads go
                    to their drivers
geoms               Solids as MuJoCo has them: geoms without mass that collide in the pairs that are named,
                    and by no rule
jams                Joints that are locked, in MuJoCo: each commanded joint has a jam, which holds it once it
                    is made active
kinematic           Move the spacecraft by command alone: a stand-in for physics where forces do not matter,
                    as in campaigns
left_out            What a scene's mounts leave out, looked at all the same: by the exact triangles of limb
                    and body
live                Fly a scenario in real time: one process for each role, watched by this one, and tell
                    what happened
mjcf                Build the MuJoCo model of the spacecraft: a platform, the arm on it, the target welded to
                    it
onboard             The on-board contract: what the spacecraft does with commands, without physics and
                    without a link
onboard_report      What the on-board software tells of itself: its mode, and what became of the numbers it
                    was sent
physics             Move the spacecraft: a platform and its arm, in MuJoCo, one control period at a time
picture             Make a picture of what a camera sees: sunlight with hard shadows, earthlight, stars,
                    sensor noise
picture_downlink    How the spacecraft sends its pictures: each spread over nearly the time until its
                    camera's next one
places              Where everything of a model is at one instant: platform, joints, and bodies that move as
                    they are said to
plant               The spacecraft's body as the rest of a rehearsal knows it: it moves, is measured, and may
                    touch something
portrait            A portrait of an arm: what is seen of it, and the volumes that keep it clear, on a floor
                    with a grid
portrait_eye        Where the eye of a portrait stands: above and before the arm, on the side from which most
                    of it is seen
portrait_light      How a portrait is lit: an arm in a studio, its volumes as shells of glass, on a floor
                    with a grid
portrait_marks      What is written upon a portrait: axes and numbers of the joints, frames of base and
                    tools, a scale
portrait_solids     What a portrait shows of an arm: meshes or capsules, shells around meshes, bones where
                    neither is known
range_sensing       The range sensor of a rehearsal's arm: rays at what MuJoCo has, where MuJoCo has it, and
                    noise
raycast             Find what a camera sees at each pixel, with few rays: coarse first, finer only where
                    something changes
servo_load          What a joint's servo has to move at most: its stiffness is chosen for the arm's heaviest
                    pose
setpoint_buffer     Hold set-points on board until their moves begin, and judge each against the one before
                    it
sight               The shapes that rays of light meet: those that MuJoCo has, where MuJoCo has them
solids              What the spacecraft's body is made of: which solids physics touches, and which the
                    cameras see
space_segment_role  The space segment of a rehearsal: link, on-board software, body and scripted faults as
                    one role
start_pose          Whether a rehearsal can begin where its scenario says, from the launch file of its
                    spacecraft
strokes             Lines and figures upon a picture, with smooth edges, without a library for it
summing_up          The summary of a rehearsal from its recording: as it ends, or whenever somebody asks
                    again
truth               What the spacecraft has and the predictor's model has not: other lengths, a load, a
                    clock, noisy encoders
warming             What of a rehearsal is compiled before it begins: its spacecraft's rays; in virtual time
                    all of it at once
watched_pairs       The pairs of solids that must not touch, as MuJoCo measures them: what touches, and how
                    near anything is
world               Turn a scenario into the list of participants that both drivers take
"""
