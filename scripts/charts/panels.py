"""Cases arranged as the charts show them: one panel a workload, and who is fastest in it."""
from dataclasses import dataclass

from .words import figure, listing

LIMIT, GATHER = "limit", "gather"
LINES = (LIMIT, GATHER)  # drawn as lines: what can be reached, not what competes
BASELINES = ("boxed", "boxed_scattered")
CONTROL = "control"
USUAL_COUNT = 1_000_000


class Nothing(Exception):
    """Why a chart cannot be drawn from this result: a clause that follows the chart's name."""


@dataclass(frozen=True)
class Panel:
    title: str  # the workload, and what else sets it apart from other panels
    workload: str
    entities: int
    cases: dict  # strategy -> Case

    @property
    def matched(self):
        return next((case.matched for case in self.cases.values() if case.matched is not None), None)

    @property
    def per(self):
        return next((case.per for case in self.cases.values()), "")

    def line(self, name):
        """The ns per entity of the limit or the gather; None where it was not measured."""
        return self.cases[name].ns.median if name in self.cases else None


def is_contender(name):
    """Whether a strategy may win: neither a line nor a box nor the copy that shows the noise."""
    return is_storage(name) and name != CONTROL


def is_baseline(name):
    return name in BASELINES


def is_storage(name):
    return name not in LINES and name not in BASELINES


def counts(result):
    """The entity counts that were measured, ascending."""
    return sorted({case.entities for case in result.cases if case.entities})


def chosen_count(result, workload):
    """The one count that charts of a single count show: a million if measured, else the largest."""
    measured = {case.entities for case in result.cases if case.workload == workload}
    return USUAL_COUNT if USUAL_COUNT in measured else max(measured, key=lambda n: n or 0)


def setting(case):
    """What sets a panel apart besides workload and count."""
    parts = [f"{name}={figure(value) if value is None or value % 1 else format(int(value), ',')}"
             for name, value in case.params]
    parts += [f"{case.threads} threads"] if case.threads > 1 else []
    parts += [f"launch {case.launch}"] if case.launch > 1 else []
    return ", ".join(parts)


def grouped(cases):
    """(workload, setting) -> its cases, in the order of the file."""
    groups = {}
    for case in cases:
        groups.setdefault((case.workload, setting(case)), []).append(case)
    return groups


def panels(result):
    """One panel for each workload and setting, at its chosen count."""
    found = []
    for (workload, extra), cases in grouped(result.cases).items():
        here = [case for case in cases if case.entities == chosen_count(result, workload)]
        if here:
            title = f"{workload}, {extra}" if extra else workload
            found.append(Panel(title, workload, here[0].entities, {case.strategy: case for case in here}))
    return found


def line_up(shown):
    """The strategies of some panels in one order for all: storages by their cost where first measured, then boxes."""
    cost = {}
    for panel in shown:
        for name, case in panel.cases.items():
            if name not in LINES and (name not in cost or cost[name] is None):
                cost[name] = case.ns.median
    return sorted(cost, key=lambda name: (is_baseline(name), cost[name] is None, cost[name] or 0, name))


def skip_reason(result, name, workload):
    """Why a strategy has no time in a workload, where the file says so."""
    for strategy in result.strategies:
        if strategy.name == name and strategy.skips.get(workload):
            return strategy.skips[workload]
    return "the run ended before" if result.partial else ""


def leaders(result, panel):
    """The fastest storages of a panel, first the one of the lowest median; more than one where they were not told apart."""
    rivals = [case for name, case in panel.cases.items() if is_contender(name) and case.ns.median]
    rivals = rivals or [case for name, case in panel.cases.items() if is_baseline(name) and case.ns.median]
    rivals.sort(key=lambda case: case.ns.median)
    return rivals[:1] + [other for other in rivals[1:] if not told_apart(result, panel, rivals[0], other)]


def told_apart(result, panel, best, other):
    """By the verdict of their comparison; without one, whether their intervals are apart."""
    for comparison in result.comparisons:
        if ({comparison.baseline, comparison.contender} == {best.strategy, other.strategy}
                and comparison.workload == panel.workload and comparison.entities == panel.entities):
            return comparison.verdict in ("faster", "slower")
    if best.ns.has_interval and other.ns.has_interval:
        return best.ns.high < other.ns.low
    return best.ns.median < other.ns.median


def per_what(workload, per):
    """The unit of a workload's cost."""
    if workload.startswith("move/"):
        return "ns per moved entity"
    return "ns per operation" if per == "operation" else "ns per entity"


def names_of(cases):
    return listing(case.strategy for case in cases)
