"""Frame times in the order in which they were measured: where the spikes stand, and what is known of why.

              growth
    archetype |                  a strip a strategy: its frames, round by round, against its own median
    0.14 ms   |    o             the band holds all frames that are no spikes; a dot is a spike, filled where its cause is known
              ====|=====.===     a mark with a word: the storage did something in that frame
              0   ^   round      small dots at the start of a round: settling frames; grey: the round was disturbed

All strategies ran side by side, so that a round stands at one place in every strip, whatever its number of frames.
Thousands of frames are drawn as a band of as many points as can be seen; every spike is drawn.
"""
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from . import style
from .panels import Nothing, leaders, panels
from .placing import fit, width
from .sheet import MARGIN, WIDTH, Sheet
from .spikes import DEFINITION, causes, knows_causes, rare_events, spikes, usual
from .words import count, duration, listing, times

LEFT, RIGHT = 176, 122  # names and scales left of the strips, counts right of them
KEY, HEADING, STRIP, WORDS, GAP, TICKS, BETWEEN = 26, 24, 40, 13, 6, 30, 14
STRIPS_A_PAGE = 18
POINTS = 300  # places along a strip: about two pixels each
LOG_FROM = 3  # times the median: beyond it the scale is logarithmic


def draw(result):
    shown = [panel for panel in panels(result) if rows_of(panel)]
    if not shown:
        in_groups = any(case.frames for case in result.cases)
        raise Nothing("its frames were timed in groups, being too short for the clock" if in_groups else
                      "the file holds no single frames; a run with --samples all keeps them")
    pages = paged(shown)
    return [page_of(result, page, f"timeline-{number}" if len(pages) > 1 else "timeline")
            for number, page in enumerate(pages, 1)]


def paged(shown):
    """Panels by page, as many as fit; one that is too large for any has one to itself."""
    pages, room = [], 0
    for panel in shown:
        if not pages or len(rows_of(panel)) > room:
            pages.append([])
            room = STRIPS_A_PAGE
        pages[-1].append(panel)
        room -= len(rows_of(panel))
    return pages


def rows_of(panel):
    """Cases with single frames, from fast to slow: a mean of a group hides its spikes."""
    return sorted((case for case in panel.cases.values() if has_single_frames(case)),
                  key=lambda case: (case.frame_median, case.strategy))


def has_single_frames(case):
    return bool(case.frames and case.frame_median and case.group_size == 1)


def page_of(result, page, name):
    cases = [case for panel in page for case in rows_of(panel)]
    body = KEY + sum(height_of(panel) for panel in page) + BETWEEN * (len(page) - 1)
    sheet = Sheet(name, finding(result, page[0]), conditions(cases) + left_out(page), body, result, cases)
    key(sheet)
    top = KEY
    for panel in page:
        sheet.text(MARGIN, top + HEADING / 2 - 2, fit(panel.title, WIDTH - 2 * MARGIN, style.BODY, "bold"),
                   size=style.BODY, weight="bold")
        strips(sheet, result, panel, top + HEADING)
        sheet.describe(in_words(panel))
        top += height_of(panel) + BETWEEN
    return sheet


def height_of(panel):
    return HEADING + sum(room_for_words(case) + STRIP + GAP for case in rows_of(panel)) + TICKS


def room_for_words(case):
    return WORDS if events_within(case) else 0


def finding(result, panel):
    """The title: the spikes of the fastest storage of the first workload."""
    best = [case for case in leaders(result, panel) if has_single_frames(case)]
    case = best[0] if best else rows_of(panel)[0]
    found = spikes(case)
    of = f"{count(len(case.frames))} frames of {case.strategy}"
    if not found:
        return f"None of {of} is a spike ({panel.title})"
    with_cause = f", {known(found)} with a known cause" if knows_causes(case) else ""
    return f"{len(found)} of {of} {'is a spike' if len(found) == 1 else 'are spikes'}{with_cause} ({panel.title})"


def known(found):
    return sum(1 for spike in found if spike.cause)


def conditions(cases):
    found = [spike for case in cases for spike in spikes(case)]
    total = count(sum(len(case.frames) for case in cases))
    said = f"{DEFINITION[0].upper()}{DEFINITION[1:]}: {count(len(found))} of {total} frames here."
    if not any(knows_causes(case) for case in cases):
        return f"{said} Their causes are n/a: the file names none."
    named = listing(f"{cause} {count(number)}" for cause, number in causes(found))
    return (f"{said} {count(known(found))} have a known cause{f' ({named})' if named else ''}, "
            f"{count(len(found) - known(found))} have none.")


def left_out(page):
    said = ""
    for panel in page:
        grouped = [case.strategy for case in panel.cases.values() if case.frames and case.group_size > 1]
        said += f" {panel.title} leaves out who was timed in groups: {listing(grouped)}." if grouped else ""
    for what, names in usual_events(page).items():
        said += f" {what[0].upper()}{what[1:]} comes in more than one of ten frames of {listing(names)}: not drawn."
    return said


