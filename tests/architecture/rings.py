#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rings.py ROOT: no unit (x.h with x.cpp) of core, ui and app includes itself by way of others. Prints every ring and fails."""
import re
import sys
from pathlib import Path


def read_units(root):
    """unit -> units that its files include"""
    files = [f for room in ("core", "ui", "app") for end in ("h", "cpp") for f in (root / room).rglob("*." + end)]
    includes = {}
    for file in files:
        unit = file.relative_to(root).with_suffix("").as_posix()
        named = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)\.h"', file.read_text(encoding="utf-8"), re.MULTILINE)
        includes.setdefault(unit, set()).update(named)
    return {unit: {n for n in named if n in includes and n != unit} for unit, named in includes.items()}


def reach(start, includes):
    seen, ahead = set(), [start]
    while ahead:
        for unit in includes[ahead.pop()] - seen:
            seen.add(unit)
            ahead.append(unit)
    return seen


def find_rings(includes):
    """The sorted units of each ring: those that reach each other."""
    reached = {unit: reach(unit, includes) for unit in includes}
    in_rings = [unit for unit in includes if unit in reached[unit]]
    return sorted({tuple(sorted(u for u in in_rings if u in reached[unit] and unit in reached[u])) for unit in in_rings})


def main():
    includes = read_units(Path(sys.argv[1]))
    if not includes:
        sys.exit("no source under " + sys.argv[1])
    rings = find_rings(includes)
    for ring in rings:
        print("ring:")
        for unit in ring:
            print(f"  {unit} includes {', '.join(sorted(includes[unit] & set(ring)))}")
    if rings:
        sys.exit(f"{len(rings)} rings of includes")
    print(f"{len(includes)} units, no ring")


if __name__ == "__main__":
    main()
