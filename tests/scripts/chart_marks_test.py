#!/usr/bin/env python3
"""Claims about what the charts draw: scales, marks, colours, and where the labels stand."""
import itertools
import unittest

import make_result
from charts_support import SMALL, read, texts
from charts import cost, frames, placing, scaling, style, timeline
from charts.panels import Nothing
from charts.words import figure


class Marks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = read(make_result.synthetic(counts=(1_000, 1_000_000), **SMALL))

    def test_every_dot_is_labelled_with_its_value_and_multiple_of_the_limit(self):
        for sheet in cost.draw(self.result):
            shown = texts(sheet.svg())
            for case in self.result.cases:
                if case.entities == 1_000_000 and case.strategy not in ("limit", "gather"):
                    self.assertIn(f"{figure(case.ns.median)} ns · {figure(case.to_limit.median)}×", shown)

    def test_limit_and_gather_are_lines_with_a_name_not_rows(self):
        shown = texts(cost.draw(self.result)[0].svg())
        self.assertEqual(sum(text.startswith("limit 0.1") for text in shown), 2)
        self.assertEqual(sum(text.startswith("gather 1.0") for text in shown), 1)
        self.assertNotIn("limit", shown)

    def test_boxes_that_would_squeeze_a_linear_scale_get_a_second_one_from_zero(self):
        linear, logarithmic = cost.draw(self.result)
        plots = [axes for axes in linear.figure.axes]
        self.assertEqual(len(plots), 4)
        self.assertTrue(all(axes.get_xscale() == "linear" and axes.get_xlim()[0] == 0 for axes in plots))
        self.assertLess(plots[0].get_xlim()[1], 3)
        self.assertGreater(plots[1].get_xlim()[1], 10)
        self.assertEqual([axes.get_xscale() for axes in logarithmic.figure.axes], ["log", "log"])

    def test_there_are_no_bars_on_any_axis(self):
        for sheet in cost.draw(self.result):
            for axes in sheet.figure.axes:
                self.assertFalse(axes.containers)

    def test_the_99th_percentile_is_marked_only_where_the_file_has_one(self):
        document = make_result.one_case()
        with_p99, without = [], []
        for found, p99 in ((with_p99, document["cases"][0]["frame_ns"]["p99"]), (without, None)):
            document["cases"][0]["frame_ns"]["p99"] = p99
            plot = frames.draw(read(document))[0].figure.axes[0]
            found += [line for line in plot.lines if list(line.get_ydata()) == [0.01]]
        self.assertEqual((len(with_p99), len(without)), (1, 0))
        self.assertAlmostEqual(with_p99[0].get_xdata()[0] * 1e6, make_result.one_case()["cases"][0]["frame_ns"]["p99"])

    def test_a_tail_is_drawn_down_to_the_slowest_frame(self):
        document = make_result.one_case()
        document["cases"][0]["frame_ns"]["rounds"] = [[float(i) for i in range(1_000, 6_000)]]
        curve = frames.draw(read(document))[0].figure.axes[0].lines[0]
        self.assertAlmostEqual(curve.get_xdata()[-1] * 1e6, 5_999)
        self.assertAlmostEqual(curve.get_ydata()[-1], 1 / 5_000)

    def test_budgets_are_lines_with_names_where_the_times_reach_them(self):
        sheet = frames.draw(read(make_result.spiky()))[0]
        at = [line.get_xdata()[0] for line in sheet.figure.axes[0].lines if line.get_color() == style.MUTED]
        self.assertEqual(at, [6.94, 8.33, 16.67])
        shown = texts(sheet.svg())
        self.assertEqual([shown.count(f"{ms} ms") for ms in ("6.94", "8.33", "16.67")], [2, 2, 2])
        quick = frames.draw(read(make_result.one_case()))[0]
        self.assertFalse([line for line in quick.figure.axes[0].lines if line.get_color() == style.MUTED])

    def test_the_share_over_a_budget_is_said_with_its_interval(self):
        document = make_result.one_case()
        self.assertIn("Share over a budget: n/a.", texts(frames.draw(read(document))[0].svg()))
        frame = document["cases"][0]["frame_ns"]
        frame["over_budget"] = [{"budget_ms": ms, "share": 0, "ci_low": 0, "ci_high": 0.0021} for ms in (16.67, 8.33, 6.94)]
        self.assertIn("No frame is over 6.94 ms (144 Hz); of any strategy's at most 0.21 % are (95 %).",
                      texts(frames.draw(read(document))[0].svg()))
        frame["over_budget"][1].update(share=0.0125, ci_low=0.004, ci_high=0.03)
        self.assertIn("Over 8.33 ms (120 Hz): archetype 1.2 % (0.40 to 3.0).", texts(frames.draw(read(document))[0].svg()))

    def test_intervals_of_a_percentile_and_of_shares_are_bars_through_their_places(self):
        document = make_result.one_case()
        frame = document["cases"][0]["frame_ns"]
        frame.update(p99_ci_low=0.9 * frame["p99"], p99_ci_high=1.3 * frame["p99"])
        frame["over_budget"] = [{"budget_ms": 6.94, "share": 0.05, "ci_low": 0.02, "ci_high": 0.1}]
        plot = frames.draw(read(document))[0].figure.axes[0]
        drawn = [(list(line.get_xdata()), list(line.get_ydata())) for line in plot.lines]
        self.assertIn(([6.94, 6.94], [0.02, 0.1]), drawn)
        bar = next(xs for xs, ys in drawn if ys == [0.01, 0.01])
        self.assertAlmostEqual(bar[0] * 1e6, 0.9 * frame["p99"])
        self.assertAlmostEqual(bar[1] * 1e6, 1.3 * frame["p99"])

    def test_few_frames_are_shown_as_a_plain_share(self):
        document = make_result.one_case()
        document["cases"][0]["frame_ns"]["rounds"] = [[1e6, 2e6, None, 4e6]]
        plot = frames.draw(read(document))[0].figure.axes[0]
        self.assertEqual(plot.get_yscale(), "linear")
        self.assertEqual(list(plot.lines[0].get_ydata()), [1, 2 / 3, 1 / 3, 0])

    def test_caches_are_marked_where_the_payload_fills_them(self):
        sheet = scaling.draw(self.result)[0]
        self.assertIn("L2 1 MiB", texts(sheet.svg()))
        places = [line.get_xdata()[0] for line in sheet.figure.axes[0].lines if line.get_color() == style.MUTED]
        self.assertEqual(places, [(48 << 10) / 16, (1 << 20) / 16])

    def test_a_parameter_that_was_swept_has_a_page_of_its_own_without_caches(self):
        sets, movers = scaling.draw(read(make_result.param_sweep()))
        self.assertEqual([sets.name, movers.name], ["scaling-sets", "scaling-movers"])
        plot = sets.figure.axes[0]
        self.assertEqual((plot.get_xscale(), plot.get_xlabel()), ("log", "sets"))
        self.assertIn([1, 8, 64, 512], [list(line.get_xdata()) for line in plot.lines])
        self.assertEqual(movers.figure.axes[0].get_xscale(), "linear", "half a decade needs no logarithm")
        self.assertFalse([text for text in texts(sets.svg()) if text.startswith("L2 ")])
        self.assertIn("From 1 to 512 sets bitset costs", sets.title)

    def test_colours_markers_and_dashes_are_the_fixed_ones(self):
        looks = style.looks(self.result)
        self.assertEqual({name: (looks[name].colour, looks[name].marker) for name in make_result.STRATEGIES},
                         {"limit": ("#000000", "|"), "gather": ("#000000", "|"), "bitset": ("#009E73", "^"),
                          "sparse_set": ("#D55E00", "s"), "archetype": ("#0072B2", "o"), "reactive": ("#CC79A7", "D"),
                          "boxed": ("#555555", "X"), "boxed_scattered": ("#8A8A8A", "P")})
        for draw in (cost.draw, frames.draw, scaling.draw, timeline.draw):
            drawn = {(line.get_color(), line.get_marker()) for sheet in draw(self.result) for axes in sheet.figure.axes
                     for line in axes.lines}
            for name in ("bitset", "sparse_set", "archetype", "reactive", "boxed", "boxed_scattered"):
                self.assertIn((looks[name].colour, looks[name].marker), drawn, (draw.__module__, name))

    def test_each_storage_has_a_colour_of_its_own_whatever_else_the_file_holds(self):
        names = ("hash_map", "alive_scan", "block_list", "bitset", "sparse_set", "archetype", "reactive", "boxed")
        self.assertEqual(len({style.FIXED[name].colour for name in names}), len(names))

    def test_forty_given_strategies_all_look_different_and_never_yellow(self):  # H131
        looks = style.looks(read(make_result.many()))
        self.assertEqual(len(looks), 40 + len(style.FIXED))
        self.assertEqual(len({(look.colour, look.marker, str(look.dash)) for look in looks.values()}), len(looks))
        self.assertNotIn("#F0E442", {look.colour.upper() for look in looks.values()})


