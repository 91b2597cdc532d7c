"""Faults of a scenario: what each is, what it explains, and how the drivers let it act.

any_fault      What every fault is: keys of a scenario's `[[fault]]`, what it explains, and how it acts
               through the seams
chances        What becomes of messages, drawn from a seed: whether something happens to one, which old one,
               which bit
consequences   What a fault makes happen, which then is no finding of its own: holds, silence, and limits
               that are broken
fault_seams    What the drivers ask of a scenario's faults: the seams of all participants, and the ends of
               their lives
faults         The one list of faults, of the ground and of space: for scenario files, the attack and tests
               alike
ground_faults  What may befall a participant of the ground: its life, clock, disk, and the messages that it
               is sent
occasion       The occasion for a fault that a seed brings: when one may begin, whom and what it may befall
space_faults   What may befall the far end: the link, the software on board, sensors and joints
"""
