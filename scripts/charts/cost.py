"""ns per entity by strategy and workload: a dot and its 95 % interval a strategy, a panel a workload.

Two pages. `cost` is linear from zero, so that a length is a cost; where boxes would squeeze everything else, it has two
columns, both linear from zero: the storages enlarged, and everything on one scale beside. `cost-log` has all on one
logarithmic scale, where equal distances are equal ratios.
"""
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from . import style
from .panels import (LINES, Nothing, is_baseline, leaders, line_up, names_of, panels, skip_reason)
from .placing import fit, spread, width
from .sheet import MARGIN, WIDTH, Sheet
from .words import MISSING, count, duration, entities, figure, listing, times

PANELS_A_PAGE = 6
LEFT, GAP, BESIDE = 142, 28, 190  # where the plots begin; between the columns; the width of the second
ROW, HEADING, LINE_NAMES, BETWEEN, AXIS = 19, 19, 15, 14, 36
SQUEEZE = 3  # a strategy that is slower than all others by this factor gets a scale of its own
LABEL_ROOM = 112
DOT = 9  # px: an interval that is narrower hides behind its dot
BEHIND_TEXT = {"facecolor": style.PAPER, "edgecolor": "none", "pad": 1.2, "alpha": 0.9}


def draw(result):
    shown = [panel for panel in panels(result) if any(case.ns.median for case in panel.cases.values())]
    if not shown:
        raise Nothing("no case has a time per entity")
    pages = [shown[i:i + PANELS_A_PAGE] for i in range(0, len(shown), PANELS_A_PAGE)]
    sheets = []
    for number, page in enumerate(pages, 1):
        suffix = f"-{number}" if len(pages) > 1 else ""
        sheets += [linear_page(result, page, f"cost{suffix}"), log_page(result, page, f"cost-log{suffix}")]
    return sheets


def linear_page(result, page, name):
    far = strategies_far_off(page)
    main = WIDTH - MARGIN - LEFT - (GAP + BESIDE if far else 0)
    near_end = end_of_scale(page, lambda each: each not in far, LABEL_ROOM / main)
    whole_end = end_of_scale(page, lambda each: True, 0.04)
    scales = "Linear scale from zero."
    if far:
        scales = "Both scales are linear from zero; the shaded part on the right is enlarged on the left."
    sheet, rows = blank(result, page, name, scales)
    for number, panel in enumerate(page):
        top = number * panel_height(rows)
        column = Column(sheet, panel, rows, LEFT, main, top, panel is page[-1])
        column.scale_linear(near_end)
        column.draw(result, far)
        if far:
            whole = Column(sheet, panel, rows, LEFT + main + GAP, BESIDE, top, panel is page[-1])
            whole.scale_linear(whole_end)
            whole.shade(near_end)
            whole.draw_unlabelled(result)
        heading(sheet, panel, rows, top)
    return sheet


def log_page(result, page, name):
    sheet, rows = blank(result, page, name, "Logarithmic scale: equal distances are equal ratios.")
    wide = WIDTH - MARGIN - LEFT
    values = [value for panel in page for case in panel.cases.values() if case.ns.median
              for value in (case.ns.median, case.ns.low, case.ns.high) if value]
    for number, panel in enumerate(page):
        top = number * panel_height(rows)
        column = Column(sheet, panel, rows, LEFT, wide, top, panel is page[-1])
        column.scale_log(min(values), max(values))
        column.draw(result, ())
        heading(sheet, panel, rows, top)
    return sheet


def panel_height(rows):
    return HEADING + LINE_NAMES + len(rows) * ROW + BETWEEN


def blank(result, page, name, scales):
    rows = line_up(page)
    cases = [case for panel in page for case in panel.cases.values()]
    height = len(page) * panel_height(rows) - BETWEEN + AXIS
    sheet = Sheet(name, finding(result, page), f"{conditions(result, page)} {scales}", height, result, cases)
    for panel in page:
        sheet.describe(in_words(panel))
    return sheet, rows


def finding(result, page):
    """The title: what the fastest storage of the first workload reaches, and how that stands to the limit."""
    panel = next(each for each in page if leaders(result, each) or each is page[-1])
    best = leaders(result, panel)
    if not best:
        return f"{panel.title}: only the limit was measured"
    first = best[0]
    time = first.frame_median or (first.ns.median * first.matched if first.matched else None)
    plural = len(best) > 1
    if panel.workload.startswith("move/"):
        what = f"{names_of(best)} {'move' if plural else 'moves'} {entities(first.matched)} in {duration(time, 2)}"
    else:
        what = f"{names_of(best)} {'need' if plural else 'needs'} {duration(first.ns.median)} per entity"
    limit = f", {times(first.to_limit.median)} the limit" if first.to_limit.median else ""
    return f"{what}{limit} ({panel.title})"


