"""ns per entity by strategy and workload: a dot and its 95 % interval a strategy, a panel a workload.

Two pages. `cost` is linear from zero, so that a length is a cost; where boxes would squeeze everything else, it has two
columns, both linear from zero: the storages enlarged, and everything on one scale beside. `cost-log` has all on one
logarithmic scale, where equal distances are equal ratios.
"""
from collections import Counter

from . import style
from .dots import LABEL_ROOM, LINE_NAMES, ROW, Column
from .launches import ends_are, over_launches
from .panels import GATHER, LIMIT, Nothing, is_baseline, leaders, line_up, names_of, panels, per_what
from .placing import fit, width
from .sheet import MARGIN, WIDTH, Sheet
from .words import count, duration, entities, figure, listing, times

PANELS_A_PAGE = 6
LEFT, GAP, BESIDE = 142, 28, 190  # where the plots begin; between the columns; the width of the second
HEADING, BETWEEN, AXIS = 19, 14, 36
SQUEEZE = 3  # a strategy that is slower than all others by this factor gets a scale of its own


def draw(result):
    result = over_launches(result)
    shown = [panel for panel in panels(result) if any(case.ns.median for case in panel.cases.values())]
    if all(name in (LIMIT, GATHER) for panel in shown for name in panel.cases):
        raise Nothing("no case has a time per entity that could be held against the limit")
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
    for top, panel in zip(tops(page, rows), page):
        columns = [Column(sheet, panel, rows, LEFT, main, top)]
        columns[0].scale_linear(near_end)
        columns[0].draw(result, far)
        if far:
            columns.append(Column(sheet, panel, rows, LEFT + main + GAP, BESIDE, top))
            columns[1].scale_linear(whole_end)
            columns[1].shade(near_end)
            columns[1].draw_unlabelled(result)
        heading(sheet, panel, rows, top)
    for column in columns:
        column.name_axis(unit(page))
    return sheet


def log_page(result, page, name):
    sheet, rows = blank(result, page, name, "Logarithmic scale: equal distances are equal ratios.")
    wide = WIDTH - MARGIN - LEFT
    values = [value for panel in page for case in panel.cases.values() if case.ns.median
              for value in (case.ns.median, case.ns.low, case.ns.high) if value]
    for top, panel in zip(tops(page, rows), page):
        column = Column(sheet, panel, rows, LEFT, wide, top)
        column.scale_log(min(values), max(values))
        column.draw(result, ())
        heading(sheet, panel, rows, top)
    column.name_axis(f"{unit(page)}, logarithmic")
    return sheet


def panel_height(rows):
    return HEADING + LINE_NAMES + len(rows) * ROW + BETWEEN


def tops(page, rows):
    """Where the rows of each panel begin."""
    return [HEADING + LINE_NAMES + number * panel_height(rows) for number in range(len(page))]


def unit(page):
    units = {per_what(panel.workload, panel.per) for panel in page}
    return units.pop() if len(units) == 1 else "ns per entity or operation"


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
    if panel.workload.startswith("move/") and first.matched and time:
        what = f"{names_of(best)} {'move' if plural else 'moves'} {entities(first.matched)} in {duration(time, 2)}"
    else:
        per = per_what(panel.workload, panel.per).removeprefix("ns ")
        what = f"{names_of(best)} {'need' if plural else 'needs'} {duration(first.ns.median)} {per}"
    limit = f", {times(first.to_limit.median)} the limit" if first.to_limit.median else ""
    return f"{what}{limit} ({panel.title})"


def conditions(result, page):
    """The subtitle: who leads where, and what is drawn."""
    said = who_leads([names_of(best) for panel in page if (best := leaders(result, panel))])
    cases = [case for panel in page for case in panel.cases.values()]
    if any(case.ns.has_interval for case in cases):
        said += f"Dots are medians, whiskers {ends_are(cases)} (where none shows, the dot is wider)"
    else:
        said += "Dots are medians; there are no intervals"
    return said + ("; × is the multiple of the limit." if any(case.to_limit.median for case in cases) else ".")


def who_leads(names):
    """Who is fastest in how many panels; `names` holds one for each."""
    wins = Counter(names)
    if len(names) < 2:
        return ""
    if len(wins) == 1:
        return f"Fastest in {'both' if len(names) == 2 else f'all {len(names)}'} workloads: {names[0]}. "
    first, *others = (f"{who} in {won}" for who, won in wins.most_common())
    return f"Fastest: {listing([f'{first} of {len(names)} workloads', *others])}. "


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


def share(panel):
    """How many entities a frame visits."""
    verb = "move" if panel.workload.startswith("move/") else "match"
    if panel.matched is None or panel.per == "operation":
        return entities(panel.entities)
    part = "all" if panel.matched == panel.entities else count(panel.matched)
    return f"{part} of {entities(panel.entities)} {verb}"


def heading(sheet, panel, rows, top):
    """The panel's title above, the strategies' names on the left."""
    title = fit(panel.title, 420, style.BODY, "bold")
    middle = top - LINE_NAMES - HEADING / 2
    sheet.text(MARGIN, middle, title, size=style.BODY, weight="bold")
    sheet.text(MARGIN + width(title, style.BODY, "bold") + 10, middle, share(panel), size=style.SMALL,
               color=style.MUTED)
    for row, name in enumerate(rows):
        sheet.text(LEFT - 10, top + (row + 0.5) * ROW, fit(name, LEFT - 10 - MARGIN, style.BODY),
                   ha="right", size=style.BODY, color=style.INK if name in panel.cases else style.MUTED)