def usual_events(page):
    """What happened too often to be drawn -> by whom."""
    found = {}
    for case in (case for panel in page for case in rows_of(panel)):
        for what in usual(case):
            found.setdefault(what, {})[case.strategy] = None
    return found


def in_words(panel):
    return f"{panel.title}: {'; '.join(case_in_words(case) for case in rows_of(panel))}."


def case_in_words(case):
    found = spikes(case)
    named = "".join(f", {cause} {number}" for cause, number in causes(found))
    slowest = times(max(case.frames) / case.frame_median)
    return f"{case.strategy} median {duration(case.frame_median)}, slowest {slowest}, {len(found)} spikes{named}"


def plot_width():
    return WIDTH - MARGIN - RIGHT - LEFT


def strips(sheet, result, panel, top):
    rows = rows_of(panel)
    rounds = max(len(case.steady) for case in rows)
    scale = scale_of(rows)
    for case in rows:
        top += room_for_words(case)
        axes = sheet.axes(LEFT, top, plot_width(), STRIP)
        strip(axes, style.looks(result)[case.strategy], case, rounds, scale)
        words_of_events(sheet, case, rounds, top)
        names(sheet, style.looks(result)[case.strategy], case, top)
        top += STRIP + GAP
    round_axis(sheet, axes, top - GAP)


def scale_of(rows):
    """Lowest and highest time of a panel, against the median of its case."""
    ratios = [time / case.frame_median for case in rows
              for row in case.steady + case.settling for time in row if time is not None]
    low, high = min(ratios + [0.9]), max(ratios + [1.2])
    if high <= LOG_FROM:
        return low - 0.1 * (high - low), high + 0.1 * (high - low)
    return low * (low / high) ** 0.08, high * (high / low) ** 0.1


def strip(axes, look, case, rounds, scale):
    style.bare(axes, keep=())
    axes.set_xlim(0, rounds)
    axes.xaxis.set_major_locator(NullLocator())
    ratio_axis(axes, scale)
    for disturbed in case.disturbed_rounds or ():
        if disturbed < rounds:
            axes.axvspan(disturbed, disturbed + 1, color=style.GRID, linewidth=0, zorder=0)
    axes.axhline(1, color=style.FAINT, linewidth=0.8, zorder=1)
    found = spikes(case)
    band(axes, look, case, rounds, {(spike.round, spike.frame) for spike in found})
    settling(axes, case, rounds)
    for is_known in (False, True):
        shown = [spike for spike in found if bool(spike.cause) == is_known]
        axes.plot([place(case, spike.round, spike.frame) for spike in shown],
                  [spike.ns / case.frame_median for spike in shown], **spike_mark(look.colour, is_known))
    for event in events_within(case):
        axes.axvline(place_of_event(case, event), color=style.INK, linewidth=0.9, zorder=5)


def spike_mark(colour, is_known):
    return {"linestyle": "none", "marker": "o", "markersize": 4, "color": colour, "markeredgecolor": colour,
            "markerfacecolor": colour if is_known else style.PAPER, "markeredgewidth": 1, "zorder": 4}


def settling_mark():
    return {"linestyle": "none", "marker": ".", "markersize": 3.5, "color": style.DARK_GREY, "markeredgewidth": 0,
            "zorder": 3}


def place(case, at_round, frame):
    """Where a steady frame stands on the axis of rounds: behind the settling ones of its round."""
    settled = len(case.settling[at_round]) if at_round < len(case.settling) else 0
    return at_round + (settled + frame + 0.5) / (settled + max(len(case.steady[at_round]), frame + 1))


def place_of_settling(case, at_round, frame):
    steady = len(case.steady[at_round]) if at_round < len(case.steady) else 0
    settled = len(case.settling[at_round]) if at_round < len(case.settling) else 0
    return at_round + (frame + 0.5) / (max(settled, frame + 1) + steady)


def place_of_event(case, event):
    return (place_of_settling if event.settling else place)(case, event.round, event.frame)


def band(axes, look, case, rounds, left_out):
    """From the quickest to the slowest frame of each place along the strip."""
    cells = {}
    for at_round, row in enumerate(case.steady):
        for frame, time in enumerate(row):
            if time is not None and (at_round, frame) not in left_out:
                widen(cells, place(case, at_round, frame) / rounds, time / case.frame_median)
    places, low, high = across(cells, rounds)
    axes.fill_between(places, low, high, facecolor=look.colour, edgecolor=look.colour, linewidth=0.9, alpha=0.75,
                      zorder=2)


def settling(axes, case, rounds):
    """The slowest settling frame of each place along the strip."""
    cells = {}
    for at_round, row in enumerate(case.settling[:rounds]):
        for frame, time in enumerate(row):
            if time is not None:
                widen(cells, place_of_settling(case, at_round, frame) / rounds, time / case.frame_median)
    places, _, high = across(cells, rounds)
    axes.plot(places, high, **settling_mark())


def widen(cells, along, ratio):
    """Makes room for a frame in its cell of the strip, whose length is 1."""
    cell = min(POINTS - 1, int(along * POINTS))
    low, high = cells.get(cell, (ratio, ratio))
    cells[cell] = (min(low, ratio), max(high, ratio))


