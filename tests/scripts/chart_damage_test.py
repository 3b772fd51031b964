#!/usr/bin/env python3
"""Claims about damaged results: what is measured is drawn, the rest is n/a or refused in a sentence."""
import copy
import unittest

import make_result
from charts_support import read, seen
from charts import cost, frames, scaling, timeline
from charts.panels import Nothing
from charts.result import Problem


class Damage(unittest.TestCase):
    """Nulls, absences and wrong kinds in every place of a result."""

    def test_null_intervals_do_not_crash(self):
        result = read(make_result.without_intervals())
        self.assertIn("there are no intervals", seen(cost.draw(result)))
        self.assertTrue(frames.draw(result))

    def test_nulls_everywhere_leave_what_was_measured(self):
        shown = seen(cost.draw(read(make_result.nulls())))
        self.assertIn("0.270 ns", shown)
        for part in ("payload n/a (caches n/a)", "processor n/a", "compiler n/a", "rounds n/a", "noise floor n/a"):
            self.assertIn(part, shown)

    def test_any_damage_is_drawn_or_refused_in_a_sentence(self):
        whole = make_result.synthetic(workloads=("move/same-order",), counts=(1_000, 1_000_000), rounds=2,
                                      budget_ns=1e5)
        whole["cases"] = [case for case in whole["cases"] if case["strategy"] in ("limit", "archetype")]
        spiky = make_result.spiky()["cases"][1]["frame_ns"]
        whole["cases"][1]["frame_ns"].update({key: spiky[key] for key in ("settling", "disturbed_rounds", "events",
                                                                         "over_budget", "p99_ci_low", "p99_ci_high")})
        drawn = [read(whole)]
        for place in places(whole):
            for wrong in (None, "text", -1, 0, 1e300, [], {}, [None], True):
                damaged = copy.deepcopy(whole)
                put(damaged, place, wrong)
                try:
                    result = read(damaged)
                except Problem as problem:
                    self.assertNotIn("\n", str(problem))
                    continue
                if wrong in (None, 0) and result not in drawn:
                    drawn.append(result)
                    self.draw_what_can_be(result)
        self.assertGreater(len(drawn), 40)

    def draw_what_can_be(self, result):
        for draw in (cost.draw, frames.draw, scaling.draw, timeline.draw):
            try:
                for sheet in draw(result):
                    sheet.figure.draw_without_rendering()
            except Nothing as reason:
                self.assertTrue(str(reason))


def places(value, path=()):
    """The paths to all values of a document, of each list only to its first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, each in inner:
        yield path + (key,)
        yield from places(each, path + (key,))


def put(document, path, value):
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


if __name__ == "__main__":
    unittest.main()
