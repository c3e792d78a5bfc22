#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tidy.py BUILD_FOLDER: clang-tidy over core, app and ui, with the checks of .clang-tidy as errors.

A unit is a file, or the batch of files that is compiled as one: what they all include is looked at once. A unit that passed is not
looked at again while it, the files it includes, .clang-tidy and its compile command stay the same: what passed is remembered by a hash
in BUILD_FOLDER/tidy. The build must be up to date, because ninja's own record of includes is read.
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("core", "app", "ui")


def includes_by_object(build):
    """Object file -> the repository's files it was built from, as ninja recorded them."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    result = {}
    for block in text.split("\n\n"):
        head, *files = block.splitlines() or [""]
        paths = [(build / file.strip()).resolve() for file in files]
        result[head.split(":")[0]] = [path for path in paths if path.is_relative_to(ROOT) and path.is_file()]
    return result


def units(build):
    """The compile commands of our own folders, each with the sources it compiles: one, or the batch that CMake put into one file."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        entry["sources"] = [file]
        if file.parent.name == "Unity":
            entry["sources"] = [pathlib.Path(path) for path in re.findall(r'^#include "(.*)"', file.read_text(), re.MULTILINE)]
        if all(s.is_relative_to(ROOT) and s.relative_to(ROOT).parts[0] in FOLDERS for s in entry["sources"]):
            entry["object"] = re.search(r" -o (\S+)", entry["command"])[1]
            yield entry


def fingerprint(entry, includes):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + entry["command"].encode())
    for path in [*entry["sources"], *sorted(includes)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def join(sources, file):
    """Writes the sources into one file: some checks look at nothing but the main file, which a batch of #include is not. Returns how to
    say a place in that file as the place in its source."""
    starts, lines = [], []
    for source in sources:
        starts.append((len(lines), source))
        lines += source.read_text().splitlines()
    file.write_text("\n".join(lines) + "\n")

    def tell(match):
        line = int(match[1])
        start, source = max(s for s in starts if s[0] < line)
        return f"{source}:{line - start}:"

    return lambda text: re.sub(re.escape(str(file)) + r":(\d+):", tell, text)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = build / "tidy"
    batches = folder / "batches"
    batches.mkdir(parents=True, exist_ok=True)
    entries = list(units(build))
    if not entries:
        sys.exit("tidy: no unit of " + ", ".join(FOLDERS) + " in compile_commands.json")
    includes = includes_by_object(build)
    # The longest first, so that the last ones end together.
    entries.sort(key=lambda entry: -sum(source.stat().st_size for source in entry["sources"]))
    commands = []
    for entry in entries:
        entry["batch"] = entry["sources"][0]
        entry["places"] = str
        if len(entry["sources"]) > 1:
            entry["batch"] = batches / (entry["object"].replace("/", "-") + ".cpp")
            entry["places"] = join(entry["sources"], entry["batch"])
        # Flags that only GCC knows; clang takes them for errors.
        command = re.sub(r" -fno-ipa-\S+", "", entry["command"]).replace(entry["file"], str(entry["batch"]))
        commands.append({"directory": entry["directory"], "command": command, "file": str(entry["batch"])})
    (batches / "compile_commands.json").write_text(json.dumps(commands))

    def check(entry):
        """The output of a unit that failed, '' of one that passed, None of one that passed before."""
        # A unit of a target outside "all" has not been built, so its includes are unknown: it is looked at every time.
        known = includes.get(entry["object"])
        stamp = folder / fingerprint(entry, known) if known else None
        if stamp and stamp.exists():
            return None
        # The commands are another compiler's: what clang does not use of them is no finding.
        command = ["clang-tidy", "--quiet", f"--config-file={ROOT / '.clang-tidy'}", "--extra-arg=-Wno-unused-command-line-argument",
                   "-p", str(batches), str(entry["batch"])]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if run.returncode:
            return entry["places"](run.stdout) or f"{entry['batch']}: clang-tidy exited {run.returncode}\n"
        if stamp:
            stamp.touch()
        return ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = []
        for result in pool.map(check, entries):
            results.append(result)
            sys.stdout.write(result or "")
            sys.stdout.flush()
    failed = sum(1 for result in results if result)
    files = sum(len(entry["sources"]) for entry in entries)
    print(f"tidy: {files} files in {len(results)} units, {results.count(None)} unchanged since they passed, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
