// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_drawing.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/io/draw_sheet.h"
#include "core/io/number_text.h"
#include "core/io/sheet_layout.h"

namespace clank {

namespace {

constexpr double kTextHeight = 4;  // mm

// Pairs of group codes and values. Lengths come in m.
class DxfWriter {
 public:
  DxfWriter() {
    text_ =
        "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$"
        "INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
  }

  void line(const char* layer, Corner from, Corner to) {
    begin("LINE", layer);
    place(0, from);
    place(1, to);
  }
  void circle(const char* layer, Corner center, double radius) {
    begin("CIRCLE", layer);
    place(0, center);
    number(40, 1000 * radius);
  }
  // Counter-clockwise from an angle to another, rad.
  void arc(const char* layer, Corner center, double radius, double from, double to) {
    begin("ARC", layer);
    place(0, center);
    number(40, 1000 * radius);
    number(50, from * 180 / std::numbers::pi);
    number(51, to * 180 / std::numbers::pi);
  }
  void words(const char* layer, Corner at, double angle, const std::string& words) {
    begin("TEXT", layer);
    place(0, at);
    number(40, kTextHeight);
    text_ += "1\n" + words + "\n";
    number(50, angle * 180 / std::numbers::pi);
    text_ += "72\n1\n73\n2\n";  // its middle at the second point
    place(1, at);
  }
  std::string finish() { return text_ + "0\nENDSEC\n0\nEOF\n"; }

 private:
  void begin(const char* entity, const char* layer) { text_ += fmt::format("0\n{}\n8\n{}\n", entity, layer); }
  void number(int code, double value) { text_ += fmt::format("{}\n{}\n", code, toShortestText(value + 0.0)); }
  void place(int index, Corner at) {
    number(10 + index, 1000 * at.x);
    number(20 + index, 1000 * at.y);
    number(30 + index, 0);
  }

  std::string text_;
};

// In the order in which a pencil would go.
void drawPath(DxfWriter& dxf, const SheetPath& path) {
  const char* layer = nameOf(path.layer);
  const std::vector<SheetEdge> edges = listEdges(path);
  if (isCircle(path)) return dxf.circle(layer, edges.front().center, edges.front().radius);
  for (const SheetEdge& edge : edges) {
    if (edge.bulge == 0)
      dxf.line(layer, edge.from, edge.to);
    else if (edge.sweep > 0)
      dxf.arc(layer, edge.center, edge.radius, edge.begin, edge.begin + edge.sweep);
    else
      dxf.arc(layer, edge.center, edge.radius, edge.begin + edge.sweep, edge.begin);
  }
}

void drawSpan(DxfWriter& dxf, const PlacedSpan& span) {
  const Corner way = span.to - span.from;
  dxf.line("DIMENSIONS", span.from, span.lineFrom);
  dxf.line("DIMENSIONS", span.to, span.lineTo);
  dxf.line("DIMENSIONS", span.lineFrom, span.lineTo);
  dxf.words("DIMENSIONS", span.number, span.angle, fmt::format("{:.6g}", 1000 * std::hypot(way.x, way.y)));
}

}  // namespace

std::string writeDxfDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample) {
  const Sheet sheet = drawSheet(resolved, trajectory, sample);
  DxfWriter dxf;
  for (const SheetPath& path : sheet.paths) drawPath(dxf, path);
  const SheetLayout layout(sheet, kTextHeight / 1000);
  for (const PlacedSpan& span : layout.spans()) drawSpan(dxf, span);
  for (const SheetDiameter& diameter : sheet.diameters)
    dxf.words("DIMENSIONS", diameter.center, 0, fmt::format("%%c{:.6g}", 2000 * diameter.radius));
  for (const PlacedName& name : layout.names()) dxf.words("NAMES", name.at, 0, name.text);
  return dxf.finish();
}

}  // namespace clank
