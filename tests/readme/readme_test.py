"""The README's commands do what it says, and its links lead somewhere.

    readme_test.py SOURCE_DIR PROGRAM

Each line of a shell block that calls build/ecsbench is run as it stands, in a folder of its own where build/ecsbench is
PROGRAM; only the time budget is shortened, by the environment. A `make TARGET` must be a target of the Makefile.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
PROGRAM = pathlib.Path(sys.argv[2])
README = (SOURCE / "README.md").read_text(encoding="utf-8")
PAGES = ["README.md", "CONTRIBUTING.md", "strategies/README.md", "strategies/OWN.md", "harness/workloads/README.md",
         "results/README.md", "tests/README.md", "tests/mutants/README.md"]


def shell_lines(text):
    """The commands of all shell blocks: comments and output left out."""
    for block in re.findall(r"```(?:sh|bash)\n(.*?)```", text, re.S):
        for line in block.splitlines():
            command = re.sub(r"\s+#.*", "", line).strip().removeprefix("$ ")
            if command and not command.startswith("#"):
                yield command


class Readme(unittest.TestCase):
    def test_there_are_commands_to_run(self):
        commands = list(shell_lines(README))
        self.assertTrue(any(c.startswith("build/ecsbench") for c in commands))
        self.assertEqual({"make run", "make test"} & set(commands), {"make run", "make test"})

    def test_nothing_is_left_to_be_filled_in(self):
        self.assertNotIn("@@", README)

    def test_each_command_of_the_program_runs(self):
        for command in shell_lines(README):
            if not command.startswith("build/ecsbench"):
                continue
            with self.subTest(command), tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "build").mkdir()
                (pathlib.Path(folder) / "build/ecsbench").symlink_to(PROGRAM)
                done = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, text=True, timeout=300,
                                      env={**os.environ, "ECSBENCH_TIME_BUDGET": "1"}, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout)

    def test_each_make_target_exists(self):
        makefile = (SOURCE / "Makefile").read_text(encoding="utf-8")
        for page in PAGES:
            text = (SOURCE / page).read_text(encoding="utf-8")
            for target in re.findall(r"(?m)^\s*make ([a-z]+)", text) + re.findall(r"`make ([a-z]+)", text):
                with self.subTest(page=page, target=target):
                    self.assertRegex(makefile, rf"(?m)^{target}:")

    def test_each_link_leads_to_a_file(self):
        for page in PAGES:
            folder = (SOURCE / page).parent
            text = re.sub(r"```.*?```", "", (SOURCE / page).read_text(encoding="utf-8"), flags=re.S)
            for link in re.findall(r"\]\(([^)#\s]+)", text):
                if "://" in link:
                    continue
                with self.subTest(page=page, link=link):
                    self.assertTrue((folder / link).exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
