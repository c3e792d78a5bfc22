// SPDX-License-Identifier: GPL-3.0-or-later
// A joint coordinate that follows a motion law whatever force it takes; the force is reported.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/support/compiled_once.h"

namespace clank {

// c = start + speed t.
struct ConstantSpeed {
  std::optional<Quantity> start;  // rad or m; as drawn when absent
  Quantity speed;                 // rad/s or m/s
  friend bool operator==(const ConstantSpeed&, const ConstantSpeed&) = default;
};

// A rest-to-rest stroke: c = start + rise p((t - begin)/duration), start before and start + rise after.
struct Stroke {
  std::optional<Quantity> start;  // rad or m; as drawn when absent
  Quantity rise;                  // rad or m
  Quantity begin;                 // s
  Quantity duration = 1;          // s
  friend bool operator==(const Stroke&, const Stroke&) = default;
};
struct Polynomial345 : Stroke {  // p(u) = 10 u^3 - 15 u^4 + 6 u^5
  friend bool operator==(const Polynomial345&, const Polynomial345&) = default;
};
struct Cycloidal : Stroke {  // p(u) = u - sin(2 pi u)/(2 pi)
  friend bool operator==(const Cycloidal&, const Cycloidal&) = default;
};

// Natural cubic spline through the points; held at its ends.
struct TableMotion {
  SharedList<Quantity> times;   // s, rising
  SharedList<Quantity> values;  // rad or m
  friend bool operator==(const TableMotion&, const TableMotion&) = default;
};

// Any expression of t and parameters; its time derivatives are exact.
struct ExpressionMotion {
  Law coordinate;  // rad or m
  friend bool operator==(const ExpressionMotion&, const ExpressionMotion&) = default;
};

using MotionKind = std::variant<ConstantSpeed, Polynomial345, Cycloidal, TableMotion, ExpressionMotion>;

struct Drive {
  std::string id, name;
  std::string joint;
  Quantity active = 1;      // 0 switches the drive off
  Quantity efficiency = 1;  // of what stands between motor and joint, 0 to 1
  MotionKind kind;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Drive);
};

}  // namespace clank
