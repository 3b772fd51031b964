"""Charts of an ecsbench result file. Python only draws: every statistic is read from the file.

    words.py      numbers and names as a reader sees them        no matplotlib in these four
    result.py     the file as plain data, or a Problem: one sentence
    panels.py     cases arranged as the charts show them, and who is fastest
    evidence.py   the line at the foot of every chart

    style.py      one colour, marker and dash for each strategy; fonts; byte-stable output
    placing.py    labels that do not cover each other
    sheet.py      a page in pixels: title, conditions, panels, evidence; written as SVG and PNG

    dots.py       one panel of the next: rows of dots on a linear or a logarithmic scale
    cost.py       ns per entity by strategy and workload, linear and logarithmic
    frames.py     how frame times are distributed, tail included
    scaling.py    ns per entity over the number of entities
    spikes.py     frames that took far longer than the rest, and what is known of why
    timeline.py   frame times in the order in which they were measured

Each chart is a function `draw(result) -> list of Sheet`; it raises Nothing with the reason when there is
nothing to draw.
"""
