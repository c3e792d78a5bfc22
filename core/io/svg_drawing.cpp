// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svg_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/io/draw_sheet.h"
#include "core/io/sheet_layout.h"
#include "core/io/svg_figure.h"
#include "core/model/shown_text.h"

namespace clank {
namespace {

constexpr double kSheetWidth = 760;                                  // px
constexpr double kSheetMargin = 0.12;                                // of the size
constexpr double kMostHeight = 0.72;                                 // of the width
constexpr double kLine = 1.2, kLeastLine = 0.6, kLineOnPaper = 0.3;  // px, mm
constexpr double kRounding = 1e-7;                                   // m a px of mm
constexpr double kLetter = 12;                                       // px

struct Extent {
  double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;  // m
  void take(Corner p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  // A flat mechanism has names above it all the same.
  Extent pad() const {
    if (left > right) return Extent{0, 1, 0, 1};
    const double room = kSheetMargin * std::max({right - left, high - low, 1e-6});
    return {left - room, right + room, low - room, high + room};
  }
};

Extent findExtent(const Sheet& sheet) {
  Extent extent;
  for (const SheetPath& path : sheet.paths)
    for (const SheetEdge& edge : listEdges(path))
      for (const Corner& point : listPoints(edge, std::numeric_limits<double>::infinity()))
        extent.take(point);
  for (const SheetName& name : sheet.names) extent.take(name.at);
  return extent.pad();
}

struct LayerLook {
  const char *name, *colour;
};
LayerLook findLook(SheetLayer layer) {
  constexpr std::array looks{LayerLook{"trace", "#c2571a"}, LayerLook{"ground", "#555"},
                             LayerLook{"surface", "#444"},  LayerLook{"body", "#33557d"},
                             LayerLook{"joint", "#222"},    LayerLook{"force", "#222"},
                             LayerLook{"drive", "#0b5fb0"}, LayerLook{"limit", "#c77700"}};
  return looks[static_cast<std::size_t>(layer)];
}

std::string writeFill(SheetFill fill, const char* ink) {
  if (fill == SheetFill::part) return "fill=\"#9fb8d4\" fill-opacity=\"0.45\"";
  return fmt::format("fill=\"{}\"", fill == SheetFill::paper ? "#fff"
                                    : fill == SheetFill::ink ? ink
                                                             : "none");
}

// In mm, y downwards.
class SvgWriter {
 public:
  SvgWriter(const UnitChoice& choice, double pixel)
      : choice_(choice), unit_(findShownUnit("m", choice).factor), pixel_(pixel) {}

  void path(const SheetPath& path) {
    const LayerLook look = findLook(path.layer);
    const std::string fill = writeFill(path.fill, look.colour);
    const std::string dashes =
        path.dashed ? fmt::format(" stroke-dasharray=\"{:.6g} {:.6g}\"", 6 * pixel_, 4 * pixel_)
                    : std::string();
    if (isCircle(path)) {
      const SheetEdge half = listEdges(path).front();
      text_ += fmt::format(
          "<circle class=\"{}\" cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" {} stroke=\"{}\"{}/>\n", look.name,
          right(half.center.x), down(half.center.y), 1000 * half.radius, fill, look.colour, dashes);
      return;
    }
    text_ += fmt::format("<path class=\"{}\" d=\"{}\" {} stroke=\"{}\"{}/>\n", look.name, writeWay(path),
                         fill, look.colour, dashes);
  }
  // Extension lines, a line between with strokes at its ends, and the number beside it.
  void span(const PlacedSpan& span) {
    const Corner way = span.to - span.from;
    const double size = std::hypot(way.x, way.y), stroke = 3.5e-3 * pixel_, beyond = 4e-3 * pixel_;
    const Corner along{way.x / size, way.y / size};
    const Corner off = span.lineFrom - span.from;
    const double offset = std::hypot(off.x, off.y);
    const Corner out{off.x / offset, off.y / offset};
    const auto at = [&](Corner p, double outwards, double forward) {
      return Corner{p.x + outwards * out.x + forward * along.x, p.y + outwards * out.y + forward * along.y};
    };
    std::string lines = line(span.lineFrom, span.lineTo);
    for (const Corner end : {span.from, span.to}) {
      lines += line(at(end, beyond, 0), at(end, offset + beyond, 0));
      lines += line(at(end, offset - stroke, -stroke), at(end, offset + stroke, stroke));
    }
    text_ += fmt::format("<path class=\"dimension\" d=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", lines);
    words("dimension", span.number, span.angle, tell(size), "#555");
  }
  void diameter(const SheetDiameter& d) {
    words("dimension", {d.center.x, d.center.y + 1.4e-3 * kLetter * pixel_}, 0,
          "\u2300 " + tell(2 * d.radius), "#555");
  }
  void name(const PlacedName& name) { words("name", name.at, 0, escapeMarkup(name.text), "#000"); }
  const std::string& get() const { return text_; }

