#!/usr/bin/env python3
"""tests/scenarios.md and the tests say the same: each code once, each covering test there, and its code beside it.

    scenarios_test.py [ROOT]        ROOT: the repository, by default the one this file lies in
"""
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = [f"H{number:03}" for number in range(1, 151)]
FEATURES = {"exercises", "owning groups", "parallel", "permanent ids", "relations", "snapshot",
            "sorting"}
MOST_WORDS = 12
ROW = re.compile(r"^\| (H\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$")
REPORT = re.compile(r"[\w.-]+/[\w.-]+#\d+")
NEXT_TEST = re.compile(r"^(TYPED_TEST|TEST|TEST_F|TEST_P)\(|^ *def test_", re.MULTILINE)


def rows(table):
    """(code, fault, report, parts of the state) of each line."""
    for line in table.splitlines():
        found = ROW.match(line)
        if found:
            yield found[1], found[2], found[3], found[4].split("; ")


def claim(text, name):
    """The test of that name in a file: its line and its body. "" if there is none.

    A file without tests, as those that must not compile, is one claim."""
    starts = [match.start() for match in NEXT_TEST.finditer(text)]
    if not starts:
        return text if re.search(rf"\b{re.escape(name)}\b", text) else ""
    for start, end in zip(starts, starts[1:] + [len(text)]):
        if re.search(rf"\b{re.escape(name)}\b", text[start:end].splitlines()[0]):
            return text[start:end]
    return ""


def complaints_about(code, part, tests):
    kind, _, rest = part.partition(": ")
    if kind == "waits":
        if rest not in FEATURES:
            yield f"{code} waits for '{rest}', which is none of {', '.join(sorted(FEATURES))}"
    elif kind == "covered":
        file, _, name = rest.partition(": ")
        if not (tests / file).is_file():
            yield f"{code} is covered in {file}, which is no file"
            return
        found = claim((tests / file).read_text(encoding="utf-8"), name)
        if not found:
            yield f"{code} is covered by {name}, which is no test in {file}"
        elif code not in found:
            yield f"{code} does not stand beside {name} in {file}"
    elif kind != "does not apply" or not rest:
        yield f"{code}: '{part}' is neither covered, waits, nor does not apply"


def complaints(table, tests):
    seen = list(rows(table))
    if [code for code, *_ in seen] != CODES:
        yield "the codes are not H001 to H150, each once and in order"
    for code, fault, report, parts in seen:
        if len(fault.split()) > MOST_WORDS:
            yield f"{code} takes {len(fault.split())} words; {MOST_WORDS} are the most"
        if not REPORT.fullmatch(report):
            yield f"{code} names no report as owner/repository#number"
        for part in parts:
            yield from complaints_about(code, part, tests)


def unknown_codes(tests):
    """Codes beside tests that are no line of the table."""
    for file in sorted(tests.rglob("*")):
        if file.suffix in (".hpp", ".cpp", ".py") and file.parent.name != "architecture":
            for code in re.findall(r"\bH\d{3}\b", file.read_text(encoding="utf-8")):
                if code not in CODES:
                    yield f"{file.name} names {code}"


class Table(unittest.TestCase):
    maxDiff = None  # every sentence is wanted

    def test_every_fault_is_covered_waits_or_does_not_apply(self):
        table = (ROOT / "tests/scenarios.md").read_text(encoding="utf-8")
        self.assertEqual("", "\n".join(complaints(table, ROOT / "tests")))

    def test_every_code_beside_a_test_is_in_the_table(self):
        self.assertEqual([], list(unknown_codes(ROOT / "tests")))


class PlantedLies(unittest.TestCase):
    """Each test makes one line of a small table wrong; the sentence about it must come, and no other."""

    LINES = {"H001": "a fault | some-one/storage#7 | covered: laws.hpp: it_holds; waits: snapshot",
             "H002": "a fault | some-one/storage#7 | covered: tool_test.py: test_it_holds"}
    FILES = {"laws.hpp": "TYPED_TEST(Laws, it_holds) {  // H001, H003\n}\n\nTEST(Laws, it_does_not) {\n}\n",
             "tool_test.py": "class It:\n    def test_it_holds(self):\n        pass  # H002\n"}

    def complaints(self, code, line):
        lines = {other: "a fault | some-one/storage#7 | does not apply: no reason" for other in CODES}
        lines.update(self.LINES)
        lines[code] = line
        with tempfile.TemporaryDirectory() as folder:
            for name, text in self.FILES.items():
                (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            table = "\n".join(f"| {other} | {lines[other]} |" for other in CODES)
            return list(complaints(table, pathlib.Path(folder)))

    def complaint(self, code, line):
        found = self.complaints(code, line)
        self.assertEqual(1, len(found), found)
        return found[0]

    def test_a_true_table(self):
        self.assertEqual([], self.complaints("H003", "a fault | a/b#1 | covered: laws.hpp: it_holds"))

    def test_a_line_that_is_none(self):
        self.assertIn("each once", self.complaint("H003", "a fault | a/b#1"))

    def test_a_file_that_is_not_there(self):
        self.assertIn("which is no file", self.complaint("H003", "a fault | a/b#1 | covered: gone.hpp: it_holds"))

    def test_a_test_that_is_not_there(self):
        self.assertIn("which is no test", self.complaint("H003", "a fault | a/b#1 | covered: laws.hpp: it_hold"))

    def test_a_test_of_another_fault(self):
        self.assertIn("H003 does not stand beside it_does_not",
                      self.complaint("H003", "a fault | a/b#1 | covered: laws.hpp: it_does_not"))
        self.assertIn("H003 does not stand beside test_it_holds",
                      self.complaint("H003", "a fault | a/b#1 | covered: tool_test.py: test_it_holds"))

    def test_a_feature_that_nobody_plans(self):
        self.assertIn("waits for 'spring'", self.complaint("H003", "a fault | a/b#1 | waits: spring"))

    def test_a_state_that_says_nothing(self):
        self.assertIn("is neither", self.complaint("H003", "a fault | a/b#1 | later"))
        self.assertIn("is neither", self.complaint("H003", "a fault | a/b#1 | does not apply: "))

    def test_a_story_instead_of_a_fault(self):
        self.assertIn("words", self.complaint("H003", "and " * 12 + "so on | a/b#1 | waits: sorting"))

    def test_a_report_without_a_number(self):
        self.assertIn("names no report", self.complaint("H003", "a fault | a/b | waits: sorting"))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ROOT = pathlib.Path(sys.argv.pop(1))
    unittest.main()
