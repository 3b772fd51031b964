#!/usr/bin/env python3
"""`ecsbench compare` as a process: verdicts, exit codes, faults of the files. `compare_test.py ECSBENCH SCHEMA [TEST...]`.

A code such as H048 behind a test is its line in tests/scenarios.md.
"""
import copy
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import jsonschema

from cli_test import BINARY, SCHEMA, SMALL, Case, environment

COMPARISON_SCHEMA = os.path.join(os.path.dirname(SCHEMA), "comparison.schema.json")


def case(strategy, frame_ns, rounds=24, **more):
    """One case with so many rounds, spread by 0.5 % in a fixed pattern."""
    times = [frame_ns * (1 + 0.0005 * (at * 7 % 23 - 11)) for at in range(rounds)]
    return {"strategy": strategy, "workload": "move/scrambled", "entities": 1000, "matched": 1000, "operations": 1000,
            "per": "match", "threads": 1, "launch": 1, "params": {}, "rounds": rounds, "frames": rounds,
            "digest": "00ff00ff00ff00ff", "frame_ns": {"median": frame_ns, "rounds": [[time] for time in times]}, **more}


def result(*cases, **more):
    return {"schema": "ecsbench.result", "schema_version": 1, "partial": False,
            "tool": {"version": "0.1.0", "compiler": "GNU 12.2.0", "flags": "-O3", "build_type": "Release"},
            "run": {"seed": 42, "started_utc": "2026-11-30T18:30:00Z", "exit_reason": "complete"},
            "environment": {"cpu_model": "AMD EPYC", "fingerprint": "0123456789abcdef"},
            "control": {"ratio": 1, "ci_low": 0.997, "ci_high": 1.003}, "cases": list(cases), **more}


