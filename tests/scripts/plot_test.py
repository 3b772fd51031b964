#!/usr/bin/env python3
"""Claims about scripts/plot.py. Every result drawn here is synthetic: see make_result.py."""
import copy
import itertools
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parent.parent / "scripts"
sys.path[:0] = [str(HERE), str(SCRIPTS)]

import make_result  # noqa: E402
from charts import cost, frames, placing, scaling, style  # noqa: E402
from charts.panels import Nothing  # noqa: E402
from charts.result import Problem, parse  # noqa: E402
from charts.words import duration, figure, size  # noqa: E402

style.prepare()
SVG = "{http://www.w3.org/2000/svg}"
SMALL = {"workloads": ("move/same-order", "move/scrambled"), "rounds": 3, "budget_ns": 2e6}


def read(document):
    return parse(json.dumps(document).encode(), "synthetic.json")


def texts(svg):
    """What a reader of the SVG can see."""
    return ["".join(node.itertext()) for node in xml.fromstring(svg).iter(f"{SVG}text")]


def seen(sheets):
    return "\n".join(text for sheet in sheets for text in texts(sheet.svg()))


class Program(unittest.TestCase):
    """plot.py as a process."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, document, name="result.json"):
        path = self.folder / name
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return path

    def plot(self, *arguments, **environment):
        variables = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return subprocess.run([sys.executable, "-B", str(SCRIPTS / "plot.py"), *map(str, arguments)],
                              capture_output=True, text=True, env={**variables, **environment}, timeout=120)

    def refused(self, done, code, *words):
        """One sentence on stderr, nothing on stdout, no traceback."""
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("plot.py: "), done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_each_chart_is_written_as_svg_and_png_and_named_on_stderr(self):
        result = self.file(make_result.synthetic(counts=(1_000, 1_000_000), **SMALL))
        done = self.plot(result, "-o", self.folder / "charts")
        names = {f"{chart}.{ending}" for chart in ("cost", "cost-log", "frames", "scaling") for ending in ("svg", "png")}
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual({path.name for path in (self.folder / "charts").iterdir()}, names)
        self.assertEqual({Path(line.removeprefix("wrote ")).name for line in done.stderr.splitlines()}, names)
        for name in names:
            start = (self.folder / "charts" / name).read_bytes()[:8]
            self.assertTrue(start.startswith(b"<?xml" if name.endswith("svg") else b"\x89PNG"), name)

    def test_a_program_may_ask_for_the_list_of_files(self):
        done = self.plot(self.file(make_result.one_case()), "--list", "--chart", "cost", "-o", self.folder)
        names = ["cost.svg", "cost.png", "cost-log.svg", "cost-log.png"]
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines(), [str(self.folder / name) for name in names])

    def test_same_input_gives_the_same_bytes_whatever_the_surroundings(self):
        result = self.file(make_result.synthetic(counts=(1_000, 1_000_000), **SMALL))
        settings = self.folder / "matplotlibrc"
        settings.write_text("font.size: 20\nlines.linewidth: 7\nsvg.fonttype: path\n")
        for folder, surroundings in (("a", {}), ("b", {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C",
                                                       "SOURCE_DATE_EPOCH": "1", "MPLBACKEND": "TkAgg",
                                                       "MATPLOTLIBRC": str(settings)})):
            self.assertEqual(self.plot(result, "-q", "-o", self.folder / folder, **surroundings).returncode, 0)
        for path in (self.folder / "a").iterdir():
            self.assertEqual(path.read_bytes(), (self.folder / "b" / path.name).read_bytes(), path.name)

    def test_the_limit_alone_is_nothing_to_compare(self):
        document = make_result.synthetic()
        document["cases"] = [case for case in document["cases"] if case["strategy"] == "limit"]
        with self.assertRaisesRegex(Nothing, "held against the limit"):
            cost.draw(read(document))

    def test_no_window_system_is_needed(self):
        done = self.plot(self.file(make_result.one_case()), "-q", "--chart", "cost")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.folder / "cost.png").exists(), "charts lie beside the result unless told otherwise")

    def test_a_result_may_come_by_standard_input(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "plot.py"), "-", "-q", "-o", str(self.folder)],
                              input=json.dumps(make_result.one_case()).encode(), capture_output=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_damaged_input_gives_one_sentence_and_no_traceback(self):
        good = make_result.one_case()
        self.refused(self.plot(self.folder / "absent.json"), 1, "absent.json", "No such file")
        self.refused(self.plot(self.folder), 1, "cannot be read", "directory")
        self.refused(self.plot(self.file("")), 1, "is empty")
        self.refused(self.plot(self.file(json.dumps(good)[:-200])), 1, "is not JSON", "line 1")
        self.refused(self.plot(self.file("[" * 100_000)), 1, "is not JSON")
        self.refused(self.plot(self.file("[]")), 1, "is not a result of ecsbench", "--json")
        self.refused(self.plot(self.file({**good, "schema": "other"})), 1, "is not a result of ecsbench")
        self.refused(self.plot(self.file({**good, "schema_version": 2})), 1, "schema version 2", "reads version 1")
        self.refused(self.plot(self.file(make_result.no_cases())), 1, "holds no results")
        good["cases"][0]["ns_per_entity"]["median"] = "fast"
        self.refused(self.plot(self.file(good)), 1, 'result.json: cases[0].ns_per_entity.median is "fast", not a number')
        good["cases"][0]["ns_per_entity"]["median"] = float("nan")
        self.refused(self.plot(self.file(good)), 1, "not a finite number")
        (self.folder / "latin").write_bytes(b'{"schema": "\xff"}')
        self.refused(self.plot(self.folder / "latin"), 1, "is not JSON")

    def test_a_case_that_occurs_twice_is_named(self):
        twice = make_result.one_case()
        twice["cases"] *= 2
        self.refused(self.plot(self.file(twice)), 1, "archetype in move/same-order at 1,000,000 entities twice")

    def test_wrong_usage_exits_2_and_suggests(self):
        self.refused(self.plot(), 2, "RESULT")
        self.refused(self.plot("x.json", "--nonsense"), 2, "--nonsense")
        self.refused(self.plot("x.json", "--chart", "scalling"), 2, "Did you mean 'scaling'?", "cost, frames, scaling")

    def test_a_chart_that_was_asked_for_and_cannot_be_drawn_is_a_failure(self):
        done = self.plot(self.file(make_result.one_case()), "--chart", "scaling")
        self.refused(done, 1, "no scaling chart", "--entities 1k,100k,1M")

    def test_a_chart_that_nobody_asked_for_is_left_out_in_silence(self):
        done = self.plot(self.file(make_result.one_case()))
        self.assertEqual(done.returncode, 0)
        self.assertIn("cost.svg", done.stderr)
        self.assertNotIn("scaling", done.stderr)

    def test_a_result_that_gives_no_chart_at_all_says_why(self):
        document = make_result.one_case()
        document["cases"][0]["strategy"] = "limit"
        done = self.plot(self.file(document), "--chart", "scaling", "--chart", "cost")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no cost chart", done.stderr)
        self.assertIn("no scaling chart", done.stderr)

    def test_a_folder_that_cannot_be_written_is_named(self):
        blocked = self.file("a file, not a folder", "blocked")
        self.refused(self.plot(self.file(make_result.one_case()), "-o", blocked), 1, "blocked cannot be written")
        self.refused(self.plot(self.file(make_result.one_case()), "-o", "/dev/full/x"), 1, "cannot be written")

    def test_without_matplotlib_it_says_how_to_get_it(self):
        (self.folder / "matplotlib.py").write_text("raise ImportError('No module named matplotlib')")
        done = self.plot(self.file(make_result.one_case()), PYTHONPATH=str(self.folder))
        self.refused(done, 1, "matplotlib is missing", "apt-get install python3-matplotlib")


class Charts(unittest.TestCase):
    """What is drawn."""

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

    def test_colours_markers_and_dashes_are_the_fixed_ones(self):
        looks = style.looks(self.result)
        self.assertEqual({name: (looks[name].colour, looks[name].marker) for name in make_result.STRATEGIES},
                         {"limit": ("#000000", "|"), "gather": ("#000000", "|"), "bitset": ("#009E73", "^"),
                          "sparse_set": ("#D55E00", "s"), "archetype": ("#0072B2", "o"), "reactive": ("#CC79A7", "D"),
                          "boxed": ("#555555", "X"), "boxed_scattered": ("#8A8A8A", "P")})
        for draw in (cost.draw, frames.draw, scaling.draw):
            drawn = {(line.get_color(), line.get_marker()) for sheet in draw(self.result) for axes in sheet.figure.axes
                     for line in axes.lines}
            for name in ("bitset", "sparse_set", "archetype", "reactive", "boxed", "boxed_scattered"):
                self.assertIn((looks[name].colour, looks[name].marker), drawn, (draw.__module__, name))

    def test_forty_given_strategies_all_look_different_and_never_yellow(self):
        looks = style.looks(read(make_result.many()))
        self.assertEqual(len(looks), 40 + len(style.FIXED))
        self.assertEqual(len({(look.colour, look.marker, str(look.dash)) for look in looks.values()}), len(looks))
        self.assertNotIn("#F0E442", {look.colour.upper() for look in looks.values()})

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

    def test_no_text_covers_another_or_leaves_the_picture(self):
        for kind in ("sweep", "given", "many", "odd-names", "nulls", "structural"):
            result = read(make_result.KINDS[kind]())
            for draw in (cost.draw, frames.draw, scaling.draw):
                for sheet in self.drawn(draw, result):
                    self.well_placed(sheet, kind)

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
        for draw in (cost.draw, frames.draw, scaling.draw):
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


class Details(unittest.TestCase):
    def test_numbers_have_three_digits_and_units_a_reader_thinks_in(self):
        self.assertEqual([figure(each) for each in (0.13249, 10.44, 1560.2, 0.9996, 0, None)],
                         ["0.132", "10.4", "1,560", "1.00", "0", "n/a"])
        self.assertEqual([duration(each) for each in (140_000, 99_000, 140, 2.5e9)],
                         ["0.140 ms", "99.0 µs", "140 ns", "2.50 s"])
        self.assertEqual([size(each) for each in (48 << 10, 16_000_000, 12)], ["48 KiB", "15.3 MiB", "12 B"])

    def test_spread_labels_keep_their_order_and_do_not_touch(self):
        placed = placing.spread([50, 52, 51, 10, 99, 98], [10] * 6, 0, 100)
        order = sorted(placed)
        self.assertEqual([placed[i] for i in (3, 0, 2, 1, 5, 4)], order)
        self.assertTrue(all(right - left >= 10 - 1e-9 for left, right in zip(order, order[1:])))
        self.assertGreaterEqual(order[0], 5)
        self.assertLessEqual(order[-1], 95)

    def test_labels_that_have_room_stay_where_they_want_to_be(self):
        self.assertEqual(placing.spread([20, 60], [10, 10], 0, 100), [20, 60])


if __name__ == "__main__":
    unittest.main()
