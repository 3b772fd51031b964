#!/usr/bin/env python3
"""Claims about scripts/plot.py as a program: files, exit codes, sentences."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import make_result
from charts_support import SCRIPTS, SMALL


class Program(unittest.TestCase):
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
        names = {f"{chart}.{ending}" for chart in ("cost", "cost-log", "frames", "scaling", "timeline") for ending in ("svg", "png")}
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
        self.assertEqual(done.stdout, "".join(f"{self.folder / name}\0" for name in names))

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

    def test_no_window_system_is_needed(self):  # H132
        done = self.plot(self.file(make_result.one_case()), "-q", "--chart", "cost")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.folder / "cost.png").exists(), "charts lie beside the result unless told otherwise")

    def test_a_result_may_come_by_standard_input(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPTS / "plot.py"), "-", "-q", "-o", str(self.folder)],
                              input=json.dumps(make_result.one_case()).encode(), capture_output=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_damaged_input_gives_one_sentence_and_no_traceback(self):  # H103
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

    def test_a_case_that_occurs_twice_is_named(self):  # H102
        twice = make_result.one_case()
        twice["cases"] *= 2
        self.refused(self.plot(self.file(twice)), 1, "archetype in move/same-order at 1,000,000 entities twice")

    def test_wrong_usage_exits_2_and_suggests(self):
        self.refused(self.plot(), 2, "RESULT")
        self.refused(self.plot("x.json", "--nonsense"), 2, "--nonsense")
        self.refused(self.plot("x.json", "--chart", "scalling"), 2, "Did you mean 'scaling'?", "cost, frames, scaling, timeline")

    def test_a_chart_that_was_asked_for_and_cannot_be_drawn_is_a_failure(self):
        done = self.plot(self.file(make_result.one_case()), "--chart", "scaling")
        self.refused(done, 1, "no scaling chart", "--entities 1k,100k,1M")

    def test_a_chart_that_nobody_asked_for_is_left_out_in_silence(self):
        done = self.plot(self.file(make_result.one_case()))
        self.assertEqual(done.returncode, 0)
        self.assertIn("cost.svg", done.stderr)
        self.assertNotIn("scaling", done.stderr)

    def test_a_chart_of_an_earlier_result_that_stays_in_the_folder_is_named(self):
        charts = self.folder / "charts"
        self.plot(self.file(make_result.synthetic(counts=(1_000, 1_000_000), **SMALL)), "-o", charts)
        (charts / "scaling.txt").write_text("a reader's own note")
        done = self.plot(self.file(make_result.one_case()), "-o", charts)
        self.assertEqual(done.returncode, 0)
        told = [line for line in done.stderr.splitlines() if "an earlier result" in line]
        self.assertEqual(len(told), 1, done.stderr)
        self.assertIn("scaling.png, scaling.svg", told[0])
        self.assertNotIn("scaling.txt", told[0])
        self.assertNotIn("cost", told[0])
        again = self.plot(self.file(make_result.one_case()), "-o", charts, "--chart", "cost")
        self.assertNotIn("an earlier result", again.stderr)

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


if __name__ == "__main__":
    unittest.main()
