"""Files of a recording, read: what is whole, where damage is, and what they hold in sum.

answers         What is in a recording, as answers whose field names are the keys in JSON
chunk_content   What a chunk of a recording holds: batches, each proven by the sum at its end, and the
                records in them
deliveries      All that a recording holds, over all its files: records in order, and the messages in them
                opened
holes           Where a file of a recording is damaged, and where it goes on behind that
mcap_glance     What the files of a recording hold in sum, by the totals at their ends, so that hours need
                not be read
mcap_reading    One file of a recording, read: what is whole, and where the rest is damaged
opened_records  Records of a recording as plain values by their keys: what was given to whom, by whom, under
                which number
"""
