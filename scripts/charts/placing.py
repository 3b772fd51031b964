"""Labels that do not cover each other: how wide a text is, how to break and shorten it, how to spread a row of labels.

All lengths are CSS pixels.
"""
from functools import lru_cache

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties

from .words import shorten

DPI = 96
_renderer = RendererAgg(8, 8, DPI)


@lru_cache(maxsize=4096)
def width(text, points, weight="normal"):
    font = FontProperties(family="sans-serif", size=points, weight=weight)
    return _renderer.get_text_width_height_descent(text, font, ismath=False)[0]


def fit(text, most, points, weight="normal"):
    """The text, shortened in its middle until it is at most `most` wide."""
    keep = len(text)
    while keep > 3 and width(shorten(text, keep), points, weight) > most:
        keep -= 1
    return shorten(text, keep)


def broken(parts, most, points, weight="normal", glue=" "):
    """Lines of parts joined by `glue`, none wider than `most`; a part is only split where it alone is too wide."""
    lines = []
    for part in parts:
        longer = f"{lines[-1]}{glue}{part}" if lines else part
        if lines and width(longer, points, weight) <= most:
            lines[-1] = longer
        elif width(part, points, weight) <= most or " " not in part:
            lines.append(fit(part, most, points, weight))
        else:
            lines += broken(part.split(" "), most, points, weight)
    return lines


def spread(wanted, sizes, low, high):
    """Centres as close to the wanted ones as labels of these sizes allow, between low and high, in the same order.

    Labels that would touch form a group that shares the mean of its wishes; groups merge until none touch.
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    groups = []  # of [members, start, length]
    for i in order:
        groups.append([[i], wanted[i] - sizes[i] / 2, sizes[i]])
        while len(groups) > 1 and groups[-2][1] + groups[-2][2] > groups[-1][1]:
            members = groups[-2][0] + groups[-1][0]
            groups[-2:] = [[members, group_start(members, wanted, sizes), sum(sizes[m] for m in members)]]
        groups[-1][1] = max(low, min(groups[-1][1], high - groups[-1][2]))
    return settled(groups, sizes, low, high, len(wanted))


def group_start(members, wanted, sizes):
    """Where a group begins so that its members are, on average, where they want to be."""
    before, wishes = 0, []
    for member in members:
        wishes.append(wanted[member] - before - sizes[member] / 2)
        before += sizes[member]
    return sum(wishes) / len(wishes)


def settled(groups, sizes, low, high, how_many):
    """Centres of all members, after a pass in each direction has removed what clamping to the ends pushed together."""
    starts = [(member, start) for members, start, _ in groups
              for member, start in zip(members, running(start, [sizes[m] for m in members]))]
    edge, placed = high, [0.0] * how_many
    for member, start in reversed(starts):
        placed[member] = min(start, edge - sizes[member])
        edge = placed[member]
    edge = low
    for member, _ in starts:
        placed[member] = max(placed[member], edge)
        edge = placed[member] + sizes[member]
    return [start + size / 2 for start, size in zip(placed, sizes)]


def running(start, sizes):
    for each in sizes:
        yield start
        start += each
