"""The verdict on a motion, the way out where it is refused, and what lies ahead.

clearing    Which motion of a steered tool gets its arm clear, and how much that counts
commanded   The commanded motion: the newest that is queued, as if it were executed at once, and as it would
            go on
escape      The way out of an arm that stands nearer than is required (R10): what may move, and what is
            remembered
judge       The verdict's function: may a set-point follow another, with its stop, within limits and clear of
            all?
outlook     What is reported of collisions, now and ahead: level, distances, how sure they are, time to
            contact
quick_look  Which of many moves are surely clear, from the distances at a few poses of each, looked at in
            batches
under_way   What was released and can no longer be recalled, judged again in the world as it is now (R9)
"""
