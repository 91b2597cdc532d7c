"""What all roles of a run agree on: settings, participants, keys, limits, authority and reasons.

authority         The one state machine of authority and motion: (state, link window) x event -> state,
                  action, reason
chains            Chains of digests: an entry names all entries before it, a set-point all samples of its
                  stop
critical          Critical commands: which of those without motion need ARM and FIRE, and the hash that both
                  name (R12)
data_checks       What a value of telemetry is checked against: one row of the table that all roles of a run
                  agree on
force_stability   How stiff a spring through a delay may be: for any hand, and for a stated one
hand_settings     How the hand leads the arm and what it feels, as every role of a run must agree on
keys              The secrets that a participant seals by, and proves others by
limits            Ages, spans and lengths that several rooms and texts share: each once, the same in every
                  run
participants      The participants of a run: each has a name of its own and plays a role; `Speakers` is that
                  as one value
planning_reasons  The part of the registry of reasons that is of plans and fixtures: cause and cure of each
reason_codes      The codes of reasons, by what they belong to; the text of each is in
                  `telemetry.agreed.reasons`
reasons           The one registry of reasons: why something did not happen, what caused it, and the way out
run_settings      What every role of a run must agree on: one resolved document, whose hash is the
                  configuration hash
world_words       World updates in words, the same in log, console and summary, and the hash by which one is
                  confirmed
"""
