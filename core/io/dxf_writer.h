// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing for CAD, DXF of AutoCAD 2000, by dxflib. Lengths come in m and are mm in the file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/body_line.h"
#include "core/io/sheet_layout.h"

namespace clank {

class DxfWriter {
 public:
  struct Layer {
    std::string name;
    int colour = 7;  // of AutoCAD's table
  };
  // text: mm, height of letters.
  DxfWriter(const std::vector<Layer>& layers, double text);
  ~DxfWriter();
  DxfWriter(const DxfWriter&) = delete;
  DxfWriter& operator=(const DxfWriter&) = delete;

  // Dashed until it is asked for otherwise.
  void setDashed(bool dashed);
  void line(const std::string& layer, Corner from, Corner to);
  void circle(const std::string& layer, Corner center, double radius);
  // Counter-clockwise from an angle to another, rad.
  void arc(const std::string& layer, Corner center, double radius, double from, double to);
  // Cubics one after the other, as makeCubicChain() has them.
  void spline(const std::string& layer, const std::vector<Corner>& chain);
  // Its middle at a place; angle: rad. UTF-8.
  void words(const std::string& layer, Corner at, double angle, const std::string& words);
  // A dimension that measures by itself.
  void dimension(const std::string& layer, const PlacedSpan& span);
  void diameter(const std::string& layer, Corner center, double radius);
  std::string finish();

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace clank
