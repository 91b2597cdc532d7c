"""One page that explains recorded runs: what it tells, and how that becomes HTML.

course_figures  Figures over time of a page: clearance, residual, delay, and the lanes of the delay
html_page       A page as one HTML file: nothing is loaded from anywhere, nothing runs in it, and all texts
                are texts
inline_svg      A figure as SVG that stands within a page: the same octets for the same figure, anywhere
page_data       What a page tells of recorded runs, as one tree: its fields are the keys in JSON, and the
                template's words
page_file       The file of a page: written whole or not at all, and never over anything that is no page of
                ours
worst_figure    The arm at the instant in which it came nearest to anything: from above and from the side
"""
