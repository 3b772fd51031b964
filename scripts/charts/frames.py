"""How frame times are distributed: for each time, the share of frames that took longer.

        all ──╮              a steep line: steady frames
    1 in 10   ╰╮
   1 in 100    ●──╮          the marker: the 99th percentile of the file
  1 in 1,000      ╰────      a flat foot: rare slow frames
                     ┊       a budget: where a curve crosses it, that share of the frames is over it

The share is on a logarithmic scale where there are enough frames to see a tail, else on a linear one. Sorting the frames
is all that is computed here. A bar through a marker is its interval: of the percentile along the time, of the share over a
budget along the share. A table beside each panel names the curves, from fast to slow; lines below tell what is over budget.
"""
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from . import style
from .panels import Nothing, leaders, panels
from .placing import broken, fit, spread, width
from .sheet import MARGIN, WIDTH, Sheet
from .words import MISSING, count, duration, figure, short_count, shorten, times

PANELS_A_PAGE = 4
LEFT, TABLE, GAP = 88, 360, 20  # where the plots begin; the width of the table; between them
HEADING, ROW, TICKS, BETWEEN, LEAST = 22, 17, 20, 16, 138
TAIL_FROM = 200  # frames: below this a logarithmic tail would show single frames only
POINTS = 240  # a curve is thinned to about this many, all of its last 100 frames among them
BUDGETS = ((16.67, "60 Hz"), (8.33, "120 Hz"), (6.94, "144 Hz"))  # ms a frame
BUDGET_ROW, NOTE = 13, 15  # room above a plot for the names of budgets; a line below it
DECADES = ("all", "1 in 10", "1 in 100", "1 in 1,000", "1 in 10k", "1 in 100k", "1 in 1M", "1 in 10M", "1 in 100M")


def draw(result):
    shown = [panel for panel in panels(result) if any(case.frames for case in panel.cases.values())]
    if not shown:
        raise Nothing("the file holds no single frames; a run with --samples all keeps them")
    pages = [shown[i:i + PANELS_A_PAGE] for i in range(0, len(shown), PANELS_A_PAGE)]
    return [page_of(result, page, f"frames-{number}" if len(pages) > 1 else "frames")
            for number, page in enumerate(pages, 1)]


def page_of(result, page, name):
    cases = [case for panel in page for case in panel.cases.values()]
    heights = [max(LEAST, (len(rows_of(panel)) + 1) * ROW) for panel in page]
    above = [HEADING + (BUDGET_ROW if budgets_within(panel) else 0) for panel in page]
    notes = [[line for sentence in over_budget(panel)
              for line in broken(sentence.split(" "), WIDTH - MARGIN - LEFT, style.SMALL)] for panel in page]
    body = sum(heights) + sum(above) + sum(map(len, notes)) * NOTE + len(page) * (TICKS + BETWEEN) - BETWEEN
    sheet = Sheet(name, finding(result, page), conditions(page), body, result, cases)
    top = 0
    for panel, height, head, lines in zip(page, heights, above, notes):
        sheet.text(MARGIN, top + HEADING / 2 - 2, fit(panel.title, 420, style.BODY, "bold"), size=style.BODY,
                   weight="bold")
        plot(sheet, result, panel, top + head, height)
        table(sheet, result, panel, top + head)
        sheet.describe(in_words(panel) + " " + " ".join(lines))
        top += head + height + TICKS
        sheet.text(LEFT + plot_width() + 14, top - TICKS + 9, "frame time, ms", size=style.TINY, color=style.MUTED)
        for line in lines:
            sheet.text(LEFT, top + NOTE / 2, line, size=style.SMALL, color=style.MUTED)
            top += NOTE
        top += BETWEEN
    return sheet


def rows_of(panel):
    """Cases with frames, from fast to slow."""
    return sorted((case for case in panel.cases.values() if case.frames),
                  key=lambda case: (case.frame_median or math.inf, case.strategy))


def finding(result, page):
    """The title: the tail of the fastest storage of the first workload."""
    panel = page[0]
    best = leaders(result, panel)
    if not best or not best[0].frame_median:
        return f"Frame times in {panel.title}"
    first = best[0]
    if first.frame_p99:
        return (f"99 of 100 frames of {first.strategy} take at most {duration(first.frame_p99)}, "
                f"{times(first.frame_p99 / first.frame_median)} its median ({panel.title})")
    why = "there are too few frames" if first.group_size == 1 else "frames timed in groups are too short"
    return (f"The median frame of {first.strategy} takes {duration(first.frame_median)}; {why} for a 99th percentile "
            f"({panel.title})")