def conditions(result, page):
    """The subtitle: who leads where, and what is drawn."""
    lead = {}
    for panel in page:
        best = leaders(result, panel)
        if best:
            lead.setdefault(names_of(best), []).append(panel.title)
    said = ""
    if len(page) > 1 and len(lead) == 1 and sum(map(len, lead.values())) == len(page):
        said = f"Fastest in all {len(page)} workloads: {next(iter(lead))}. "
    elif len(lead) > 1:
        said = "Fastest: " + "; ".join(f"{who} in {listing(where)}" for who, where in lead.items()) + ". "
    return said + ("Dots are medians, whiskers 95 % intervals (where none shows, the dot is wider); "
                   "× is the multiple of the limit.")


def in_words(panel):
    parts = [f"{name} {figure(case.ns.median)} ns"
             + (f" ({figure(case.ns.low)} to {figure(case.ns.high)})" if case.ns.has_interval else "")
             for name, case in panel.cases.items()]
    return f"{panel.title}, {entities(panel.entities)}: {', '.join(parts)}."


def strategies_far_off(page):
    """The slowest strategies, where a gap of SQUEEZE or more parts them from the rest: they would squeeze a linear scale."""
    worst = {}
    for panel in page:
        for name, case in panel.cases.items():
            if case.ns.median:
                worst[name] = max(worst.get(name, 0), case.ns.median)
    order = sorted(worst, key=lambda name: (worst[name], name))
    storages = [name for name in order if not is_baseline(name)]
    kept = len(storages)
    while kept > 1 and worst[storages[kept - 1]] > SQUEEZE * worst[storages[kept - 2]]:
        kept -= 1
    if not storages:
        return set()
    bound = worst[storages[kept - 1]]
    far = {name for name in order if worst[name] > 1.25 * bound}
    return far if any(worst[name] > 2 * bound for name in far) else set()


def end_of_scale(page, wanted, room):
    """Where an axis ends that holds all wanted strategies and leaves a share of itself free for the last label."""
    most = max(case.ns.high or case.ns.median for panel in page for name, case in panel.cases.items()
               if case.ns.median and wanted(name))
    return most / (1 - room)


def unit(panel):
    if panel.workload.startswith("move/"):
        return "ns per moved entity"
    return "ns per operation" if panel.per == "operation" else "ns per entity"


def share(panel):
    """How many entities a frame visits."""
    verb = "move" if panel.workload.startswith("move/") else "match"
    if panel.matched is None:
        return entities(panel.entities)
    part = "all" if panel.matched == panel.entities else count(panel.matched)
    return f"{part} of {entities(panel.entities)} {verb}"


def heading(sheet, panel, rows, top):
    """The panel's title above, the strategies' names on the left."""
    title = fit(panel.title, 420, style.BODY, "bold")
    sheet.text(MARGIN, top + HEADING / 2, title, size=style.BODY, weight="bold")
    sheet.text(MARGIN + width(title, style.BODY, "bold") + 10, top + HEADING / 2, share(panel), size=style.SMALL,
               color=style.MUTED)
    for row, name in enumerate(rows):
        sheet.text(LEFT - 10, top + HEADING + LINE_NAMES + (row + 0.5) * ROW, fit(name, LEFT - 10 - MARGIN, style.BODY),
                   ha="right", size=style.BODY, color=style.INK if name in panel.cases else style.MUTED)


class Column:
    """The plot of one panel on one scale."""

    def __init__(self, sheet, panel, rows, left, wide, top, last):
        self.sheet, self.panel, self.rows = sheet, panel, rows
        self.left, self.wide, self.top = left, wide, top
        self.last = last
        self.axes = sheet.axes(left, top + HEADING + LINE_NAMES, wide, len(rows) * ROW)
        self.axes.set_ylim(len(rows) - 0.5, -0.5)
        self.axes.yaxis.set_major_locator(NullLocator())
        self.axes.grid(axis="x")
        style.bare(self.axes, keep=("bottom",) if last else ())
        if last:
            self.axes.set_xlabel(unit(panel), size=style.SMALL, color=style.MUTED, labelpad=3)
        else:
            self.axes.tick_params(bottom=False, labelbottom=False)

    def scale_linear(self, end):
        self.axes.set_xlim(0, end)
        self.axes.xaxis.set_major_locator(MaxNLocator(max(3, self.wide // 45), steps=[1, 2, 2.5, 5, 10]))
        self.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        self.linear = True

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
        if self.last:
            self.axes.set_xlabel(f"{unit(self.panel)}, logarithmic", size=style.SMALL, color=style.MUTED, labelpad=3)
        self.linear = False

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
            self.sheet.text(self.left + x, self.top + HEADING + LINE_NAMES / 2 - 1, text, ha="center", size=style.SMALL)

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
