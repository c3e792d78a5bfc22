// SPDX-License-Identifier: GPL-3.0-or-later
// A joint coordinate that follows a motion law whatever force it takes; the force is reported.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/model/joint.h"
#include "core/support/compiled_once.h"
#include "core/support/rare.h"

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

// To and fro between two places with one speed: a cycle leads from the first to the second and back. At
// either end the speed turns at once, or within the ramp: it then rises from rest in that time and falls to
// rest in it, evenly.
struct Reverse {
  std::optional<Quantity> from;  // rad or m; as drawn when absent
  Quantity to;                   // rad or m
  Quantity speed;                // rad/s or m/s, positive
  Quantity ramp;                 // s; 0: the speed jumps
  Quantity cycles;               // after which it stays where it began; 0: without end
  friend bool operator==(const Reverse&, const Reverse&) = default;
};

using MotionKind =
    std::variant<ConstantSpeed, Polynomial345, Cycloidal, TableMotion, ExpressionMotion, Reverse>;

// What switches a drive off: a guard as phase changes have, asked of the joint that it drives. From then on
// the joint is as free as without a drive, for the rest of the run.
//
// A drive has no phases of its own: it would need a law in each, and what starts one. Its end is a change of
// the joint that leads out of every phase into the same one, once, so that all that watches, arms and tells
// changes of joints does it for drives too.
struct DriveEnd {
  ChangeGuard guard;
  UnknownKeys unknown;
  friend bool operator==(const DriveEnd&, const DriveEnd&) = default;
};

struct Drive {
  std::string id, name;
  std::string joint;
  Quantity active = 1;      // 0 switches the drive off
  Quantity efficiency = 1;  // of what stands between motor and joint, 0 to 1
  MotionKind kind;
  UnknownKeys unknown;
  Rare<DriveEnd> until{};  // absent: it drives to the end of the run
  CLANK_COMPILED_ONCE(Drive);
};

}  // namespace clank
