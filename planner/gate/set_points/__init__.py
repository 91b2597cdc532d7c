"""Set-points: queued, allowed to leave, released in one stream and written ahead, and each one's life.

command_life     The life of every command, from proposal to its one end
comparison       Two other rules for the queue, to compare with the watermark: never in anything but a
                 rehearsal
copies_and_keys  Copies and keys of the gate, by which a model check drives and compares this very gate
ledger           All commands of a run: which are open, how far each is, and what changed of them for the
                 screens
onboard_steps    What telemetry proves of a command that has left: its reports one by one, and the newest
                 numbers
policy           When the head of the queue may leave: the watermark, and the gate's own checks before every
                 release
queue            The queue of one epoch: entries in order, their chain, and how far they are verified
stream           The stream of released set-points: r, what continues it, and the write-ahead record of each
write_ahead      What the gate sends and writes, in order: a record comes before the packet that it speaks of
"""
