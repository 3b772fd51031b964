"""One case for each over the launches of a run, for charts that show a case as one point.

The point is the median of the launches, its ends are the outermost ends of their intervals: drawn as their range, no 95 % interval.
A launch is the real replicate, since memory lies elsewhere in each.
"""
from dataclasses import replace
from statistics import median

from .result import Estimate


def over_launches(result):
    """The same result where no case was launched twice."""
    launches = {}
    for case in result.cases:
        launches.setdefault(key_of(case), []).append(case)
    if all(len(cases) == 1 for cases in launches.values()):
        return result
    return replace(result, cases=tuple(one_of(cases) for cases in launches.values()))


def key_of(case):
    return case.strategy, case.workload, case.entities, case.threads, case.params


def one_of(cases):
    return replace(cases[0], launch=1, launches=len(cases), ns=spanned(case.ns for case in cases),
                   to_limit=spanned(case.to_limit for case in cases),
                   to_gather=spanned(case.to_gather for case in cases))


def spanned(estimates):
    known = [each for each in estimates if each.median is not None]
    if not known:
        return Estimate()
    point = median(each.median for each in known)
    if not all(each.has_interval for each in known):
        return Estimate(point)
    return Estimate(point, min(each.low for each in known), max(each.high for each in known))


def ends_are(cases):
    """What the ends of the points are, in words."""
    return "the range of the launches" if any(case.launches > 1 for case in cases) else "95 % intervals"
