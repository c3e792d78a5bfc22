// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svg_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/draw_sheet.h"
#include "core/io/sheet_layout.h"
#include "core/io/svg_writer.h"

namespace clank {
namespace {

constexpr double kLeastLine = 0.6, kLineOnPaper = 0.3;  // px, mm

// Of the width.
double findMostHeight(FigureScale scale) {
  return scale == FigureScale::low ? kLowSheet : 0.72;
}

}  // namespace

std::string writeDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                         FigureScale scale) {
  const bool isReal = scale == FigureScale::trueToSize;
  UnitChoice choice = resolved.units;
  if (isReal) choice.length = LengthUnit::mm;  // as all drawings for workshops
  const Sheet sheet = drawSheet(resolved, trajectory, sample);
  SheetExtent found;
  found.take(sheet);
  const SheetExtent extent = found.pad();
  const double width = 1000 * (extent.right - extent.left), height = 1000 * (extent.high - extent.low);
  const double pixel = std::max(width / kSheetWidth, height / (findMostHeight(scale) * kSheetWidth));
  const SvgWriter svg(choice, pixel);
  std::string text;
  for (const SheetPath& path : sheet.paths) text += svg.write(path);
  const SheetLayout layout(sheet, 1e-3 * kSheetLetter * pixel,
                           SheetPage{{extent.left, extent.low}, {extent.right, extent.high}},
                           isReal ? CrowdedNumbers::kept : CrowdedNumbers::leftOut);
  for (const PlacedSpan& span : layout.spans()) text += svg.write(span);
  for (const SheetDiameter& diameter : sheet.diameters) text += svg.write(diameter);
  for (const PlacedName& name : layout.names()) text += svg.write(name);
  const double unit = isReal ? 1 : pixel;
  const char* suffix = isReal ? "mm" : "";
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"{:.6g} {:.6g} {:.6g} {:.6g}\" "
      "width=\"{:.6g}{}\" height=\"{:.6g}{}\" font-family=\"sans-serif\">\n<g stroke-width=\"{:.6g}\" "
      "stroke-linejoin=\"round\">\n{}</g></svg>\n",
      1000 * extent.left, -1000 * extent.high, width, height, width / unit, suffix, height / unit, suffix,
      isReal ? std::max(kLineOnPaper, kLeastLine * pixel) : kSheetLine * pixel, text);
}

}  // namespace clank
