"""Keys as files, and the numbers that were used under them.

heard_page    What a participant has had, kept so that it outlives the process: a page of memory that is a
              file
key_file      A key file: the ring of one participant, for its owner's eyes alone
key_folder    The key sets of a station that one host has: one is in use, others are installed, some are
              revoked
key_sets      The rings of all participants of a station or a run, drawn from one master
number_state  The numbers of one participant under one key: each life reserves its boot epoch before its
              first word
set_folder    A key set in a folder: of each participant its key file, and beside it its numbers, given and
              heard
"""