def conditions(page):
    grouped = any(case.group_size > 1 for panel in page for case in panel.cases.values())
    said = ("For each time: the share of frames that took longer. Small markers stand at the median, large ones at the "
            "99th percentile (n/a where frames are too few), bars are their 95 % intervals (approx.).")
    if grouped:
        said += " Very short frames are timed in groups: 120×16 are 120 means of 16 frames, which have no percentiles."
    return said


def in_words(panel):
    parts = [f"{case.strategy} median {duration(case.frame_median)}, p99 {duration(case.frame_p99)}, slowest "
             f"{duration(case.frame_max)} of {count(len(case.frames))} frames" for case in rows_of(panel)]
    return f"{panel.title}: {'; '.join(parts)}."


def plot_width():
    return WIDTH - MARGIN - TABLE - GAP - LEFT


def plot(sheet, result, panel, top, height):
    axes = sheet.axes(LEFT, top, plot_width(), height)
    style.bare(axes, keep=("bottom",))
    axes.grid(axis="y")
    most = max(len(case.frames) for case in rows_of(panel))
    share_axis(axes, most)
    time_axis(axes, panel)
    for case in rows_of(panel):
        curve(axes, style.looks(result)[case.strategy], case, most)
        bars(axes, style.looks(result)[case.strategy], case, most)
    budgets(sheet, axes, panel, top)


def share_axis(axes, most):
    axes.yaxis.set_minor_locator(NullLocator())
    if most < TAIL_FROM:
        axes.set_ylim(0, 1.04)
        axes.yaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    else:
        axes.set_yscale("log")
        decades = math.floor(math.log10(most))
        axes.set_ylim(0.7 / most, 1.25)
        axes.yaxis.set_major_locator(FixedLocator([0.1**d for d in range(min(len(DECADES), decades + 1))]))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: DECADES[round(-math.log10(share))]))
    axes.tick_params(axis="y", length=0, pad=6)


def time_range(panel):
    """The ends of the time axis in ms, and whether it is logarithmic."""
    times_ms = [edge / 1e6 for case in rows_of(panel) for edge in (min(case.frames), max(case.frames))]
    low, high = min(times_ms), max(times_ms)
    if high > 4 * low:
        return low / 1.15, high * 1.15, True
    pad = 0.03 * (high - low) or 0.1 * high
    return low - pad, high + pad, False


def budgets_within(panel):
    """Budgets that the time axis reaches, from short to long."""
    low, high, _ = time_range(panel)
    return [(ms, name) for ms, name in reversed(BUDGETS) if low < ms < high]


def time_axis(axes, panel):
    low, high, is_logarithmic = time_range(panel)
    axes.xaxis.set_minor_locator(NullLocator())
    if is_logarithmic:
        axes.set_xscale("log")
        decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        steps = (1, 2, 5) if high < 1e3 * low else (1,)
        axes.xaxis.set_major_locator(FixedLocator([s * 10.0**d for d in decades for s in steps]))
    axes.set_xlim(low, high)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def curve(axes, look, case, most):
    ordered = sorted(case.frames)
    total = len(ordered)
    ranks = thinned(total)
    times_ms = [ordered[rank] / 1e6 for rank in ranks]
    shares = [(total - rank) / total for rank in ranks]  # that took longer than any time before this one
    if most < TAIL_FROM:
        times_ms, shares = times_ms + times_ms[-1:], shares + [0]
    axes.plot(times_ms, shares, color=look.colour, linestyle=look.dash, linewidth=style.LINE_WIDTH,
              drawstyle="steps-pre", zorder=3, solid_joinstyle="round")
    if case.frame_median:
        axes.plot([case.frame_median / 1e6], [0.5], **style.dot(look, zorder=4, markersize=4.5))
    if case.frame_p99 and most >= TAIL_FROM:
        axes.plot([case.frame_p99 / 1e6], [0.01], **style.dot(look, zorder=5))


