"""One colour, marker and dash for each strategy in every chart, and output that is the same byte for byte.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; what is compared has a hue, what it
is compared against is black or grey. Marker and dash repeat the distinction for print in grey. Yellow is left out: on
white it is too faint for a thin line.
"""
import logging
import warnings
from collections import namedtuple

import matplotlib

Look = namedtuple("Look", "colour marker dash")

BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY, BLACK = "#E69F00", "#56B4E9", "#000000"
OLIVE, INDIGO, WINE = "#8A8A1F", "#332288", "#882255"
DARK_GREY, GREY, LIGHT_GREY = "#555555", "#8A8A8A", "#A6A6A6"

INK, MUTED, FAINT, GRID, PAPER, SHADE = "#1B1B1B", "#5A5A5A", "#C9C9C9", "#E6E6E6", "#FFFFFF", "#F3F3F1"
ALARM = "#B03A00"

FIXED = {
    "bitset": Look(GREEN, "^", (0, (7, 1.5))),
    "sparse_set": Look(VERMILLION, "s", (0, (4, 1.5))),
    "archetype": Look(BLUE, "o", "-"),
    "reactive": Look(PURPLE, "D", (0, (5, 1.5, 1, 1.5))),
    "hash_map": Look(OLIVE, "v", (0, (5, 1))),
    "alive_scan": Look(INDIGO, "h", (0, (3, 1))),
    "block_list": Look(WINE, "*", (0, (5, 1, 1, 1))),
    "boxed": Look(DARK_GREY, "X", (0, (2.5, 1.2))),
    "boxed_scattered": Look(GREY, "P", (0, (1, 1.2))),
    "limit": Look(BLACK, "|", "-"),
    "gather": Look(BLACK, "|", (0, (4, 2))),
    "control": Look(LIGHT_GREY, "x", (0, (1, 2))),
}

# Others take these in the order of the file. The lengths have no common factor: 210 strategies look different.
RING_COLOURS = (ORANGE, SKY, VERMILLION, BLUE, GREEN, PURPLE)
RING_MARKERS = ("v", "h", "*", "<", "p", ">", "d")
RING_DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.5)), (0, (6, 1.5, 1, 1.5)), (0, (1, 1.5)))

LINE_WIDTH = 1.6  # points
MARKER_SIZES = {"*": 9, "d": 7, "D": 5.5, "x": 5.5}  # points; so that all look equally large
MARKER_SIZE = 6


def looks(result):
    """strategy -> Look, for every strategy that the file names."""
    names = dict.fromkeys([each.name for each in result.strategies] + [case.strategy for case in result.cases])
    others = [name for name in names if name not in FIXED]
    return {**FIXED, **{name: ring(place) for place, name in enumerate(others)}}


def ring(place):
    return Look(RING_COLOURS[place % len(RING_COLOURS)], RING_MARKERS[place % len(RING_MARKERS)],
                RING_DASHES[place % len(RING_DASHES)])


def dot(look, **options):
    """How a strategy's marker is drawn, for Axes.plot."""
    return {"color": look.colour, "marker": look.marker, "linestyle": "none",
            "markersize": MARKER_SIZES.get(look.marker, MARKER_SIZE),
            "markeredgecolor": look.colour if look.marker in "|x" else PAPER,
            "markeredgewidth": 1.6 if look.marker in "|x" else 0.5, **options}


def px(pixels):
    """CSS pixels (96 to the inch) as points, the unit of fonts and lines."""
    return pixels * 0.75


TITLE, BODY, SMALL, TINY = px(16.5), px(12), px(11), px(10.5)


def prepare():
    """Sets what all charts share. What a user's matplotlibrc says is left out, so that equal input gives equal bytes."""
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"matplotlib\..*")
    warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from current font")
    matplotlib.rcdefaults()
    matplotlib.rcParams.update({
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
        "font.size": BODY,
        "text.parse_math": False,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.linewidth": 0.8,
        "axes.unicode_minus": False,
        "xtick.color": FAINT,
        "xtick.labelcolor": MUTED,
        "xtick.labelsize": SMALL,
        "ytick.color": FAINT,
        "ytick.labelcolor": MUTED,
        "ytick.labelsize": SMALL,
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "figure.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "svg.fonttype": "none",
        "svg.hashsalt": "ecsbench",
        "path.simplify": True,
    })


def bare(axes, keep=("bottom",)):
    """Axes without a box: only the named sides stay."""
    for side, spine in axes.spines.items():
        spine.set_visible(side in keep)
    axes.tick_params(length=3, pad=3)
    axes.tick_params(which="minor", length=0)
    axes.set_axisbelow(True)