class Compare(Case):
    def write(self, name, document):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(document if isinstance(document, str) else json.dumps(document))
        return name

    def write_two(self, before, after):
        return self.write("old.json", before), self.write("new.json", after)

    def compare(self, before, after, *words):
        return self.run_it("compare", *self.write_two(before, after), *words)

    def exit_code(self, before, after, *words):
        done = self.compare(before, after, *words)
        self.assertNotIn(b"Traceback", done.stderr)
        return done.returncode

    def document(self, before, after, *words):
        done = self.compare(before, after, *words, "--format", "json")
        return self.valid_comparison(done.stdout), done.returncode

    def valid_comparison(self, text):
        document = json.loads(text, parse_constant=lambda word: self.fail(f"bare {word}"))
        with open(COMPARISON_SCHEMA, encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(document)
        return document


FAST, SLOW, ALMOST = result(case("a", 1000)), result(case("a", 2500)), result(case("a", 1020))


class ExitCodes(Compare):
    def test_slower_is_3_and_faster_and_same_are_0(self):
        self.assertEqual(self.exit_code(FAST, SLOW), 3)
        self.assertEqual(self.exit_code(SLOW, FAST), 0)
        self.assertEqual(self.exit_code(FAST, FAST), 0)

    def test_what_fails_can_be_chosen(self):
        self.assertEqual(self.exit_code(FAST, SLOW, "--fail-on", "none"), 0)
        self.assertEqual(self.exit_code(FAST, SLOW, "--fail-on", "inconclusive"), 0)
        self.assertEqual(self.exit_code(FAST, SLOW, "--fail-on", "slower,inconclusive"), 3)
        self.assertEqual(self.exit_code(FAST, SLOW, "--threshold", "200%"), 0)

    def test_inconclusive_is_0_unless_asked_for_and_then_4(self):
        self.assertEqual(self.exit_code(FAST, ALMOST), 0)
        self.assertEqual(self.exit_code(FAST, ALMOST, "--strict"), 4)
        self.assertEqual(self.exit_code(FAST, ALMOST, "--fail-on", "inconclusive"), 4)

    def test_a_single_launch_is_no_proof_of_what_placement_may_do(self):
        half_as_long_again = result(case("a", 1500))
        document, code = self.document(FAST, half_as_long_again)
        one = document["cases"][0]
        self.assertEqual((code, one["verdict"], one["launches_to_decide"]), (0, "inconclusive", 5))
        self.assertIn("--launches 5", one["reason"])
        self.assertEqual(self.exit_code(FAST, half_as_long_again, "--strict"), 4)
        launches = [result(*(case("a", time, launch=at) for at in range(1, 6))) for time in (1000, 1500)]
        self.assertEqual(self.exit_code(*launches), 3)

    def test_strict_wants_every_case_judged(self):
        more = result(case("a", 1000), case("b", 1000))
        for before, after in ((FAST, more), (more, FAST)):
            self.assertEqual(self.exit_code(before, after), 0)
            self.assertEqual(self.exit_code(before, after, "--strict"), 4)

    def test_a_file_against_itself_is_the_same(self):
        self.fine(*SMALL, "--json", "own.json")
        document = self.valid_comparison(self.fine("compare", "own.json", "own.json", "--format", "json").stdout)
        self.assertEqual(document["counts"]["slower"] + document["counts"]["faster"], 0)


class Sets(Compare):
    def test_disjoint_files_are_an_error_with_the_cases(self):  # H048
        said = self.refused("compare", *self.write_two(FAST, result(case("b", 1000))))
        self.assertIn("no case is in both", said)
        self.assertIn("only in the old file: a on move/scrambled", said)
        self.assertIn("only in the new file: b on move/scrambled", said)

    def test_missing_and_extra_cases_are_listed(self):  # H048
        done = self.compare(result(case("a", 1000), case("x", 1000)), result(case("a", 1000), case("y", 1000)))
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"only in the old file: x on move/scrambled", done.stdout)
        self.assertIn(b"only in the new file: y on move/scrambled", done.stdout)

    def test_a_file_without_cases_is_refused_by_name(self):  # H048, H103
        empty = result()
        for before, after, named in ((empty, FAST, "old.json"), (FAST, empty, "new.json")):
            said = self.refused("compare", *self.write_two(before, after), code=1)
            self.assertIn(f"{named} holds no results", said)

    def test_other_sizes_are_other_cases(self):  # H078
        said = self.refused("compare", *self.write_two(FAST, result(case("a", 1000, entities=1_000_000))))
        self.assertIn("1 000 000 entities", said)

    def test_other_work_is_refused_and_alone_is_an_error(self):  # H078
        other = result(case("a", 1000, digest="1111111111111111"))
        said = self.refused("compare", *self.write_two(FAST, other))
        self.assertIn("no case did the same work", said)
        both = result(case("a", 1000, digest="1111111111111111"), case("b", 1000))
        document, code = self.document(result(case("a", 1000), case("b", 1000)), both)
        self.assertEqual((code, len(document["cases"]), len(document["refused"])), (0, 1, 1))

    def test_a_name_that_occurs_twice_pairs_with_nobody(self):  # H047, H102
        twice = result(case("a", 1000), case("a", 2000), case("b", 1000))
        document, _ = self.document(twice, result(case("a", 1000), case("b", 1000)))
        self.assertEqual([one["strategy"] for one in document["cases"]], ["b"])
        self.assertIn("twice", document["refused"][0]["reason"])

    def test_three_launches_against_two_are_pooled(self):  # H047
        before = result(*(case("a", time, launch=at) for at, time in enumerate((100, 200, 300), 1)))
        after = result(*(case("a", time, launch=at) for at, time in enumerate((200, 200), 1)))
        document, _ = self.document(before, after)
        one = document["cases"][0]
        self.assertEqual((one["old"]["rounds"], one["new"]["rounds"], one["method"]), (72, 48, "rounds"))
        self.assertAlmostEqual(one["ratio"], 1, delta=0.01)

    def test_a_time_of_zero_has_a_verdict_and_no_number(self):  # H079
        for before, after in ((0, 5), (5, 0), (0, 0)):
            document, code = self.document(result(case("a", before)), result(case("a", after)))
            one = document["cases"][0]
            self.assertEqual((one["ratio"], one["verdict"], code), (None, "inconclusive", 0))
            done = self.compare(result(case("a", before)), result(case("a", after)))
            self.assertNotRegex(done.stdout, rb"\b(nan|inf)\b")

    def test_another_machine_and_a_partial_file_are_labelled(self):
        after = copy.deepcopy(SLOW)
        after["environment"]["fingerprint"] = "fedcba9876543210"
        after["partial"] = True
        document, code = self.document(FAST, after)
        self.assertEqual(code, 3)
        self.assertEqual({label["id"] for label in document["labels"]}, {"W19", "partial"})
        self.assertTrue(document["across_machines"])