class Labels(unittest.TestCase):
    def test_no_text_covers_another_or_leaves_the_picture(self):
        for kind in ("sweep", "param-sweep", "given", "many", "odd-names", "nulls", "structural", "spiky"):
            result = read(make_result.KINDS[kind]())
            for draw in (cost.draw, frames.draw, scaling.draw, timeline.draw):
                for sheet in self.drawn(draw, result):
                    self.well_placed(sheet, kind)

    def test_spread_labels_keep_their_order_and_do_not_touch(self):
        placed = placing.spread([50, 52, 51, 10, 99, 98], [10] * 6, 0, 100)
        order = sorted(placed)
        self.assertEqual([placed[i] for i in (3, 0, 2, 1, 5, 4)], order)
        self.assertTrue(all(right - left >= 10 - 1e-9 for left, right in zip(order, order[1:])))
        self.assertGreaterEqual(order[0], 5)
        self.assertLessEqual(order[-1], 95)

    def test_labels_that_have_room_stay_where_they_want_to_be(self):
        self.assertEqual(placing.spread([20, 60], [10, 10], 0, 100), [20, 60])

    def drawn(self, draw, result):
        try:
            return draw(result)
        except Nothing:
            return []

    def well_placed(self, sheet, kind):
        boxes = boxes_of_texts(sheet.figure)
        page = sheet.figure.bbox
        for text, box in boxes:
            self.assertTrue(page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1,
                            f"{kind}, {sheet.name}: {text} is cut")
        for (one, first), (other, second) in itertools.combinations(boxes, 2):
            wide = min(first.x1, second.x1) - max(first.x0, second.x0)
            high = min(first.y1, second.y1) - max(first.y0, second.y0)
            self.assertFalse(wide > 0 and high > 3, f"{kind}, {sheet.name}: {one} and {other} overlap")


def boxes_of_texts(figure):
    """(text, box in pixels) of everything written, names of axes and ticks too."""
    figure.draw_without_rendering()
    found = list(figure.texts)
    for axes in figure.axes:
        found += axes.texts
        for axis in (axes.xaxis, axes.yaxis) if axes.axison else ():
            low, high = sorted(axis.get_view_interval())
            found += [axis.label] + [tick.label1 for tick in axis.get_major_ticks()
                                     if tick.label1.get_visible() and low <= tick.get_loc() <= high]
    return [(text.get_text(), text.get_window_extent(figure.canvas.get_renderer())) for text in found
            if text.get_text()]


if __name__ == "__main__":
    unittest.main()
