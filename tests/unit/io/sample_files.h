// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanism files for the tests of reading and writing.
#pragma once

#include <string>

#include "core/support/result.h"

namespace clank::test {

// A file that uses every kind of value: quantities as numbers and texts, points, words, references to
// parameters, laws, optional and nested objects, every joint and force type, unknown keys at several depths.
inline const std::string kRichFile = R"({
  "format": "clank",
  "version": 1,
  "name": "everything",
  "description": "text with \"quotes\", ünïcode and a\nline break",
  "gravity": [0, "-9.81 m/s2"],
  "parameters": [
    {"id": "L1", "value": "250 mm", "unit": "mm", "min": 0.1, "max": "1 m"},
    {"id": "e", "value": 0.8, "min": 0, "max": 1, "name": "restitution"},
    {"id": "law", "choices": ["merge", "restitution"], "choice": "restitution"}
  ],
  "cases": [
    {"id": "base", "set": {"e": 0.5, "L1": "300 mm", "law": "merge", "big": 100000, "text": "0.50"}},
    {"id": "other", "name": "Other", "note": "why"}
  ],
  "bodies": [
    {"id": "link1", "pose": {"x": 0.1, "angle": "30 deg"}, "velocity": {"omega": 2.5}, "length": "L1",
     "section": 1e-4, "density": 7800},
    {"id": "link2", "mass": 1.5, "inertia": 0.02, "center": [0.1, "L1/2"], "width": 0.03,
     "outline": [[0, 0], [0.1, 0], ["L1", 0.05]], "color": {"r": 1, "g": [0.5, null, true]}}
  ],
  "joints": [
    {"id": "O1", "type": "revolute", "b": "link1"},
    {"id": "O2", "type": "prismatic", "a": "link1", "b": "link2", "at_a": ["L1", 0], "axis": "90 deg", "angle": 0,
     "metamorphic": {
       "phases": [{"id": "free"}, {"id": "held", "locked": true, "name": "Held", "tint": "red"}],
       "changes": [{"from": "free", "to": "held", "guard": "limit", "value": "pi", "direction": "falling", "pin": [0.2, 0],
                    "law": "=law", "restitution": "e", "latched": 0}]}},
    {"id": "O3", "type": "weld", "b": "link2", "at_b": [1e-3, -2e-3], "angle": "1 rad",
     "metamorphic": {
       "phases": [{"id": "whole"}, {"id": "apart", "type": "released"}, {"id": "one", "type": "merged"},
                  {"id": "slider", "type": "prismatic", "axis": "30 deg", "angle": "5 deg", "locked": true},
                  {"id": "rod", "type": "distance", "length": "L1"}],
       "changes": [
         {"from": "whole", "to": "apart", "guard": "force", "above": "2 kN", "part": "total", "dead_time": "1 ms"},
         {"from": "whole", "to": "slider", "guard": "moment", "above": 20, "law": "ignore", "once": true},
         {"from": "slider", "to": "one", "guard": "speed", "value": 3, "direction": "falling", "hysteresis": 0.5},
         {"from": "apart", "to": "rod", "guard": "expression", "expression": "link1.x - L1", "hysteresis": "1 mm",
          "tolerance": "1 mm"},
         {"from": "rod", "to": "whole", "guard": "time", "at": "2 s", "since": "phase"}]}}
  ],
  "forces": [
    {"id": "T1", "type": "torque", "b": "link1", "moment": "1.955 - 0.0196*link1.omega", "sticker": 7},
    {"id": "T2", "type": "torque", "a": "link1", "b": "link2", "moment": 2.5, "active": 0},
    {"id": "S1", "type": "torsion_spring", "b": "link2", "stiffness": 12, "rest_angle": "10 deg", "preload": -1, "damping": 0.1}
  ],
  "simulation": {"duration": 0.5, "integrator": "dopri5", "relative_tolerance": 1e-8, "max_step": "1 ms"},
  "published": [
    {"what": "time", "channel": "t", "at": "before event 1", "value": 0.167285115182, "unit": "s", "source": "equation 45",
     "cases": ["base"]}
  ],
  "traces": [{"id": "P", "b": "link2", "at_b": ["L1/2", 0.05], "name": "tip", "glow": 2}],
  "plots": [
    {"kind": "xy", "channels": ["P.y"], "over": "P.x", "equal_axes": true, "width": 2},
    {"name": "How fast", "kind": "spectrum", "channels": ["link1.omega", "link2.omega*2"], "window": "flat_top", "log_y": true}
  ],
  "studio": {"zoom": 1.25}
}
)";

// The smallest file that can be read.
inline const std::string kEmptyFile = R"({"format": "clank", "version": 1})";

// The smallest file with one more member, or more: R"("name": "x")".
inline std::string fileWith(const std::string& members) {
  return R"({"format": "clank", "version": 1, )" + members + "}";
}

inline std::string listProblems(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.where + ": " + problem.what + "\n";
  return text;
}

}  // namespace clank::test
