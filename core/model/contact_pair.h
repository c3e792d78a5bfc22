// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/model/contact_law.h"
#include "core/model/joint.h"
#include "core/model/path_curve.h"
#include "core/support/compiled_once.h"

namespace clank {

// On which side of a directed line the other part stays.
enum class LineSide { left, right };
// On which side of an arc or circle the other part stays.
enum class RoundSide { outside, inside };

struct LineSurface {
  Point from, to;  // m, axes of a
  Choice<LineSide> side = LineSide::left;
  friend bool operator==(const LineSurface&, const LineSurface&) = default;
};

// A line through points; material lies behind it.
struct PolylineSurface {
  SharedList<Point> points;  // m, axes of a
  Quantity closed = 0;       // 1: the last point is joined to the first
  Choice<LineSide> side = LineSide::left;
  friend bool operator==(const PolylineSurface&, const PolylineSurface&) = default;
};

// Counter-clockwise from one angle to the other.
struct ArcSurface {
  Point center;       // m, axes of a
  Quantity radius;    // m
  Quantity from, to;  // rad, in axes of a
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const ArcSurface&, const ArcSurface&) = default;
};

struct CircleSurface {
  Point center;     // m, axes of a
  Quantity radius;  // m
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const CircleSurface&, const CircleSurface&) = default;
};

// All around a, as it is drawn.
struct OutlineSurface {
  friend bool operator==(const OutlineSurface&, const OutlineSurface&) = default;
};

// A closed curve: a cam.
struct CurveSurface {
  PathCurve curve;  // its origin lies in center
  Point center;     // m, axes of a
  Quantity axis;    // rad, direction of the curve's x axis in the axes of a
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const CurveSurface&, const CurveSurface&) = default;
};

using Surface =
    std::variant<LineSurface, PolylineSurface, ArcSurface, CircleSurface, OutlineSurface, CurveSurface>;

// A point, a circle or the whole outline of b against a surface of a: parts that can push and rub but not
// pull.
struct ContactPair {
  std::string id, name;
  Quantity active = 1;                // 0 switches the pair off
  std::string a = kFrame, b;          // a carries the surface
  Point atB;                          // m, the point, or the centre of the circle, in the axes of b
  Quantity radius;                    // m, of the circle; 0: a point
  bool outlineB = false;              // all around b instead
  std::vector<std::string> bodies;    // with outlineB: more that touch the surface, b and each other likewise
  std::optional<Quantity> thickness;  // m, of the material behind the surface; absent: by its shape
  Choice<ContactLaw> law = ContactLaw::newton;
  Quantity restitution;            // e, 0..1
  Quantity tangentialRestitution;  // e_t, 0..1: the part of a slip that comes back reversed
  Quantity friction;               // Coulomb's mu
  Rare<Compliance> compliance;     // of a compliant law
  Choice<FrictionLaw> frictionLaw = FrictionLaw::coulomb;
  Rare<FrictionCurve> frictionCurve;
  Surface surface;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(ContactPair);
};

// The contact that the play of a joint is, with its laws and one of its surfaces; it has the joint's id.
ContactPair makeClearanceContact(const Joint& joint, const JointKind& kind, const Clearance& clearance);

}  // namespace clank
