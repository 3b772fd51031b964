"""How frame times are distributed: for each time, the share of frames that took longer.

        all ──╮              a steep line: steady frames
    1 in 10   ╰╮
   1 in 100    ●──╮          the marker: the 99th percentile of the file
  1 in 1,000      ╰────      a flat foot: rare slow frames

The share is on a logarithmic scale where there are enough frames to see a tail, else on a linear one. Sorting the frames
is all that is computed here. A table beside each panel names the curves, from fast to slow.
"""
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from matplotlib.transforms import blended_transform_factory

from . import style
from .panels import Nothing, leaders, panels
from .placing import fit
from .sheet import MARGIN, WIDTH, Sheet
from .words import MISSING, count, duration, figure, short_count, times

PANELS_A_PAGE = 4
LEFT, TABLE, GAP = 88, 360, 20  # where the plots begin; the width of the table; between them
HEADING, ROW, TICKS, BETWEEN, LEAST = 22, 17, 20, 16, 138
TAIL_FROM = 200  # frames: below this a logarithmic tail would show single frames only
POINTS = 240  # a curve is thinned to about this many, all of its last 100 frames among them
BUDGETS = ((1e9 / 60, "60 Hz"), (1e9 / 120, "120 Hz"))  # ns a frame
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
    body = sum(heights) + len(page) * (HEADING + TICKS + BETWEEN) - BETWEEN + 14
    sheet = Sheet(name, finding(result, page), conditions(page), body, result, cases)
    top = 0
    for panel, height in zip(page, heights):
        sheet.text(MARGIN, top + HEADING / 2 - 2, fit(panel.title, 420, style.BODY, "bold"), size=style.BODY,
                   weight="bold")
        plot(sheet, result, panel, top + HEADING, height)
        table(sheet, result, panel, top + HEADING)
        sheet.describe(in_words(panel))
        top += HEADING + height + TICKS + BETWEEN
    sheet.text(LEFT + plot_width() / 2, body - 8, "frame time, ms", ha="center", size=style.SMALL, color=style.MUTED)
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
            "99th percentile (n/a where frames are too few).")
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
    budgets(axes)


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


def time_axis(axes, panel):
    times_ms = [edge / 1e6 for case in rows_of(panel) for edge in (min(case.frames), max(case.frames))]
    low, high = min(times_ms), max(times_ms)
    axes.xaxis.set_minor_locator(NullLocator())
    if high > 4 * low:
        axes.set_xscale("log")
        axes.set_xlim(low / 1.15, high * 1.15)
        decades = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
        axes.xaxis.set_major_locator(FixedLocator([s * 10.0**d for d in decades for s in (1, 2, 5)]))
    else:
        pad = 0.03 * (high - low) or 0.1 * high
        axes.set_xlim(low - pad, high + pad)
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


def budgets(axes):
    low, high = axes.get_xlim()
    for nanoseconds, name in BUDGETS:
        if low < nanoseconds / 1e6 < high:
            axes.axvline(nanoseconds / 1e6, color=style.MUTED, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
            axes.text(nanoseconds / 1e6, 1.01, name, ha="center", va="bottom", size=style.TINY, color=style.MUTED,
                      transform=blended_transform_factory(axes.transData, axes.transAxes))


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