class Outputs(Compare):
    def test_results_go_to_stdout_and_the_rest_to_stderr(self):
        done = self.compare(FAST, SLOW, "--json", "out.json")
        self.assertIn(b"slower", done.stdout)
        self.assertEqual(done.stderr, b"wrote out.json\n")
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertEqual(self.valid_comparison(file.read())["exit_code"], 3)

    def test_json_on_stdout_stands_alone(self):
        for words in (["--json", "-"], ["--json", "/dev/stdout"], ["--format", "json"]):
            self.valid_comparison(self.compare(FAST, SLOW, *words).stdout)

    def test_markdown_has_a_row_for_each_case(self):
        text = self.compare(FAST, SLOW, "--format", "markdown").stdout.decode()
        self.assertRegex(text, r"\| a \| 0\.0010 \| 0\.0025 \| 2\.500 \[2\.\d+, 2\.\d+\] \| slower \|")

    def test_an_input_is_never_overwritten(self):
        files = self.write_two(FAST, SLOW)
        for name in (*files, "./new.json"):
            self.assertIn("one of the two that are compared", self.refused("compare", *files, "--json", name))
        with open(self.path("new.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), SLOW)

    def test_names_that_are_control_characters_are_made_printable(self):
        bad = result(case("a\x1b[31m", 1000))
        for words in ([], ["--format", "markdown"], ["--format", "json"]):
            self.assertNotIn(b"\x1b", self.compare(bad, bad, *words).stdout)

    def test_a_full_disk_is_an_error(self):
        if os.path.exists("/dev/full"):
            self.assertEqual(self.exit_code(FAST, SLOW, "--json", "/dev/full"), 1)

    def test_a_path_that_is_no_utf8_is_read(self):  # H127
        with open(os.path.join(os.fsencode(self.folder.name), b"a\xff.json"), "w", encoding="utf-8") as file:
            json.dump(FAST, file)
        done = self.fine("compare", b"a\xff.json", b"a\xff.json")
        self.assertIn(rb"old: a\xff.json", done.stdout)
        self.valid_comparison(self.fine("compare", b"a\xff.json", b"a\xff.json", "--json", "-").stdout)


class Rerun(Compare):
    """Programs made up for the test: each writes down that it ran, and copies a result to where --json says."""

    def program(self, name, document, code=0):
        self.write(name + ".json", document)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho {name} "$@" >> ran\nfor last; do :; done\n[ {code} = 0 ] || exit {code}\n'
                       f'cp {name}.json "$last"\necho this is not for stdout\n')
        os.chmod(self.path(name), 0o755)
        return "./" + name

    def ran(self):
        with open(self.path("ran"), encoding="utf-8") as file:
            return [line.split() for line in file]

    def test_launches_alternate_and_are_compared_by_pair(self):
        words = [self.program("old", FAST), self.program("new", SLOW)]
        done = self.run_it("compare", "--rerun", *words, "--format", "json", "--", "--entities", "1k",
                           env={"TMPDIR": self.folder.name})
        document = self.valid_comparison(done.stdout)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual([line[0] for line in self.ran()], ["old", "new", "new", "old"] * 3)
        self.assertTrue(all(line[1:4] == ["run", "--entities", "1k"] for line in self.ran()))
        one = document["cases"][0]
        self.assertEqual((document["paired"], one["method"], one["old"]["launches"]), (True, "pairs", 6))
        self.assertAlmostEqual(one["ratio"], 2.5, delta=0.001)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("ecsbench-")], [])

    def test_a_larger_family_runs_more_pairs_and_a_given_number_is_kept(self):
        many = result(*(case(f"s{at}", 1000) for at in range(30)))
        words = [self.program("old", many), self.program("new", many)]
        self.fine("compare", "--rerun", *words, "-q")
        self.assertEqual(len(self.ran()), 22)
        os.remove(self.path("ran"))
        done = self.fine("compare", "--rerun", *words, "--launches", "2")
        self.assertEqual(len(self.ran()), 4)
        self.assertIn(b"30 cases at once need 11 on each side", done.stdout)
        self.assertIn(b"pair 2 of 2 done", done.stderr)

    def test_the_real_program_against_itself(self):
        done = self.run_it("compare", "--rerun", BINARY, BINARY, "--launches", "2", "--json", "-", "--", *SMALL)
        document = self.valid_comparison(done.stdout)
        self.assertEqual({one["old"]["launches"] for one in document["cases"]}, {2})
        self.assertEqual(done.returncode, 0)

    def test_a_program_that_fails_ends_it_with_a_sentence(self):
        good, bad = self.program("good", FAST), self.program("bad", FAST, code=7)
        for words in ([good, bad], [bad, good]):
            said = self.refused("compare", "--rerun", *words, code=1)
            self.assertIn("./bad ended with exit code 7 in launch 1", said)
        self.assertIn("cannot start ./missing: No such file",
                      self.refused("compare", "--rerun", good, "./missing", code=1))
        self.assertIn("is not valid JSON", self.refused("compare", "--rerun", good, self.program("odd", "{"), code=1))

    def test_an_interrupt_ends_it_with_130_and_leaves_nothing(self):
        slow = self.program("slow", FAST)
        with open(self.path("slow"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ntouch began\nexec sleep 60\n")
        with subprocess.Popen([BINARY, "compare", "--rerun", slow, slow], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder.name, env=environment(TMPDIR=self.folder.name),
                              start_new_session=True) as process:
            end = time.monotonic() + 60
            while not os.path.exists(self.path("began")) and time.monotonic() < end:
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to both
            out, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (130, b""))
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("ecsbench-")], [])

    def test_what_goes_with_a_rerun_alone_and_what_does_not(self):
        files = self.write_two(FAST, SLOW)
        self.assertIn("--rerun", self.refused("compare", *files, "--launches", "3"))
        self.assertIn("--rerun", self.refused("compare", *files, "--", "--entities", "1k"))
        self.assertIn("--launches", self.refused("compare", "--rerun", *files, "--launches", "0"))
        for option in ("--json", "--samples=none", "--plot"):
            self.assertIn("no option for the programs", self.refused("compare", "--rerun", *files, "--", option, "x"))


