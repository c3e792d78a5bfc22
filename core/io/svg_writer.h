// SPDX-License-Identifier: GPL-3.0-or-later
// The paths, dimensions and names of a sheet as elements of SVG; for the drawings of core/io alone.
#pragma once

#include <limits>
#include <string>

#include "core/io/sheet.h"
#include "core/io/sheet_layout.h"
#include "core/model/unit_choice.h"

namespace clank {

inline constexpr double kSheetWidth = 760;  // px
inline constexpr double kSheetLetter = 12;  // px
inline constexpr double kSheetLine = 1.2;   // px
inline constexpr double kLowSheet = 0.5;    // of the width: the most height of a drawing beside text

// What a drawing covers, m of the world.
struct SheetExtent {
  double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;
  void take(const Sheet& sheet);
  // With room around it: a flat mechanism has names above it all the same.
  SheetExtent pad() const;
};

// Elements in mm, y downwards. pixel: mm, of a px of the picture.
class SvgWriter {
 public:
  SvgWriter(const UnitChoice& choice, double pixel);

  std::string write(const SheetPath& path) const;
  // Extension lines, a line between with strokes at its ends, and the number beside it.
  std::string write(const PlacedSpan& span) const;
  std::string write(const SheetDiameter& diameter) const;
  std::string write(const PlacedName& name) const;

 private:
  double right(double metres) const;
  double down(double metres) const { return right(-metres); }
  std::string writeWay(const SheetPath& path) const;
  std::string line(Corner from, Corner to) const;
  std::string words(const char* name, Corner at, double angle, const std::string& words,
                    const char* colour) const;
  std::string tell(double metres) const;

  UnitChoice choice_;  // of dimensions
  double unit_;        // m
  double pixel_;       // mm
};

}  // namespace clank
