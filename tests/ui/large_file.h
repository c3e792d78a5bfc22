// SPDX-License-Identifier: GPL-3.0-or-later
// A file that takes a while to be read: a line of many points.
#pragma once

#include <cmath>
#include <fstream>
#include <string>

namespace clank::test {

inline void writeLargeFile(const std::string& path, int points, const std::string& name = "large") {
  std::ofstream out(path);
  out << R"({"format": "clank", "version": 1, "name": ")" << name
      << R"(", "bodies": [{"id": "b", "mass": 1, "inertia": 1}],
"contacts": [{"id": "c", "b": "b", "type": "polyline", "points": [)";
  for (int i = 0; i < points; ++i)
    out << (i > 0 ? ",\n" : "") << '[' << 1e-3 * i << ", " << std::sin(1e-3 * i) - 2 << ']';
  out << "]}]}";
}

}  // namespace clank::test
