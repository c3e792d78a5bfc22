// SPDX-License-Identifier: GPL-3.0-or-later
// Puts lines and curves where blocks and their INSERTs lead them.
#pragma once

#include <string>
#include <vector>

#include "core/io/dxf_chain.h"
#include "core/io/dxf_spline.h"

namespace clank {

// p -> (xx x + xy y, yx x + yy y) + shift
struct DxfFrame {
  double xx = 1, xy = 0, yx = 0, yy = 1;
  Corner shift;
  Corner turn(Corner way) const { return {xx * way.x + xy * way.y, yx * way.x + yy * way.y}; }
  Corner operator()(Corner p) const { return turn(p) - Corner{-shift.x, -shift.y}; }
  double stretch() const { return xx * yy - xy * yx; }  // of areas; negative: mirrored
  bool keepsCircles() const;
};
// First the second, then the first.
DxfFrame operator*(const DxfFrame& outer, const DxfFrame& inner);

class DxfPen {
 public:
  // Draws into both lists; nothing is kept but references.
  DxfPen(std::vector<DxfChain>& chains, std::vector<DxfCircle>& circles)
      : chains_(chains), circles_(circles) {}
  DxfFrame frame;     // of what is drawn next, into m
  std::string layer;  // and where it lies

  void drawChain(const std::vector<DxfVertex>& vertices, bool closed);
  // rad, counter-clockwise from an angle by a sweep; of 2 pi a circle.
  void drawArc(Corner center, double radius, double from, double sweep);
  // center + u cos t + v sin t
  void drawEllipse(Corner center, Corner u, Corner v, double from, double sweep);
  void drawSpline(DxfSpline spline);

 private:
  void add(FlatCurve curve, bool closed);

  std::vector<DxfChain>& chains_;
  std::vector<DxfCircle>& circles_;
};

}  // namespace clank
