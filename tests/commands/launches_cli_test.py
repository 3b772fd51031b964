#!/usr/bin/env python3
"""`ecsbench run --launches` as a process: files, formats, signals, faults. `launches_cli_test.py ECSBENCH SCHEMA [TEST...]`."""
import csv
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
import unittest

from cli_test import BINARY, SMALL, Case, environment

LONG_S = 3  # of measuring in each launch
LONG = ["--entities", "100k", "--strategy", "archetype", "--workload", "move/same-order", "--no-reference", "--time-budget",
        str(LONG_S), "--precision", "0.001"]


class LaunchesCase(Case):
    def result(self, name="out.json"):
        with open(self.path(name), encoding="utf-8") as file:
            return self.valid_result(file.read())

    def launches_in(self, document):
        return [case["launch"] for case in document["cases"] if case["strategy"] == "archetype"]

    def temporary_folders(self):
        return [name for name in os.listdir(self.folder.name) if name.startswith("ecsbench-")]


class Files(LaunchesCase):
    def test_each_launch_has_its_cases_and_the_table_one_row_for_all(self):
        done = self.fine(*SMALL, "--launches", "3", "--json", "out.json", env={"TMPDIR": self.folder.name})
        document = self.result()
        self.assertFalse(document["partial"])
        self.assertEqual(self.launches_in(document), [1, 2, 3])
        self.assertEqual(dict(document["run"]["config"])["launches"], "3")
        self.assertEqual({made["launches"] for made in document["comparisons"]}, {3})
        self.assertEqual(len(document["controls"]), 1)
        text = done.stdout.decode()
        self.assertIn("3 launches (intervals: their range) · 8 rounds each", text)
        self.assertEqual(text.count("\n  archetype "), 1)
        self.assertIn(b"[launch 2 of 3] archetype on move/same-order, 1 000 entities: ", done.stderr)
        self.assertEqual(self.temporary_folders(), [])

    def test_rows_stdout_and_markdown_hold_the_launches_as_well(self):
        done = self.fine(*SMALL, "--launches", "2", "--csv", "out.csv", "--markdown", "out.md", "--json", "-", "-q")
        document = self.valid_result(done.stdout)
        self.assertEqual((self.launches_in(document), done.stderr), ([1, 2], b""))
        with open(self.path("out.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(io.StringIO(file.read())))
        self.assertEqual([row["launch"] for row in rows if row["strategy"] == "archetype"], ["1", "2"])
        with open(self.path("out.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("2 launches", text)
        self.assertEqual(text.count("| archetype |"), 1)
        for form, part in (("markdown", b"2 launches"), ("csv", b"strategy,"), ("json", b'"launch": 2')):
            self.assertIn(part, self.fine(*SMALL, "--launches", "2", "--format", form, "-q").stdout)

    def test_a_sweep_has_every_point_in_every_launch(self):
        document = self.valid_result(self.fine(*SMALL, "--workload", "move/scrambled", "--param", "stride=3,7", "--launches",
                                               "2", "--samples", "none", "--json", "-", "-q").stdout)
        points = sorted((case["launch"], case["params"].get("stride")) for case in document["cases"]
                        if case["strategy"] == "archetype" and case["workload"] == "move/scrambled")
        self.assertEqual(points, [(1, 3), (1, 7), (2, 3), (2, 7)])
        self.assertEqual([case["frame_ns"]["rounds"] for case in document["cases"] if case["frame_ns"]["rounds"]], [])

    def test_lines_of_progress_tell_the_points_of_a_sweep_apart(self):
        said = self.fine(*SMALL, "--workload", "move/scrambled", "--param", "stride=3,7", "--launches", "2").stderr.decode()
        for stride in (3, 7):
            self.assertIn(f"[launch 1 of 2] archetype on move/scrambled, 1 000 entities, stride {stride}: ", said)

    def test_no_place_for_the_moment_is_said_with_its_name(self):
        for place in (self.path("gone"), "/dev/null"):
            done = self.run_it(*SMALL, "--launches", "2", env={"TMPDIR": place})
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"for the moment in {place}: ", done.stderr.decode())
            self.assertIn("Let TMPDIR name a folder that takes files.", done.stderr.decode())

    def test_variables_and_the_file_of_options_count_once(self):
        with open(self.path("ecsbench.toml"), "w", encoding="utf-8") as file:
            file.write('launches = 2\nmarkdown = "toml.md"\n')
        done = self.fine(*SMALL, "--json", "-", "--csv", "own.csv", "--markdown", "own.md", "-q",
                         env={"ECSBENCH_CSV": "variable.csv"})
        self.assertEqual(self.launches_in(self.valid_result(done.stdout)), [1, 2])
        # Neither option stands in the words of a launch: one that saw these would write files of its own.
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["ecsbench.toml", "own.csv", "own.md"])

    def test_a_replay_makes_as_many(self):
        self.fine(*SMALL, "--launches", "2", "--json", "out.json", "-q")
        self.fine("replay", "out.json", "--json", "again.json", "-q", env={"ECSBENCH_STRATEGY": "reactive"})
        self.assertEqual(self.launches_in(self.result("again.json")), [1, 2])
        self.assertNotIn("reactive", {case["strategy"] for case in self.result("again.json")["cases"]})

    def test_a_dry_run_says_how_often(self):
        self.assertIn(b"in each of 3 launches", self.fine(*SMALL, "--launches", "3", "--dry-run").stdout)

    def test_one_launch_is_as_it_was(self):
        document = self.valid_result(self.fine(*SMALL, "--launches", "1", "--json", "-", "-q").stdout)
        self.assertEqual(self.launches_in(document), [1])
        self.assertEqual({made["launches"] for made in document["comparisons"]}, {1})
        self.assertIn("--launches", self.refused("--launches", "0"))
        self.assertIn("--launches", self.refused("--launches", "1.5"))

    def test_files_with_launches_are_compared_by_launch(self):
        self.fine(*SMALL, "--launches", "5", "--json", "out.json", "-q")
        done = self.run_it("compare", "out.json", "out.json", "--format", "json")
        one = json.loads(done.stdout)["cases"][0]
        self.assertEqual((one["method"], one["old"]["launches"], one["allowance"]), ("launches", 5, None))


class Ends(LaunchesCase):
    """A run of many launches, of which one has been saved when something happens."""

    def begun(self, *more):
        process = subprocess.Popen([BINARY, *LONG, "--launches", "50", "--json", "out.json", *more], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder.name,
                                   env=environment(TMPDIR=self.folder.name), start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + 60
        while not os.path.exists(self.path("out.json")) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertTrue(self.result()["partial"])
        return process

    def child_of(self, process):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
                children = file.read().split()
            if children:
                return int(children[0])
            time.sleep(0.005)
        self.fail("no launch was begun")

    @staticmethod
    def is_running(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                return file.read().rsplit(") ", 1)[1][0] not in "ZX"  # whoever inherits it may leave it unburied
        except FileNotFoundError:
            return False

    def test_ctrl_c_ends_the_launch_and_saves_what_is_complete(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.begun()
            child = self.child_of(process)
            begin = time.monotonic()
            os.killpg(process.pid, number)  # as a terminal does
            _, said = process.communicate(timeout=60)
            self.assertLess(time.monotonic() - begin, LONG_S * 0.7)  # it did not wait for the launch's own end
            self.assertEqual(process.returncode, code, said)
            document = self.result()
            self.assertEqual((document["partial"], document["run"]["exit_reason"]), (True, "interrupted"))
            self.assertEqual(self.launches_in(document)[0], 1)
            self.assertFalse(self.is_running(child))
            self.assertEqual(self.temporary_folders(), [])
            os.remove(self.path("out.json"))

    def test_no_launch_outlives_the_program(self):
        process = self.begun()
        child = self.child_of(process)
        process.kill()
        process.wait(timeout=60)
        end = time.monotonic() + LONG_S * 0.5
        while self.is_running(child) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertFalse(self.is_running(child))
        self.assertTrue(self.result()["partial"])

    def test_a_launch_that_fails_is_named_and_the_rest_is_kept(self):
        process = self.begun()
        os.kill(self.child_of(process), signal.SIGKILL)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, said)
        self.assertRegex(said.decode(), r"ecsbench: launch \d+ of 50 was ended by signal 9\.")
        document = self.result()
        self.assertEqual(document["partial"], True)
        self.assertIn("was ended by signal 9", document["run"]["exit_reason"])
        self.assertEqual(self.launches_in(document)[0], 1)

    def test_what_is_complete_is_kept_where_no_further_launch_can_be_started(self):
        process = self.begun()
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (6, 6))  # enough for a pipe or a file, not for two pipes
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, said)
        self.assertIn(b"ecsbench: cannot make a pipe: Too many open files.", said)
        document = self.result()
        self.assertTrue(document["partial"])
        self.assertIn("cannot make a pipe", document["run"]["exit_reason"])
        self.assertEqual(self.launches_in(document)[0], 1)

    def test_a_file_that_cannot_be_written_costs_no_other(self):
        done = self.run_it(*SMALL, "--launches", "2", "--json", "/dev/full", "--csv", "out.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"/dev/full", done.stderr)
        self.assertIn(b"2 launches", done.stdout)
        with open(self.path("out.csv"), encoding="utf-8") as file:
            self.assertIn("archetype", file.read())

    def test_a_launch_whose_result_cannot_be_read_says_why(self):
        process = self.begun("-q")
        folder, = self.temporary_folders()
        os.symlink("/dev/null", self.path(f"{folder}/3.json"))  # where the launch after the next will write
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, said)
        self.assertRegex(said.decode(), r"ecsbench: launch 3 of 50 ended with exit code 0: .*3\.json.*")
        self.assertEqual(self.launches_in(self.result())[:2], [1, 2])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