def thinned(total):
    """Ranks to draw: evenly through the body, every one of the last hundred."""
    step = max(1, (total - 100) // (POINTS - 100))
    return sorted(set(range(0, total, step)) | set(range(max(0, total - 100), total)))


def bars(axes, look, case, most):
    """Intervals from the file: of the p99 along the time, of the shares over a budget along the share."""
    bar = {"color": look.colour, "linewidth": 1.1, "zorder": 3.5, "solid_capstyle": "butt"}
    if case.frame_p99 and case.p99_low and case.p99_high and most >= TAIL_FROM:
        axes.plot([case.p99_low / 1e6, case.p99_high / 1e6], [0.01, 0.01], **bar)
    least = axes.get_ylim()[0]
    for over in case.over_budget:
        if over.low is not None and over.high is not None and 0 < over.share < 1:
            axes.plot([over.budget_ms] * 2, [max(over.low, least), over.high], **bar)


def budgets(sheet, axes, panel, top):
    """A dotted line at each, its name above: close ones are pushed apart."""
    within = budgets_within(panel)
    names = [f"{ms:g} ms" for ms, _ in within]
    to_pixels = axes.transData.transform
    left, right = (to_pixels((edge, 0.5))[0] for edge in axes.get_xlim())
    wanted = [LEFT + (to_pixels((ms, 0.5))[0] - left) / (right - left) * plot_width() for ms, _ in within]
    placed = spread(wanted, [width(name, style.TINY) + 8 for name in names], LEFT - 30, LEFT + plot_width() + 40)
    for (ms, _), name, x in zip(within, names, placed):
        axes.axvline(ms, color=style.MUTED, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
        sheet.text(x, top - BUDGET_ROW / 2, name, ha="center", size=style.TINY, color=style.MUTED)


def over_budget(panel):
    """Which share of whose frames is over which budget: a sentence each."""
    known = [case for case in rows_of(panel) if case.over_budget]
    if not known:
        return ["Share over a budget: n/a."]
    sentences = []
    for ms, name in BUDGETS:
        late = [(case.strategy, share) for case in known for share in case.over_budget
                if share.budget_ms == ms and share.share > 0]
        if late:
            shares = [f"{shorten(strategy, 24)} {percent_with_ends(share)}" for strategy, share in late]
            sentences.append(f"Over {ms:g} ms ({name}): {', '.join(shares)}.")
    return sentences or [none_over(known)]


def none_over(cases):
    ms, name = BUDGETS[-1]
    highest = [share.high for case in cases for share in case.over_budget if share.budget_ms == ms and share.high is not None]
    sure = f"; of any strategy's at most {percent(max(highest))} % are (95 %)" if highest else ""
    return f"No frame is over {ms:g} ms ({name}){sure}."


def percent_with_ends(share):
    ends = f" ({percent(share.low)} to {percent(share.high)})" if share.low is not None and share.high is not None else ""
    return f"{percent(share.share)} %{ends}"


def percent(share):
    return figure(100 * share, 2) if 0 < share < 1 else f"{100 * share:g}"


def table(sheet, result, panel, top):
    """The names of the curves with their figures; the markers tie them to the plot."""
    left = WIDTH - MARGIN - TABLE
    sheet.text(left + 31, top + ROW / 2, "ms a frame", size=style.TINY, color=style.MUTED)
    columns = (left + 182, left + 232, left + 286, WIDTH - MARGIN)
    for right, title in zip(columns, ("median", "p99", "slowest", "frames")):
        sheet.text(right, top + ROW / 2, title, ha="right", size=style.TINY, color=style.MUTED)
    for row, case in enumerate(rows_of(panel), 1):
        y = top + (row + 0.5) * ROW
        key = sheet.axes(left, y - 6, 24, 12)
        key.set_axis_off()
        key.set_xlim(0, 1)
        key.set_ylim(0, 1)
        look = style.looks(result)[case.strategy]
        key.plot([0, 1], [0.5, 0.5], color=look.colour, linestyle=look.dash, linewidth=style.LINE_WIDTH)
        key.plot([0.5], [0.5], **style.dot(look))
        sheet.text(left + 31, y, fit(case.strategy, 106, style.SMALL), size=style.SMALL)
        values = (milliseconds(case.frame_median), milliseconds(case.frame_p99), milliseconds(case.frame_max),
                  frame_count(case))
        for right, value in zip(columns, values):
            sheet.text(right, y, value, ha="right", size=style.SMALL,
                       color=style.MUTED if value == MISSING else style.INK)


def frame_count(case):
    return count(len(case.frames)) if case.group_size == 1 else f"{short_count(len(case.frames))}×{short_count(case.group_size)}"


def milliseconds(ns):
    return MISSING if ns is None else figure(ns / 1e6)
