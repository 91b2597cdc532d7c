"""What always stands in the window, in its place and of its size: keys, strip, three lines of messages.

key_grid       The ten keys F1 to F10, side by side and equally wide: what each does, and in grey why it does
               not apply
message_lines  Three lines of messages that are always there, the newest first; alarms stand above until they
               end
strip          The strip: what waits for a person, in one line of fixed height, with its answers in fixed
               places
"""
