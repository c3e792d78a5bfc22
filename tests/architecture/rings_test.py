# SPDX-License-Identifier: GPL-3.0-or-later
"""rings.py finds rings of headers, of sources and of both, and takes a chain for none."""
import tempfile
import unittest
from pathlib import Path

import rings


def find(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, included in files.items():
            file = Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f'#include "{header}"\n' for header in included), encoding="utf-8")
        return rings.find_rings(rings.read_units(Path(folder)))


class Rings(unittest.TestCase):
    def test_chain_is_none(self):
        self.assertEqual(find({"core/a.h": [], "core/a.cpp": ["core/a.h", "core/b.h"], "core/b.h": ["core/c.h"], "core/c.h": []}), [])

    def test_source_closes_ring(self):
        self.assertEqual(find({"core/a.h": [], "core/a.cpp": ["core/b.h"], "core/b.h": ["core/a.h"]}), [("core/a", "core/b")])

    def test_rings_apart(self):
        files = {"core/a.cpp": ["core/b.h"], "core/a.h": [], "core/b.h": ["core/a.h"],
                 "ui/p.h": ["ui/q.h"], "ui/q.h": ["ui/r.h", "core/a.h"], "ui/r.h": ["ui/p.h"]}
        self.assertEqual(find(files), [("core/a", "core/b"), ("ui/p", "ui/q", "ui/r")])


if __name__ == "__main__":
    unittest.main()
