#!/usr/bin/env python3
"""Claims about what the charts say: titles, evidence, names, warnings."""
import json
import unittest
import xml.etree.ElementTree as xml

import make_result
from charts_support import SMALL, SVG, read, seen, texts
from charts import cost, frames, scaling
from charts.launches import key_of, over_launches
from charts.panels import Nothing, panels
from charts.words import duration, figure, size


class Words(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = read(make_result.synthetic(counts=(1_000, 1_000_000), **SMALL))

    def test_the_title_is_what_the_data_say(self):
        self.assertEqual(cost.draw(self.result)[0].title,
                         "archetype moves a million entities in 0.14 ms, 1.06× the limit (move/same-order)")
        self.assertIn("99 of 100 frames of archetype", frames.draw(read(make_result.one_case()))[0].title)
        self.assertIn("From 1,000 to 1,000,000 entities archetype costs 0.14 ns per entity",
                      scaling.draw(self.result)[0].title)

    def test_a_title_names_all_who_were_not_told_apart(self):
        document = make_result.synthetic(**SMALL)
        for each in document["comparisons"]:
            if each["contender"] == "bitset":
                each["verdict"] = "inconclusive"
        self.assertIn("archetype and bitset move a million", cost.draw(read(document))[0].title)

    def test_the_limit_alone_is_nothing_to_compare(self):
        document = make_result.synthetic()
        document["cases"] = [case for case in document["cases"] if case["strategy"] == "limit"]
        with self.assertRaisesRegex(Nothing, "held against the limit"):
            cost.draw(read(document))

    def test_other_work_than_movement_is_named_as_what_it_is(self):
        result = read(make_result.structural())
        sheet = cost.draw(result)[0]
        self.assertIn("ns per operation, 1.06× the limit (structure/spawn, components=2, churn=0.125)",
                      sheet.title)
        shown = texts(sheet.svg())
        self.assertIn("structure/spawn, components=2, churn=0.125, 2 threads", shown)
        self.assertIn("ns per entity or operation", shown)
        self.assertIn("2.58k×1.6k", texts(frames.draw(result)[0].svg()))
        self.assertIn("timed in groups", frames.draw(result)[0].title)

    def test_the_subtitle_counts_who_is_fastest(self):
        self.assertIn("Fastest in all 4 workloads: archetype.", seen(cost.draw(read(make_result.synthetic(rounds=3)))))
        document = make_result.synthetic(**SMALL)
        document["cases"] = [each for each in document["cases"]
                             if (each["strategy"], each["workload"]) != ("archetype", "move/scrambled")]
        self.assertIn("Fastest: archetype in 1 of 2 workloads and bitset in 1.", seen(cost.draw(read(document))))

    def test_launches_of_one_case_are_one_point_with_the_ends_of_all(self):
        document = make_result.synthetic(counts=(1_000, 1_000_000), **SMALL)
        slower = json.loads(json.dumps(document["cases"]))
        for each in slower:
            each["launch"] = 2
            for key, value in each["ns_per_entity"].items():
                each["ns_per_entity"][key] = value * 1.5
        titles = {panel.title for panel in panels(over_launches(read(document)))}
        document["cases"] += slower
        result = over_launches(read(document))
        self.assertEqual({panel.title for panel in panels(result)}, titles)
        before = {key_of(case): case.ns for case in read(document).cases if case.launch == 1}
        for case in result.cases:
            alone = before[key_of(case)]
            self.assertAlmostEqual(case.ns.median, 1.25 * alone.median)
            self.assertEqual(case.ns.low, alone.low)
            self.assertAlmostEqual(case.ns.high, 1.5 * alone.high)
        for draw in (cost.draw, scaling.draw):
            self.assertIn("rounds in each of 2 launches", seen(draw(read(document))))

    def test_a_name_is_shown_as_typed(self):
        result = read(make_result.odd_names())
        for draw in (cost.draw, frames.draw):
            shown = texts(draw(result)[0].svg())
            for name in ("$x_1^2$", "a<b>&c", "näive_störe"):
                self.assertIn(name, shown)

    def test_control_characters_never_reach_a_file(self):
        svg = cost.draw(read(make_result.odd_names()))[0].svg()
        self.assertNotIn(b"\x1b", svg)
        self.assertIn("tab\ufffdhere\ufffd[31m", texts(svg))

    def test_a_lone_surrogate_does_not_stop_the_drawing(self):
        document = make_result.one_case()
        document["environment"]["cpu_model"] = "half \ud800 pair"
        self.assertIn("half \ufffd pair", seen(cost.draw(read(document))))

    def test_a_partial_result_says_so(self):
        for sheet in cost.draw(read(make_result.partial())) + frames.draw(read(make_result.partial())):
            self.assertIn("PARTIAL RESULT: interrupted; what is missing was not measured.", texts(sheet.svg()))
            self.assertTrue(sheet.title.startswith("PARTIAL RESULT"))
        self.assertIn("n/a (the run ended before)", seen(cost.draw(read(make_result.partial()))))

    def test_a_debug_build_says_so_loudly(self):
        self.assertIn("NOT A MEASUREMENT: a debug build, assertions on.", seen(cost.draw(read(make_result.debug()))))

    def test_the_evidence_line_names_what_a_reader_must_know(self):
        shown = seen(cost.draw(read(make_result.given())))
        for part in ("1,000,000 entities", "payload 8.39 MiB to 15.3 MiB against L3 of 32 MiB",
                     "SYNTHETIC processor, nothing measured, virtual (kvm)", "g++ 12.2.0 -O3 -march=native", "30 rounds",
                     "noise floor 1.2 % (A against A 0.991 to 1.012)", "entt (version 3.13.2, plain)",
                     "entt_group (version 3.13.2, tuned)", "W07: the load was 3.1 before the run", "n/a (no Sortable)"):
            self.assertIn(part, shown)

    def test_an_svg_has_a_title_and_a_description_with_every_value(self):
        root = xml.fromstring(cost.draw(self.result)[0].svg())
        self.assertEqual(root.get("role"), "img")
        self.assertIn("archetype moves a million", root.find(f"{SVG}title").text)
        for case in self.result.cases:
            if case.entities == 1_000_000:
                self.assertIn(f"{case.strategy} {figure(case.ns.median)} ns", root.find(f"{SVG}desc").text)

    def test_numbers_have_three_digits_and_units_a_reader_thinks_in(self):
        self.assertEqual([figure(each) for each in (0.13249, 10.44, 1560.2, 0.9996, 0, None)],
                         ["0.132", "10.4", "1,560", "1.00", "0", "n/a"])
        self.assertEqual([duration(each) for each in (140_000, 99_000, 140, 2.5e9)],
                         ["0.140 ms", "99.0 µs", "140 ns", "2.50 s"])
        self.assertEqual([size(each) for each in (48 << 10, 16_000_000, 12)], ["48 KiB", "15.3 MiB", "12 B"])


if __name__ == "__main__":
    unittest.main()
