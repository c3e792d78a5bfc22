#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rings.py ROOT: no unit (x.h with x.cpp) of core, ui and app includes itself by way of others. Prints every ring and fails."""
import re
import sys
from pathlib import Path

# Rings that are still there. Take out what is gone; add none.
KNOWN = [
    "app/cli/commands app/cli_options",
    "core/events/collision core/events/compliant_contact core/events/event_context core/events/joint_grips core/events/phase_transition core/events/tangential_impact",
    "core/events/contact_newton core/events/contact_problem",
    "core/events/impact core/events/impact_islands core/events/lone_impact",
    "ui/board/board_labels ui/board/board_painter ui/board/drawing ui/board/force_painter ui/board/joint_painter ui/board/limit_marks ui/board/slider_shape ui/board/surface_shape",
    "ui/board/drawn_parts ui/board/surface_line",
    "ui/board/material_point ui/board/snap_shapes ui/board/snapping",
    "ui/document/body_points ui/document/closed_poses ui/document/element_edits ui/document/named_points ui/document/properties",
    "ui/document/copy_image ui/document/law_reads ui/document/transform",
    "ui/document/edit_commands ui/document/mechanism_document",
    "ui/panels/phase_table ui/panels/property_form",
    "ui/plots/drawn_items ui/plots/plot_canvas ui/plots/plot_canvas_private ui/plots/plot_frame",
    "ui/scene/offscreen_gl ui/scene/vtk_widget",
]


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
    known = [tuple(ring.split()) for ring in KNOWN]
    for ring in rings:
        if ring not in known:
            print("ring:")
            for unit in ring:
                print(f"  {unit} includes {', '.join(sorted(includes[unit] & set(ring)))}")
    for ring in known:
        if ring not in rings:
            print("no ring any more, take it off the list:", " ".join(ring))
    if set(rings) != set(known):
        sys.exit("the rings differ from those that are known")
    print(f"{len(includes)} units, {len(rings)} rings")


if __name__ == "__main__":
    main()
