"""The dots of one panel on one scale: a row a strategy, the limit and the gather as lines through all rows.

      limit 0.134   gather 1.04
    ----o 0.140 ns |   :                 a stem from zero, where the scale is linear
    ---------------|---:--[]--| 1.81 ns  a whisker where it is wider than the dot
    ---------------|---:---- 10.4 ns >   an arrow: off this scale
"""
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from . import style
from .panels import LINES, skip_reason
from .placing import fit, spread, width
from .words import MISSING, figure, times

ROW, LINE_NAMES = 19, 15  # px
LABEL_ROOM = 112  # px, for the label right of the last dot
DOT = 9  # px: an interval that is narrower hides behind its dot
BEHIND_TEXT = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 1.2, "alpha": 0.9}


class Column:
    """The plot of one panel on one scale."""

    def __init__(self, sheet, panel, rows, left, wide, top):
        """`top` is where the rows begin; the names of the lines stand in LINE_NAMES above it."""
        self.sheet, self.panel, self.rows = sheet, panel, rows
        self.left, self.wide, self.top = left, wide, top
        self.linear = True
        self.axes = sheet.axes(left, top, wide, len(rows) * ROW)
        self.axes.set_ylim(len(rows) - 0.5, -0.5)
        self.axes.yaxis.set_major_locator(NullLocator())
        self.axes.grid(axis="x")
        style.bare(self.axes, keep=())
        self.axes.tick_params(bottom=False, labelbottom=False)

    def scale_linear(self, end):
        self.axes.set_xlim(0, end)
        self.axes.xaxis.set_major_locator(MaxNLocator(min(9, max(3, self.wide // 45)), steps=[1, 2, 2.5, 5, 10]))
        self.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))

    def scale_log(self, low, high):
        room = (high / low * 1.25) ** (self.wide / (self.wide - LABEL_ROOM))
        low /= 1.25
        self.axes.set_xscale("log")
        self.axes.set_xlim(low, low * room)
        decades = range(math.floor(math.log10(low)), math.ceil(math.log10(low * room)) + 1)
        steps = (1, 2, 5) if len(decades) < 6 else (1,)
        self.axes.xaxis.set_major_locator(FixedLocator([s * 10.0**d for d in decades for s in steps]))
        self.axes.xaxis.set_minor_locator(NullLocator())
        self.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        self.linear = False

    def name_axis(self, text):
        self.axes.spines["bottom"].set_visible(True)
        self.axes.tick_params(bottom=True, labelbottom=True)
        self.axes.set_xlabel(text, size=style.SMALL, color=style.MUTED, labelpad=3)

    def x(self, value):
        """Pixels from the left edge of the plot."""
        return (self.axes.transData.transform((value, 0))[0] - self.axes.bbox.x0)

    def shade(self, end):
        self.axes.axvspan(0, end, color=style.SHADE, zorder=0, linewidth=0)

    def draw(self, result, far):
        """Every row with its value; a strategy that is off the scale is an arrow that leaves it."""
        self.lines(labels=True)
        for row, name in enumerate(self.rows):
            case, look = self.panel.cases.get(name), style.looks(result)[name]
            if case is None or not case.ns.median:
                self.missing(row, skip_reason(result, name, self.panel.workload))
            elif name in far:
                self.arrow(row, look, case)
            else:
                self.dot(row, look, case)
                self.value(row, case)

    def draw_unlabelled(self, result):
        self.lines(labels=False)
        for row, name in enumerate(self.rows):
            case = self.panel.cases.get(name)
            if case is not None and case.ns.median:
                self.dot(row, style.looks(result)[name], case)

    def lines(self, labels):
        """The limit and the gather as lines through all rows, their names above."""
        found = [(name, self.panel.line(name)) for name in LINES if self.panel.line(name)]
        texts = [f"{name} {figure(value)}" for name, value in found]
        for name, value in found:
            self.axes.axvline(value, color=style.BLACK, linewidth=1.1, linestyle=style.FIXED[name].dash, zorder=2)
        if not labels:
            return
        sizes = [width(text, style.SMALL) + 12 for text in texts]
        at = spread([self.x(value) for _, value in found], sizes, -40, self.wide)
        for text, x in zip(texts, at):
            self.sheet.text(self.left + x, self.top - LINE_NAMES / 2 - 1, text, ha="center", size=style.SMALL)

    def stem(self, row, look, end):
        """From zero to the dot where a length is a cost; on a logarithmic scale only a guide for the eye."""
        if self.linear:
            self.axes.plot([0, end], [row, row], color=look.colour, linewidth=1.3, alpha=0.5, zorder=3,
                           solid_capstyle="butt")
        else:
            self.axes.axhline(row, color=style.FAINT, linewidth=0.8, linestyle=(0, (1, 3)), zorder=1)

    def dot(self, row, look, case):
        self.stem(row, look, case.ns.median)
        if case.ns.has_interval and self.x(case.ns.high) - self.x(case.ns.low) > DOT:
            ends = [case.ns.low, case.ns.high]
            self.axes.plot(ends, [row, row], color=look.colour, linewidth=1.8, zorder=4, solid_capstyle="butt",
                           marker="|", markersize=8, markeredgewidth=1.5)
        self.axes.plot([case.ns.median], [row], **style.dot(look, zorder=5, clip_on=False))

    def value(self, row, case):
        """The label: right of the dot, or left of it where the plot ends."""
        low, high = (case.ns.low, case.ns.high) if case.ns.has_interval else (case.ns.median,) * 2
        text = labelled(case)
        left = width(text, style.SMALL) > self.wide - self.x(high) - 9
        self.axes.annotate(text, (low if left else high, row), xytext=(style.px(-9 if left else 9), 0),
                           textcoords="offset points", ha="right" if left else "left", va="center_baseline",
                           size=style.SMALL, zorder=6, bbox=BEHIND_TEXT)

    def arrow(self, row, look, case):
        end = self.axes.get_xlim()[1]
        self.stem(row, look, end)
        self.axes.plot([end], [row], color=look.colour, marker=">", markersize=6, markeredgewidth=0, clip_on=False,
                       zorder=5)
        self.axes.annotate(labelled(case), (1, row), xycoords=("axes fraction", "data"), xytext=(style.px(-10), 0),
                           textcoords="offset points", ha="right", va="center_baseline", size=style.SMALL, zorder=6,
                           bbox=BEHIND_TEXT)

    def missing(self, row, reason):
        text = f"{MISSING} ({reason})" if reason else MISSING
        self.axes.annotate(fit(text, self.wide - 20, style.SMALL), (0, row), xycoords=("axes fraction", "data"),
                           xytext=(style.px(8), 0), textcoords="offset points", va="center_baseline",
                           size=style.SMALL, color=style.MUTED, zorder=6, bbox=BEHIND_TEXT)


def labelled(case):
    """0.140 ns · 1.06× · W07"""
    parts = [f"{figure(case.ns.median)} ns"]
    parts += [times(case.to_limit.median)] if case.to_limit.median else []
    return " · ".join(parts + list(case.warnings))
