"""What is said, how it travels, how it is kept.

It knows no robot.  What is said is `messages` and the plain data beside it; `wire` is what bytes say,
`network` how they travel, `drive` who runs a role.

authority        The one state machine of authority and motion: (state, link window) x event -> state,
                 action, reason
beat             That a role lives, and for which configuration: told five times a second, on one grid
boot             Where a life of a participant begins to count, so that no number is ever used twice under
                 its name
bridge_role      The bridge: the only one that speaks to space, and the last inhibit of motion
chain            The chain of queue entries: H_j = SHA-256(H_(j-1) | c_(j-1) | entry | h), first 16 bytes,
                 starting from r
clock            The only door to the wall clock; everything else is told `now_ns`
commands         What the package answers to `farhand record` (`telemetry.recording.answers`)
contract         The contract between a role and whatever drives it
drive/           Who drives a role: virtual time and real time, and what both need
force_settings   What a hand feels, as every role of a run must agree on; what is not said is as below
force_stability  How stiff a spring through a delay may be: for any hand, and for a stated one
grid             Instants of a grid: a role that works at t0 + k P keeps to it, and does not make up for a
                 stall
hand_settings    How the hand leads the arm, as every role of a run must agree on; what is not said is as
                 below
hold/            HOLD that nothing takes away: new presses, repeats until confirmed, and who stays for it
joint_state      The state of all joints at one instant: one shape of it, from planner to spacecraft, in
                 messages and logs
limits           Ages, spans and lengths that several rooms and texts share: each once, the same in every run
link/            The space link: what is measured of it, what is believed of what it brings, and what is done
                 to it
memo             One fact that outlives its process: written whenever it changes, after everything else
messages/        The interface control document: one file per message family
network/         How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role
participants     Who takes part in a run: every participant has a name of its own, and plays a role
plan/            Plans as people write them: tables of a file, and what the planner is asked for
problems         What several checks find wrong, told at once: a check that fails ends itself, and not those
                 after it
reason_codes     The codes of reasons, by what they belong to; what each says to people is
                 `telemetry.reasons`
reasons          The one registry of reasons: why something did not happen, what caused it, and the way out
recording/       How what every role received is kept, read and played again
run_settings     What every role of a run must agree on: one resolved document, whose hash is the
                 configuration hash
settings         The one door for files that are read, and strict TOML and JSON behind it: unknown keys are
                 named
speakers         Who speaks in a run, as one value: mode, run, participants and the keys by which they are
                 known
stop_chain       The chain of a stop: each released set-point names, by one digest, the very samples of its
                 stop
whole_file       A file that others see whole: the old one, the new one, and nothing between
wire/            What bytes say: space packets, protection, frames, segments, and who may say what to whom
"""