def across(cells, rounds):
    """Places on the axis of rounds with the lowest and the highest there."""
    order = sorted(cells)
    return ([(cell + 0.5) / POINTS * rounds for cell in order], [cells[cell][0] for cell in order],
            [cells[cell][1] for cell in order])


def ratio_axis(axes, scale):
    """1× and one more: a strip has no room for others."""
    low, high = scale
    steps = [step * 10.0**decade for decade in range(16) for step in (1, 2, 5)]
    if high > LOG_FROM:
        axes.set_yscale("log")
    else:
        steps = [1.1, 1.2, 1.5, 2, 2.5]
    axes.set_ylim(low, high)
    to_share = axes.transAxes.inverted().transform
    heights = {step: to_share(axes.transData.transform((0, step)))[1] for step in [1] + steps if step <= high}
    others = [step for step, height in heights.items() if heights[1] + 0.35 <= height <= 0.92]
    axes.yaxis.set_minor_locator(NullLocator())  # after the scale, which brings its own
    axes.yaxis.set_major_locator(FixedLocator([1] + others[-1:]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda ratio, _: f"{ratio:g}×"))
    axes.tick_params(axis="y", length=0, pad=4, labelsize=style.TINY)


def round_axis(sheet, axes, top):
    """Below the last strip of a panel."""
    axes.spines["bottom"].set_visible(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    axes.tick_params(axis="x", labelsize=style.TINY)
    sheet.text(LEFT + plot_width() / 2, top + TICKS - 6, "round", ha="center", size=style.TINY, color=style.MUTED)


def names(sheet, look, case, top):
    """Left of a strip its name and median, right of it what was counted."""
    mark = sheet.axes(MARGIN, top + 5, 14, 12)
    mark.set_axis_off()
    mark.set_xlim(0, 1)
    mark.set_ylim(0, 1)
    mark.plot([0.5], [0.5], **style.dot(look))
    sheet.text(MARGIN + 20, top + 11, fit(case.strategy, 102, style.SMALL), size=style.SMALL)
    sheet.text(MARGIN + 20, top + 27, duration(case.frame_median), size=style.TINY, color=style.MUTED)
    found = spikes(case)
    left = WIDTH - MARGIN - RIGHT + 10
    number = count(len(found)) if found else "no"
    sheet.text(left, top + 11, f"{number} spike{'' if len(found) == 1 else 's'} in {count(len(case.frames))}",
               size=style.TINY)
    if found and knows_causes(case):
        sheet.text(left, top + 27, f"{count(known(found))} with a cause", size=style.TINY, color=style.MUTED)


def events_within(case):
    return [event for event in rare_events(case) if event.round < len(case.steady)]


def words_of_events(sheet, case, rounds, top):
    """What the storage did, above its mark; marks too close for their words share them."""
    groups = []  # of [pixels of the first mark, words]
    for event in sorted(events_within(case), key=lambda event: place_of_event(case, event)):
        x = LEFT + place_of_event(case, event) / rounds * plot_width()
        if groups and x < groups[-1][0] + width(label_of(groups[-1][1]), style.TINY) + 10:
            groups[-1][1].append(event.what)
        else:
            groups.append([x, [event.what]])
    edge = LEFT + plot_width() + RIGHT
    for x, words in reversed(groups):  # a label that grew is shortened before the one behind it
        label = fit(label_of(words), edge - x - 4, style.TINY)
        sheet.text(x - 2, top - WORDS / 2, label, size=style.TINY)
        edge = x - 4


def label_of(words):
    """growth, growth ×3, growth ×2 and new table."""
    return listing(f"{word} ×{words.count(word)}" if words.count(word) > 1 else word for word in dict.fromkeys(words))


def key(sheet):
    """What the marks mean, in one line above the strips."""
    left = MARGIN
    for draw_mark, meaning in KEYS:
        axes = sheet.axes(left, 3, 18, 14)
        axes.set_axis_off()
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        draw_mark(axes)
        sheet.text(left + 24, 10, meaning, size=style.TINY, color=style.MUTED)
        left += 24 + width(meaning, style.TINY) + 14


def block(axes, low, high, colour, alpha):
    axes.fill_between([0, 1], [low, low], [high, high], color=colour, alpha=alpha, linewidth=0)


KEYS = (
    (lambda axes: block(axes, 0.3, 0.7, style.DARK_GREY, 0.75), "frames; 1× is their median"),
    (lambda axes: axes.plot([0.5], [0.5], **spike_mark(style.DARK_GREY, True)), "spike with a known cause"),
    (lambda axes: axes.plot([0.5], [0.5], **spike_mark(style.DARK_GREY, False)), "spike without"),
    (lambda axes: axes.plot([0.3, 0.7], [0.7, 0.5], **settling_mark()), "settling frame"),
    (lambda axes: axes.plot([0.5, 0.5], [0, 1], color=style.INK, linewidth=0.9), "what the storage did"),
    (lambda axes: block(axes, 0, 1, style.GRID, 1), "disturbed round"),
)
