// SPDX-License-Identifier: GPL-3.0-or-later
// Where numbers and names stand on a sheet, so that they cover neither each other nor what is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/sheet.h"

namespace clank {

// A dimension line beside what it measures, with the place of its number. In m.
struct PlacedSpan {
  Corner from, to;          // what is measured
  Corner lineFrom, lineTo;  // the line beside it
  Corner number;            // the middle of its number, at the line
  double angle = 0;         // rad, of the number: never upside down
};
struct PlacedName {
  Corner at;  // the middle of its box
  std::string text;
};

// m; what names stay inside of.
struct SheetPage {
  Corner low, high;
};

// Numbers for which there is no free place: a drawing for a workshop needs them, a picture is better without.
enum class CrowdedNumbers { kept, leftOut };

class SheetLayout {
 public:
  // letter: m, height of a letter.
  SheetLayout(const Sheet& sheet, double letter, std::optional<SheetPage> page = {},
              CrowdedNumbers crowded = CrowdedNumbers::kept);

  const std::vector<PlacedSpan>& spans() const { return spans_; }
  const std::vector<PlacedName>& names() const { return names_; }  // one for each, in their order
  // m, of a text.
  static double calcWidth(const std::string& text, double letter);

 private:
  struct Box {
    Corner middle;
    double halfWidth = 0, halfHeight = 0;
    bool holds(Corner p) const;
    bool meets(const Box& other) const;
  };
  void collect(const Sheet& sheet);
  std::size_t countInk(const Box& box) const;
  PlacedSpan put(const SheetSpan& span, double offset) const;
  Box enclose(const PlacedSpan& span) const;
  bool meetsText(const Box& box) const;
  void place(const SheetSpan& span, CrowdedNumbers crowded);
  void place(const SheetName& name, double away);

  bool isOff(const Box& box) const;

  double letter_;
  std::optional<SheetPage> page_;
  std::vector<Corner> ink_;  // points along all lines
  std::vector<Box> taken_;
  std::vector<PlacedSpan> spans_;
  std::vector<PlacedName> names_;
};

// Points along an edge, both ends among them, no farther from each other than a step (m) and no more than
// `most`.
std::vector<Corner> listPoints(const SheetEdge& edge, double step, int most = 400);

}  // namespace clank
