#!/usr/bin/env python3
"""What scripts/mutants.sh says of faults: killed, survived, gone. A small repository of one header and one test is built."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

CMAKE = """cmake_minimum_required(VERSION 3.22)
project(small LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_executable(count_test tests/count_first.cpp tests/count_second.cpp tests/support/told.cpp)
target_include_directories(count_test PRIVATE ${PROJECT_SOURCE_DIR})
"""
HEADER = """// Counts.
inline int next(int n) { return n + 1; }  // one more
inline bool done(int n) { return n >= 3; }
"""
# Says what a GoogleTest would say.
FIRST = """#include "strategies/count.hpp"
#include <cstdio>
int told();
int main() {
  std::printf("[ RUN      ] Count.goes_on\\n");
  std::fflush(stdout);
  for (int n = 0; !done(n); n = next(n)) {}
  if (next(1) == 2) return told();
  std::printf("[  FAILED  ] Count.goes_on, where it is\\n");
  return 1;
}
"""
SECOND = """#include "strategies/count.hpp"
int unused() { return next(1); }
"""


def mutant(name, original, mutated, noticed_by="count_test/first"):
    return {"name": name, "storage": "count", "file": "count.hpp", "original": original, "mutated": mutated,
            "fault": f"What {name} breaks.", "noticed_by": [noticed_by]}


FALSE_STEP = mutant("false_step", "n + 1", "n + 2")
COMMENT = mutant("comment", "// one more", "// one less")
GONE = mutant("gone", "n - 1", "n")
TWICE = mutant("stands_twice", "inline", "")
NO_CODE = mutant("no_code", "n + 1", "n +")
CRASH = mutant("crash", "return n + 1;", "__builtin_trap();")


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = Path(cls.folder.name)
        for path, text in {"CMakeLists.txt": CMAKE, "strategies/count.hpp": HEADER, "tests/count_first.cpp": FIRST,
                           "tests/count_second.cpp": SECOND, "tests/support/told.cpp": "int told() { return 0; }\n"}.items():
            (cls.root / path).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / path).write_text(text, encoding="utf-8")
        (cls.root / "scripts").mkdir()
        for script in ("mutants.sh", "mutants.py", "find-python.sh"):
            shutil.copy(ROOT / "scripts" / script, cls.root / "scripts")

    def run_script(self, mutants, *options):
        (self.root / "tests" / "mutants").mkdir(exist_ok=True)
        (self.root / "tests" / "mutants" / "mutants.json").write_text(json.dumps({"mutants": mutants}), encoding="utf-8")
        return subprocess.run([self.root / "scripts" / "mutants.sh", *options], capture_output=True, text=True, check=False)

    def test_killed_mutants_are_named_with_the_test_that_failed(self):
        done = self.run_script([FALSE_STEP, CRASH], "--jobs", "1")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("false_step  count.hpp               killed by Count.goes_on  (count_test/first)", done.stdout)
        self.assertIn("killed by a crash in Count.goes_on", done.stdout)
        self.assertIn("2 mutants: all killed", done.stdout.splitlines()[-1])
        self.assertEqual(HEADER, (self.root / "strategies" / "count.hpp").read_text(encoding="utf-8"))

    def test_what_is_not_killed_fails_the_run_and_says_why(self):
        done = self.run_script([FALSE_STEP, COMMENT, GONE, TWICE, NO_CODE])
        self.assertEqual(1, done.returncode, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"comment +count.hpp +SURVIVED: asked: count_test/first\n    What comment breaks.")
        self.assertRegex(done.stdout, r"gone +count.hpp +PATTERN GONE: .* exactly once")
        self.assertRegex(done.stdout, r"stands_twice +count.hpp +PATTERN GONE")
        self.assertRegex(done.stdout, r"no_code +count.hpp +DOES NOT BUILD: in count_test/first")
        self.assertIn("5 mutants: 1 killed, 4 NOT", done.stdout.splitlines()[-1])

    def test_only_and_part_choose(self):
        done = self.run_script([FALSE_STEP, COMMENT], "--only", "step")
        self.assertIn("1 mutants: all killed", done.stdout)
        listed = [self.run_script([FALSE_STEP, COMMENT, CRASH], "--list", "--part", f"{k}/2").stdout for k in (1, 2)]
        self.assertEqual([["false_step", "crash"], ["comment"]],
                         [[line.split()[0] for line in text.splitlines()] for text in listed])

    def test_misuse_is_a_sentence_and_2(self):
        for options, sentence in ((["--only", "nobody"], "no mutant's name holds 'nobody'. --list shows them all."),
                                  (["--part", "3/2"], "'3/2' is no part"), (["--jobs", "0"], "'0' is no number of jobs"),
                                  (["everything"], "unrecognized arguments: everything")):
            done = self.run_script([FALSE_STEP], *options)
            self.assertEqual(2, done.returncode)
            self.assertIn(sentence, done.stderr)

    def test_a_list_that_names_no_test_or_one_that_is_red_anyway_is_refused(self):
        done = self.run_script([mutant("lost", "n + 1", "n", "nobody_test")])
        self.assertEqual(1, done.returncode)
        self.assertIn("names nobody_test, and no such part of a test is built", done.stderr)
        first = self.root / "tests" / "count_first.cpp"
        self.addCleanup(first.write_text, FIRST, encoding="utf-8")
        first.write_text(FIRST.replace("next(1) == 2", "next(1) == 3"), encoding="utf-8")
        done = self.run_script([FALSE_STEP])
        self.assertEqual(1, done.returncode)
        self.assertIn("count_test/first fails without any fault: Count.goes_on", done.stderr)

    def test_the_list_in_the_repository_is_in_step_with_the_headers(self):
        with open(ROOT / "tests" / "mutants" / "mutants.json", encoding="utf-8") as file:
            mutants = json.load(file)["mutants"]
        self.assertGreaterEqual(len(mutants), 40)
        for entry in mutants:
            text = (ROOT / "strategies" / entry["file"]).read_text(encoding="utf-8")
            with self.subTest(entry["name"]):
                self.assertEqual(1, text.count(entry["original"]), "the snippet must stand in the header exactly once")
                self.assertTrue(entry["fault"].endswith("."))


if __name__ == "__main__":
    unittest.main()
