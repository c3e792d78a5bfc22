// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend, as they are drawn: the axis for given modes, larger than it is where asked, and
// the stress along it.
//
// Joints stay where they are however much a link is exaggerated: what is drawn larger is how far its axis
// lies from the curve that the joints on it define. With u(x) the displacement of the axis and I(x) what
// passes through those of the n joints, a polynomial of degree n - 1 for n >= 2, u(s) + u'(s) (x - s) for one
// joint at s, and zero without joints,
//   drawn(x) = x + u(x) + (factor - 1)(u(x) - I(x)).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// The axis of a link at a moment; m and rad, axes of the body.
class BentLine {
 public:
  struct Section {
    double x = 0, y = 0, angle = 0;
  };
  // Where a point of the straight link comes to lie, and how the section that holds it has turned.
  Section carry(double x, double y) const;
  struct Node {
    double x = 0, y = 0;    // m
    double dx = 1, dy = 0;  // the tangent, by the place on the straight axis
    double stress = 0;      // Pa, the greatest of the section
  };
  // Pa, the greatest of the section at x (m, on the straight axis).
  double calcStress(double x) const;
  // At equal distances, from the start to the end.
  const std::vector<Node>& nodes() const { return nodes_; }
  double length() const { return length_; }  // m, of the straight link

 private:
  friend class BentShape;
  double length_ = 0;
  std::vector<Node> nodes_;
};

// What a link can bend to; made once for a mechanism.
class BentShape {
 public:
  // Nothing for a body without modes or rods. resolved: the mechanism with its values.
  static std::optional<BentShape> make(const Mechanism& resolved, std::size_t body);
  std::size_t modes() const;
  double length() const;   // m
  bool hasStress() const;  // its height is known, or it stretches
  // values: what BendColumns reads, or the modes alone, which leave axial forces out; nothing when their
  // number is not that of the link.
  std::optional<BentLine> bend(std::span<const double> values, double factor = 1) const;

 private:
  struct Table;
  std::shared_ptr<const Table> table_;
};
std::vector<std::optional<BentShape>> makeBentShapes(const Mechanism& resolved);

}  // namespace clank
