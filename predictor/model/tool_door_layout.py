"""Where in the packed chain to a tool each value stands."""

LINKS, WIDTH, HEAD = 0, 1, 2
# Columns of a row; that of the tool has a place alone.
DRIVEN, BEGIN, END = 0, 1, 2  # which of the n values moves it; its law's pieces, as in `Tree.rows`
SLIDES = 3  # 1, or 0 of one that turns
PLACE = 4  # of its frame in that of the joint before, the upper three rows
LINK = 16
