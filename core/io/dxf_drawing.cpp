// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_drawing.h"

#include "core/io/cubic_chain.h"
#include "core/io/draw_sheet.h"
#include "core/io/dxf_writer.h"
#include "core/io/sheet_layout.h"

namespace clank {

namespace {

constexpr double kTextHeight = 4;  // mm
constexpr const char *kDimensionLayer = "DIMENSIONS", *kNameLayer = "NAMES";

std::vector<DxfWriter::Layer> listLayers() {
  // Red, yellow, green and their like are the first of AutoCAD's colours, greys 8 and 9.
  constexpr int kBlue = 5, kInk = 7, kGrey = 8, kRed = 1, kOrange = 30, kAzure = 150;
  return {{nameOf(SheetLayer::traces), kOrange},
          {nameOf(SheetLayer::ground), kGrey},
          {nameOf(SheetLayer::surfaces), kInk},
          {nameOf(SheetLayer::bodies), kBlue},
          {nameOf(SheetLayer::joints), kInk},
          {nameOf(SheetLayer::forces), kRed},
          {nameOf(SheetLayer::drives), kAzure},
          {nameOf(SheetLayer::limits), kOrange},
          {kDimensionLayer, kGrey},
          {kNameLayer, kInk}};
}

std::vector<Corner> listCorners(const SheetPath& path) {
  std::vector<Corner> corners;
  for (const SheetVertex& vertex : path.vertices) corners.push_back(vertex.at);
  return corners;
}

// In the order in which a pencil would go.
void drawPath(DxfWriter& dxf, const SheetPath& path) {
  const char* layer = nameOf(path.layer);
  dxf.setDashed(path.dashed);
  if (path.smooth) return dxf.spline(layer, makeCubicChain(listCorners(path), path.closed));
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

}  // namespace

std::string writeDxfDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample) {
  const Sheet sheet = drawSheet(resolved, trajectory, sample);
  DxfWriter dxf(listLayers(), kTextHeight);
  for (const SheetPath& path : sheet.paths) drawPath(dxf, path);
  dxf.setDashed(false);
  const SheetLayout layout(sheet, kTextHeight / 1000);
  for (const PlacedSpan& span : layout.spans()) dxf.dimension(kDimensionLayer, span);
  for (const SheetDiameter& diameter : sheet.diameters)
    dxf.diameter(kDimensionLayer, diameter.center, diameter.radius);
  for (const PlacedName& name : layout.names()) dxf.words(kNameLayer, name.at, 0, name.text);
  return dxf.finish();
}

}  // namespace clank