 private:
  // Of a place given in m, mm; what rounding leaves of zero is zero.
  double right(double metres) const { return std::abs(metres) < kRounding * pixel_ ? 0 : 1000 * metres; }
  double down(double metres) const { return right(-metres); }
  std::string writeWay(const SheetPath& path) const {
    std::string way;
    for (const SheetEdge& edge : listEdges(path)) {
      if (way.empty()) way = fmt::format("M{:.6g} {:.6g}", right(edge.from.x), down(edge.from.y));
      way += edge.bulge == 0 ? fmt::format("L{:.6g} {:.6g}", right(edge.to.x), down(edge.to.y))
                             : fmt::format("A{0:.6g} {0:.6g} 0 {1} {2} {3:.6g} {4:.6g}", 1000 * edge.radius,
                                           std::abs(edge.sweep) > std::numbers::pi ? 1 : 0,
                                           edge.sweep > 0 ? 0 : 1, right(edge.to.x), down(edge.to.y));
    }
    return way + (path.closed ? "Z" : "");
  }
  std::string line(Corner from, Corner to) const {
    return fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", right(from.x), down(from.y), right(to.x), down(to.y));
  }
  // Its middle at a place.
  void words(const char* name, Corner at, double angle, const std::string& words, const char* colour) {
    const double size = kLetter * pixel_;
    const std::string turn = angle == 0
                                 ? std::string()
                                 : fmt::format(" transform=\"rotate({:.6g} {:.6g} {:.6g})\"",
                                               -angle * 180 / std::numbers::pi, right(at.x), down(at.y));
    text_ += fmt::format(
        "<text class=\"{}\" x=\"{:.6g}\" y=\"{:.6g}\" dy=\"0.35em\" font-size=\"{:.6g}\" fill=\"{}\" "
        "text-anchor=\"middle\"{}>{}</text>\n",
        name, right(at.x), down(at.y), size, colour, turn, words);
  }
  std::string tell(double metres) const {
    constexpr int kUsual = 6;  // significant digits
    return writeShownNumber(metres / unit_, choice_, kUsual);
  }

  UnitChoice choice_;  // of dimensions
  double unit_;        // m
  double pixel_;       // mm
  std::string text_;
};

}  // namespace

std::string writeDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                         FigureScale scale) {
  const bool isReal = scale == FigureScale::trueToSize;
  UnitChoice choice = resolved.units;
  if (isReal) choice.length = LengthUnit::mm;  // as all drawings for workshops
  const Sheet sheet = drawSheet(resolved, trajectory, sample);
  const Extent extent = findExtent(sheet);
  const double width = 1000 * (extent.right - extent.left), height = 1000 * (extent.high - extent.low);
  const double pixel = std::max(width / kSheetWidth, height / (kMostHeight * kSheetWidth));
  SvgWriter svg(choice, pixel);
  for (const SheetPath& path : sheet.paths) svg.path(path);
  const SheetLayout layout(sheet, 1e-3 * kLetter * pixel,
                           SheetPage{{extent.left, extent.low}, {extent.right, extent.high}});
  for (const PlacedSpan& span : layout.spans()) svg.span(span);
  for (const SheetDiameter& diameter : sheet.diameters) svg.diameter(diameter);
  for (const PlacedName& name : layout.names()) svg.name(name);
  const double unit = isReal ? 1 : pixel;
  const char* suffix = isReal ? "mm" : "";
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"{:.6g} {:.6g} {:.6g} {:.6g}\" "
      "width=\"{:.6g}{}\" height=\"{:.6g}{}\" font-family=\"sans-serif\">\n<g stroke-width=\"{:.6g}\" "
      "stroke-linejoin=\"round\">\n{}</g></svg>\n",
      1000 * extent.left, -1000 * extent.high, width, height, width / unit, suffix, height / unit, suffix,
      isReal ? std::max(kLineOnPaper, kLeastLine * pixel) : kLine * pixel, svg.get());
}

}  // namespace clank
