#!/usr/bin/env python3
"""What scripts/kill-test.sh says of programs that keep their results whole, and of some that do not."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from make_result import KINDS

ROOT = Path(__file__).resolve().parent.parent.parent

# A program that writes a result twice in half a second. {save} is how; {code} is its exit code when it is asked to end.
PROGRAM = """#!{python}
import json, os, signal, sys, time
document = json.loads({document!r})
def save(partial):
    document["partial"] = partial
    document["run"]["exit_reason"] = "unfinished" if partial else "complete"
    text = json.dumps(document)
    try:
        {save}
    except OSError as error:
        if {is_silent}:
            return
        print("cannot write result.json:", error, file=sys.stderr)
        for rest in [each for each in os.listdir(".") if ".tmp." in each]:
            os.unlink(rest)
        sys.exit(1)
def asked(number, frame):
    save(True)
    sys.exit({code})
signal.signal(signal.SIGINT, asked)
signal.signal(signal.SIGTERM, asked)
for partial in (True, False):
    save(partial)
    time.sleep(0.2)
"""
WHOLE = 'open("result.json.tmp.1", "w").write(text + " " * 40000); os.replace("result.json.tmp.1", "result.json")'
IN_PLACE = 'file = open("result.json", "w"); file.write(text[:99]); file.flush(); time.sleep(0.2); file.write(text[99:])'


class Kills(unittest.TestCase):
    def said_of(self, save, code="128 + number", is_silent=False, kills=4):
        document = KINDS["one-case"]()
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            text = PROGRAM.format(python=sys.executable, document=json.dumps(document), save=save, code=code,
                                  is_silent=is_silent)
            program.write_text(text, encoding="utf-8")
            program.chmod(0o755)
            done = subprocess.run([ROOT / "scripts" / "kill-test.sh", str(kills), "--program", program, "--seed", "3"],
                                  capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_a_program_that_replaces_its_file_whole_passes(self):
        code, said = self.said_of(WHOLE)
        self.assertEqual(code, 0, said)
        self.assertIn("4 kills within", said)
        self.assertIn("seed 3", said)
        self.assertIn("full", said)

    def test_a_program_that_writes_in_place_is_caught_and_the_moment_told(self):
        # so many, since on a busy machine most kills hit a program that has not begun
        code, said = self.said_of(IN_PLACE, kills=20)
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"kill \d+ \(SIG\w+ after \d+\.\d+ s\): result\.json is no JSON .* Again: --seed 3")

    def test_a_wrong_exit_code_is_caught(self):
        code, said = self.said_of(WHOLE, code="7")
        self.assertEqual(code, 1, said)
        self.assertIn("ended it with 7", said)

    def test_a_full_disk_that_nobody_mentions_is_caught(self):
        code, said = self.said_of(WHOLE, is_silent=True)
        self.assertEqual(code, 1, said)
        self.assertIn("a full disk ends it with 0", said)

    def test_no_number_or_no_program_is_a_usage_error(self):
        for words in (["0"], ["many"], [], ["3", "--program", "/nowhere"]):
            done = subprocess.run([ROOT / "scripts" / "kill-test.sh", *words], capture_output=True, text=True,
                                  timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("kill-test.sh: error", done.stderr)


if __name__ == "__main__":
    unittest.main()
