#!/usr/bin/env python3
"""Compiles a file that must not compile and checks that the compiler says why.

    must_not_compile.py COMPILER INCLUDE_FOLDER FILE

The head of FILE has lines `// EXPECT: words`; the compiler must fail and print all of these words. With -DCORRECTED the
same file must compile, so that it is the mistake alone that is refused. Exit codes: 0 both happened; 1 not.
"""
import pathlib
import re
import subprocess
import sys


def compile_file(compiler, include_folder, path, *flags):
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include_folder}", *flags, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def flags_of(compiler):
    """g++ names the missing expression of a concept only when told to look deeper."""
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    return [] if "clang" in version else ["-fconcepts-diagnostics-depth=2"]


def complaints(compiler, include_folder, path):
    expected = re.findall(r"^// EXPECT: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    if not expected:
        yield f"{path.name} has no line '// EXPECT: words'"
    flags = flags_of(compiler)
    compiled, said = compile_file(compiler, include_folder, path, *flags)
    if compiled:
        yield f"{path.name} compiles, but must not"
    for words in expected:
        if words not in said:
            yield f"the compiler does not say '{words}'. It says:\n{said[:4000]}"
    corrected, said = compile_file(compiler, include_folder, path, "-DCORRECTED", *flags)
    if not corrected:
        yield f"{path.name} must compile with -DCORRECTED. The compiler says:\n{said[:4000]}"


def main():
    compiler, include_folder, file = sys.argv[1:]
    found = list(complaints(compiler, include_folder, pathlib.Path(file)))
    print("\n".join(found) or f"{file}: refused as it should be by {compiler}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
