// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svg_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/io/svg_figure.h"
#include "core/model/shown_text.h"

namespace clank {
namespace {

constexpr double kSheetMargin = 0.12;  // of the size
constexpr double kRounding = 1e-7;     // m a px of mm

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

}  // namespace

void SheetExtent::take(const Sheet& sheet) {
  const auto add = [this](Corner p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  };
  for (const SheetPath& path : sheet.paths)
    for (const SheetEdge& edge : listEdges(path))
      for (const Corner& point : listPoints(edge, std::numeric_limits<double>::infinity())) add(point);
  for (const SheetName& name : sheet.names) add(name.at);
}

SheetExtent SheetExtent::pad() const {
  if (left > right) return SheetExtent{0, 1, 0, 1};
  const double room = kSheetMargin * std::max({right - left, high - low, 1e-6});
  return {left - room, right + room, low - room, high + room};
}

SvgWriter::SvgWriter(const UnitChoice& choice, double pixel)
    : choice_(choice), unit_(findShownUnit("m", choice).factor), pixel_(pixel) {}

std::string SvgWriter::write(const SheetPath& path) const {
  const LayerLook look = findLook(path.layer);
  const std::string fill = writeFill(path.fill, look.colour);
  const std::string dashes = path.dashed
                                 ? fmt::format(" stroke-dasharray=\"{:.6g} {:.6g}\"", 6 * pixel_, 4 * pixel_)
                                 : std::string();
  if (isCircle(path)) {
    const SheetEdge half = listEdges(path).front();
    return fmt::format("<circle class=\"{}\" cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" {} stroke=\"{}\"{}/>\n",
                       look.name, right(half.center.x), down(half.center.y), 1000 * half.radius, fill,
                       look.colour, dashes);
  }
  return fmt::format("<path class=\"{}\" d=\"{}\" {} stroke=\"{}\"{}/>\n", look.name, writeWay(path), fill,
                     look.colour, dashes);
}
std::string SvgWriter::write(const PlacedSpan& span) const {
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
  return fmt::format("<path class=\"dimension\" d=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", lines) +
         words("dimension", span.number, span.angle, tell(size), "#555");
}
std::string SvgWriter::write(const SheetDiameter& d) const {
  return words("dimension", {d.center.x, d.center.y + 1.4e-3 * kSheetLetter * pixel_}, 0,
               "\u2300 " + tell(2 * d.radius), "#555");
}

std::string SvgWriter::write(const PlacedName& name) const {
  return words("name", name.at, 0, escapeMarkup(name.text), "#000");
}

// Of a place given in m, mm; what rounding leaves of zero is zero.
double SvgWriter::right(double metres) const {
  return std::abs(metres) < kRounding * pixel_ ? 0 : 1000 * metres;
}

std::string SvgWriter::writeWay(const SheetPath& path) const {
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
std::string SvgWriter::line(Corner from, Corner to) const {
  return fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", right(from.x), down(from.y), right(to.x), down(to.y));
}

// Its middle at a place.
std::string SvgWriter::words(const char* name, Corner at, double angle, const std::string& words,
                             const char* colour) const {
  const std::string turn = angle == 0 ? std::string()
                                      : fmt::format(" transform=\"rotate({:.6g} {:.6g} {:.6g})\"",
                                                    -angle * 180 / std::numbers::pi, right(at.x), down(at.y));
  return fmt::format(
      "<text class=\"{}\" x=\"{:.6g}\" y=\"{:.6g}\" dy=\"0.35em\" font-size=\"{:.6g}\" fill=\"{}\" "
      "text-anchor=\"middle\"{}>{}</text>\n",
      name, right(at.x), down(at.y), kSheetLetter * pixel_, colour, turn, words);
}

std::string SvgWriter::tell(double metres) const {
  constexpr int kUsual = 6;  // significant digits
  return writeShownNumber(metres / unit_, choice_, kUsual);
}

}  // namespace clank
