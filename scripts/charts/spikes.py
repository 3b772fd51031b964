"""Spikes: frames that took far longer than the rest of their case, and what the file knows of why.

    median + 10 MAD  - - - - - - - - - - -o- - - -     a spike
    median           ....:..::...:.:..:.:  ..:.::

A spike is longer than the median by more than 10 times the median absolute deviation, and by more than a tenth: on a quiet
machine the deviation is so small that 10 of them would be felt by nobody. Median and deviation are those of the file.
Its cause is known where the storage did something in that frame (growth, new table, list rebuild), or where the thread was
pushed aside or moved in that round. What happens in more than a tenth of the frames is the work itself and explains no spike.
No matplotlib here.
"""
from collections import Counter
from dataclasses import dataclass

MANY_MADS, LEAST_EXCESS = 10, 0.1
RARE = 0.1  # of the frames
DISTURBED = "disturbed round"
DEFINITION = "a spike is longer than the median by more than 10 MAD and by 10 %"


@dataclass(frozen=True)
class Spike:
    round: int
    frame: int
    ns: float
    cause: str  # empty where none is known


def threshold(case):
    """ns above which a frame is a spike; None where median or deviation are missing."""
    if case.frame_median is None or case.frame_mad is None:
        return None
    return case.frame_median + max(MANY_MADS * case.frame_mad, LEAST_EXCESS * case.frame_median)


def spikes(case):
    """All of a case in the order of time; none where it cannot be told."""
    least = threshold(case)
    if least is None:
        return []
    events = {}
    for event in (event for event in rare_events(case) if not event.settling):
        events.setdefault((event.round, event.frame), []).append(event.what)
    disturbed = case.disturbed_rounds or frozenset()

    def cause(round, frame):
        return " + ".join(events.get((round, frame), ())) or (DISTURBED if round in disturbed else "")

    return [Spike(round, frame, ns, cause(round, frame)) for round, row in enumerate(case.steady)
            for frame, ns in enumerate(row) if ns is not None and ns > least]


def usual(case):
    """Names of what happened in so many frames that it is no news."""
    frames = sum(map(len, case.steady)) + sum(map(len, case.settling))
    places = {}
    for event in case.events or ():
        places.setdefault(event.what, set()).add((event.round, event.frame, event.settling))
    return [what for what, at in places.items() if len(at) > RARE * frames]


def rare_events(case):
    common = set(usual(case))
    return [event for event in case.events or () if event.what not in common]


def causes(found):
    """How many spikes of each known cause, most frequent first."""
    return Counter(spike.cause for spike in found if spike.cause).most_common()


def knows_causes(case):
    """Whether the file says anything that a cause could be read from."""
    return case.events is not None or case.disturbed_rounds is not None
