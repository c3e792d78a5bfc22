#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""counts.py REPOSITORY: prints how large what is hard to read has become, and fails where a count is above its limit.

Limits are what the code has reached, with room for a mended fault: lower one when its count falls, and never raise it without a reason in
the message of the change.
"""
import re
import sys
from pathlib import Path

LIMITS = {
    "modules that decide about contact and impact": 45,
    "lines in them": 10680,
    "constants in them": 145,
    "structs for a contact row": 10,
    "files over 450 lines": 24,
    "raw const double* in headers of core": 147,
    "lines of core/README.md": 75,
    "lines of CHANGELOG.md": 60,
    "comments in words of a story": 240,
}

# What decides about rigid contact and impact outside of coulomb.
BESIDE = [
    "dynamics/contact_share", "dynamics/shared_reactions", "dynamics/known_share", "dynamics/elastic_share", "dynamics/sliding_friction",
    "dynamics/joint_friction", "dynamics/unilateral_modes", "dynamics/contact_rows", "dynamics/contact_list", "dynamics/broad_phase",
    "events/collision", "events/tangential_impact", "events/joint_grips", "events/friction_watch", "events/event_context",
    "simulation/crossing", "simulation/crowding", "simulation/near_contacts", "simulation/start_contacts", "simulation/step_receipts",
    "simulation/moreau_step", "simulation/deepest_inside",
]
ROWS = r"struct (OneSided|ContactProblem|ImpactContact|StepContact|UnilateralRows|TouchingContact|Passage|ImpactLaw|Guess|Places)\b"
STORY = r"//.*\b(told|tells|tell|nobody|who asks|whoever)\b"


def read(path):
    return path.read_text(encoding="utf-8")


def count(root):
    core = root / "core"
    sources = [p for folder in ("core", "ui", "app") for p in (root / folder).rglob("*") if p.suffix in (".h", ".cpp")]
    contact = [p for p in core.rglob("*") if p.suffix in (".h", ".cpp")
               and (p.parent.name == "coulomb" or str(p.relative_to(core).with_suffix("")) in BESIDE)]
    text = "".join(map(read, contact))
    headers = "".join(read(p) for p in core.rglob("*.h"))
    return {
        "modules that decide about contact and impact": len({p.with_suffix("") for p in contact}),
        "lines in them": text.count("\n"),
        "constants in them": len(re.findall(r"\bk[A-Z]\w* = ", text)),
        "structs for a contact row": len(re.findall(ROWS + r" \{", text)),
        "files over 450 lines": sum(read(p).count("\n") > 450 for p in sources),
        "raw const double* in headers of core": len(re.findall(r"const double\*", headers)),
        "lines of core/README.md": read(core / "README.md").count("\n"),
        "lines of CHANGELOG.md": read(root / "CHANGELOG.md").count("\n"),
        "comments in words of a story": sum(len(re.findall(STORY, read(p))) for p in sources),
    }


def main():
    counts = count(Path(sys.argv[1]))
    above = 0
    for name, number in counts.items():
        verdict = "" if number <= LIMITS[name] else f"  ABOVE the limit of {LIMITS[name]}"
        above += number > LIMITS[name]
        print(f"{name:48} {number:6}{verdict}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