class BadInput(Compare):
    def test_each_damage_is_one_sentence_with_the_file(self):  # H077, H099
        os.mkdir(self.path("folder"))
        good = json.dumps(FAST)
        wrong_type = copy.deepcopy(FAST)
        wrong_type["cases"][0]["entities"] = "many"
        for name, document, part in (("empty.json", "", "is empty"), ("text.json", "hello", "line 1, column 1"),
                                     ("cut.json", good[:len(good) // 2], "line 1, column"),
                                     ("other.json", '{"schema": "other"}', "ecsbench.result"),
                                     ("list.json", "[]", "must be an object"),
                                     ("newer.json", dict(FAST, schema_version=2), "schema version is 2"),
                                     ("type.json", wrong_type, "cases[0].entities must be")):
            self.write(name, document)
            self.write("good.json", good)
            for files in ((name, "good.json"), ("good.json", name)):
                said = self.refused("compare", *files, code=1)
                self.assertIn(name, said)
                self.assertIn(part, said)
                self.assertEqual(said.count("\n"), 1, said)
        for name, part in (("missing.json", "No such file"), ("folder", "is a folder")):
            said = self.refused("compare", "good.json", name, code=1)
            self.assertIn(name, said)
            self.assertIn(part, said)

    def test_a_file_with_fewer_keys_is_read(self):  # H099
        old = {"schema": "ecsbench.result", "schema_version": 1, "cases": [case("a", 1000)]}
        document, _ = self.document(old, FAST)
        self.assertEqual(document["cases"][0]["verdict"], "same")
        self.assertIn("W19", [label["id"] for label in document["labels"]])

    def test_usage_is_refused_with_a_sentence(self):
        files = self.write_two(FAST, SLOW)
        for words, part in (([], "two result files"), (["old.json"], "two result files"),
                            (["old.json", "new.json", "third.json"], "third.json"),
                            ([*files, "--threshold", "-1"], "--threshold"), ([*files, "--threshold", "nan"], "--threshold"),
                            ([*files, "--threshold", "%"], "--threshold"), ([*files, "--seed", "x"], "--seed"),
                            ([*files, "--fail-on", "slowr"], "'slower'"), ([*files, "--fail-on", "none,slower"], "none"),
                            ([*files, "--format", "csv"], "--format"), ([*files, "--treshold", "1"], "'--threshold'"),
                            ([*files, "--json", "no/such/folder.json"], "--json")):
            self.assertIn(part, self.refused("compare", *words))

    def test_help_names_files_and_exit_codes(self):
        text = self.fine("compare", "--help").stdout.decode()
        for part in ("Usage: ecsbench compare OLD NEW [OPTIONS]", "--fail-on", "Exit codes", "  3    "):
            self.assertIn(part, text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
