#!/usr/bin/env python3
"""What the program says about itself, tried by those who read it: shells read the completions, groff the manual page, a
terminal the texts. `guide_cli_test.py ECSBENCH SCHEMA [TEST...]`. A shell that is not installed skips its tests.
"""
import os
import shutil
import subprocess
import sys
import unittest

from cli_test import BINARY, Case, environment


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


class Shell(Case):
    """Offers of a shell for a line that ends in `words`."""
    shell = None

    def setUp(self):
        super().setUp()
        self.script = self.path("completions")
        with open(self.script, "wb") as file:
            file.write(self.fine("completion", self.shell).stdout)
        for name in ("out.json", "one.csv"):
            with open(self.path(name), "w", encoding="utf-8"):
                pass
        os.mkdir(self.path("charts"))

    def answer_of(self, *command):
        done = subprocess.run(command, capture_output=True, cwd=self.folder.name, timeout=60, check=False,
                              env=environment(HOME=self.folder.name, PATH=os.environ["PATH"]))
        self.assertEqual(done.stderr.decode(), "")
        return done.stdout.decode().splitlines()


@needs("bash")
class Bash(Shell):
    shell = "bash"

    def offers(self, *words):
        line = " ".join("'%s'" % word for word in ("ecsbench", *words))
        return self.answer_of("bash", "--norc", "-c", f"""source {self.script}
            COMP_WORDS=({line}); COMP_CWORD={len(words)}
            _ecsbench; printf '%s\\n' "${{COMPREPLY[@]}}"; complete -p ecsbench >/dev/null""")

    def test_the_first_word_is_a_command(self):
        self.assertEqual(self.offers("pl"), ["plot"])
        self.assertIn("run", self.offers(""))
        self.assertNotIn("man", self.offers(""))

    def test_options_are_those_of_the_command(self):
        self.assertEqual(self.offers("--time"), ["--time-budget"])
        self.assertEqual(self.offers("run", "--time"), ["--time-budget"])
        self.assertEqual(self.offers("replay", "--time"), ["--time-budget"])
        self.assertEqual(self.offers("plot", "--ou"), ["--output"])
        self.assertEqual(self.offers("plot", "--time"), [""])

    def test_names_come_from_the_catalogue(self):
        self.assertEqual(self.offers("--strategy", "arch"), ["archetype"])
        self.assertEqual(self.offers("--strategy", "archetype,boxed_"), ["archetype,boxed_scattered"])
        self.assertEqual(self.offers("--workload", "move/t"), ["move/ten-percent", "move/toggled"])
        self.assertEqual(self.offers("list", "--axes", "move/ten"), ["move/ten-percent"])
        self.assertEqual(self.offers("explain", "W01"), ["W01"])

    def test_an_equals_sign_makes_no_difference(self):
        self.assertEqual(self.offers("--strategy", "=", "arch"), ["archetype"])
        self.assertEqual(self.offers("run", "--interleave", "="), ["block", "frame", "none"])

    def test_choices_files_and_folders(self):
        self.assertEqual(self.offers("--interleave", "f"), ["frame"])
        self.assertEqual(self.offers("completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.offers("replay", "out"), ["out.json"])
        self.assertEqual(sorted(self.offers("--json", "o")), ["one.csv", "out.json"])
        self.assertEqual(self.offers("plot", "-o", "c"), ["charts"])

    def test_nothing_is_offered_where_nobody_can_guess(self):
        self.assertEqual(self.offers("--seed", ""), [""])


@needs("zsh")
class Zsh(Shell):
    shell = "zsh"

    def test_the_script_is_read_without_a_complaint(self):
        self.assertEqual(self.answer_of("zsh", "-n", self.script), [])

    def offers(self, line):
        """What zsh's own completion adds, caught where it hands words to the line editor."""
        catcher = self.path("catcher")
        with open(catcher, "w", encoding="utf-8") as file:
            file.write(f"""
zmodload zsh/zpty
zpty shell zsh -f -i
send() {{ zpty -w shell "$1" }}
send "PS1=READY; stty -echo; autoload -U compinit; compinit -D -u; source {self.script}"
send 'compadd() {{ builtin compadd -O _hits "$@"; [[ " $* " == *" -O "* || " $* " == *" -A "* || " $* " == *" -D "* ]] && {{ builtin compadd "$@"; return }}; print -l -- HIT:$^_hits >> {self.path("hits")}; builtin compadd "$@" }}'
send "echo set-up"
zpty -r shell seen '*set-up*'
zpty -w -n shell "{line}"$'\\t'
for wait in {{1..200}}; do [[ -s {self.path("hits")} ]] && break; sleep 0.1; done
zpty -d shell
""")
        subprocess.run(["zsh", "-f", catcher], cwd=self.folder.name, capture_output=True, timeout=60, check=False,
                       env=environment(HOME=self.folder.name, PATH=os.environ["PATH"], TERM="xterm"))
        try:
            with open(self.path("hits"), encoding="utf-8") as file:
                return {line[4:].rstrip("\n") for line in file if line.startswith("HIT:")}
        except FileNotFoundError:
            return set()

    def test_commands_and_names_are_offered(self):
        self.assertIn("archetype", self.offers("ecsbench --baseline arch"))


@needs("fish")
class Fish(Shell):
    shell = "fish"

    def offers(self, line):
        answers = self.answer_of("fish", "--no-config", "-c", f"source {self.script}; complete -C '{line}'")
        return [answer.split("\t")[0] for answer in answers]

    def test_the_first_word_is_a_command(self):
        self.assertEqual(self.offers("ecsbench pl"), ["plot"])

    def test_options_are_those_of_the_command(self):
        self.assertEqual(self.offers("ecsbench --time"), ["--time-budget"])
        self.assertEqual(self.offers("ecsbench replay --time"), ["--time-budget"])
        self.assertEqual(self.offers("ecsbench plot --time"), [])
        self.assertEqual(self.offers("ecsbench plot --ou"), ["--output"])

    def test_names_come_from_the_catalogue(self):
        self.assertEqual(self.offers("ecsbench --strategy arch"), ["archetype"])
        self.assertEqual(self.offers("ecsbench --strategy archetype,boxed_"), ["archetype,boxed_scattered"])
        self.assertEqual(self.offers("ecsbench list --axes move/ten"), ["move/ten-percent"])
        self.assertEqual(self.offers("ecsbench explain W01"), ["W01"])

    def test_choices_files_and_folders(self):
        self.assertEqual(self.offers("ecsbench --interleave f"), ["frame"])
        self.assertEqual(self.offers("ecsbench replay out"), ["out.json"])
        self.assertEqual(self.offers("ecsbench plot -o c"), ["charts/"])


class Manual(Case):
    @needs("groff")
    def test_groff_finds_no_fault(self):
        page = self.fine("man").stdout
        done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", "-P-cbou"], input=page, capture_output=True, check=False, timeout=60)
        self.assertEqual(done.stderr.decode(), "")
        shown = done.stdout.decode()
        for word in ("time-budget", "ecsbench.toml", "EXIT CODES", "completion"):
            self.assertIn(word, shown)

    def test_it_is_for_those_who_package_the_program(self):
        self.assertNotIn(b"\n  man ", self.fine("--help").stdout)


class Explain(Case):
    def test_a_text_keeps_to_the_width_of_the_console(self):
        for width in (60, 80, 100):
            shown = self.fine("explain", "archetype", env={"COLUMNS": str(width)}).stdout.decode()
            self.assertTrue(shown.startswith("archetype (strategy): "), shown)
            self.assertLessEqual(max(map(len, shown.splitlines())), width)

    def test_a_name_of_several_words_needs_no_quotes(self):
        self.assertEqual(self.fine("explain", "ns", "per", "match").stdout, self.fine("explain", "ns_per_entity").stdout)

    def test_an_unknown_topic_gets_a_suggestion(self):
        self.assertIn("Did you mean 'archetype'?", self.refused("explain", "archtype"))
        self.assertIn("Did you mean 'bash'?", self.refused("completion", "bahs"))
        self.assertIn("bash, zsh and fish", self.refused("completion"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
