// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_writer.h"

#include <dxflib/dl_dxf.h>
#include <dxflib/dl_writer_ascii.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr int kByLayer = 256;    // colour
constexpr int kLineWeight = -1;  // that of the layer

// Letters beyond ASCII as this version of the format has them: \U+00E9. What is broken becomes a question
// mark.
std::string encode(const std::string& utf8) {
  std::string text;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto first = static_cast<std::uint8_t>(utf8[i]);
    const std::size_t more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    std::uint32_t letter = first & (0x7FU >> (more == 0 ? 0 : more + 1));
    for (std::size_t k = 1; k <= more && i + k < utf8.size(); ++k)
      letter = letter << 6U | (static_cast<std::uint8_t>(utf8[i + k]) & 0x3FU);
    if (letter < 0x20 || letter == 0x7F)
      text += ' ';
    else if (letter < 0x7F)
      text += static_cast<char>(letter);
    else
      text += letter <= 0xFFFF ? fmt::format("\\U+{:04X}", letter) : std::string("?");
    i += more + 1;
  }
  return text;
}

}  // namespace

struct DxfWriter::Private {
  // dxflib writes to a file: here to one of several texts, with the shortest numbers that read back the same.
  class Text : public DL_WriterA {
   public:
    Text() : DL_WriterA("", DL_Codes::AC1015) {}
    void dxfReal(int code, double value) const override { add(code, toShortestText(value + 0.0)); }
    void dxfInt(int code, int value) const override { add(code, std::to_string(value)); }
    void dxfHex(int code, int value) const override { add(code, fmt::format("{:X}", value)); }
    void dxfString(int code, const char* value) const override { add(code, value); }
    void dxfString(int code, const std::string& value) const override { add(code, value); }
    void writeTo(std::string& target) { text_ = &target; }
    // The block that draws the next dimension, which dxflib leaves out.
    void setDimensionBlock(const std::string& name) { block_ = name; }

   private:
    void add(int code, const std::string& value) const {
      *text_ += fmt::format("{}\n{}\n", code, value);
      if (code == 100 && value == "AcDbDimension") *text_ += fmt::format("2\n{}\n", block_);
    }
    std::string* text_ = nullptr;
    std::string block_;
  };

  DL_Dxf dxf;
  Text out;
  std::vector<Layer> layers;
  double text = 1;  // mm
  bool isDashed = false;
  std::string blocks, entities;  // written so far
  int dimensions = 0;

  DL_Attributes look(const std::string& layer) const {
    return {layer, kByLayer, kLineWeight, isDashed ? "DASHED" : "BYLAYER", 1.0};
  }

  void writeTables() {
    out.sectionTables();
    dxf.writeVPort(out);
    out.tableLinetypes(4);
    for (const char* name : {"BYBLOCK", "BYLAYER", "CONTINUOUS"})
      dxf.writeLinetype(out, DL_LinetypeData(name, name, 0, 0, 0.0));
    double dashes[] = {3, -2};
    dxf.writeLinetype(out, DL_LinetypeData("DASHED", "Dashed __ __ __", 0, 2, 5, dashes));
    out.tableEnd();
    out.tableLayers(static_cast<int>(layers.size()) + 1);
    const auto add = [&](const std::string& name, int colour) {
      dxf.writeLayer(out, DL_LayerData(name, 0), DL_Attributes(name, colour, 25, "CONTINUOUS", 1.0));
    };
    add("0", 7);
    for (const Layer& layer : layers) add(layer.name, layer.colour);
    out.tableEnd();
    out.tableStyle(1);
    DL_StyleData style("Standard", 0, 0.0, 1.0, 0.0, 0, text, "txt", "");
    style.bold = style.italic = false;
    dxf.writeStyle(out, style);
    out.tableEnd();
    dxf.writeView(out);
    dxf.writeUcs(out);
    out.tableAppid(1);
    dxf.writeAppid(out, "ACAD");
    out.tableEnd();
    dxf.writeDimStyle(out, 0.7 * text, 0.4 * text, 0.2 * text, 0.25 * text, text);
    dxf.writeBlockRecord(out);
    for (int i = 1; i <= dimensions; ++i) dxf.writeBlockRecord(out, nameBlock(i));
    out.tableEnd();
    out.sectionEnd();
  }
  void writeBlocks() {
    out.sectionBlocks();
    for (const char* name : {"*Model_Space", "*Paper_Space", "*Paper_Space0"}) {
      dxf.writeBlock(out, DL_BlockData(name, 0, 0.0, 0.0, 0.0));
      dxf.writeEndBlock(out, name);
    }
  }
  static std::string nameBlock(int dimension) { return fmt::format("*D{}", dimension); }
  // What draws a dimension goes into a block, then the dimension itself to the other entities.
  template <class Draw>
  void beginDimension(const Draw& draw) {
    const std::string name = nameBlock(++dimensions);
    out.writeTo(blocks);
    dxf.writeBlock(out, DL_BlockData(name, 1, 0.0, 0.0, 0.0));  // 1: without a name of its own
    draw();
    dxf.writeEndBlock(out, name);
    out.writeTo(entities);
    out.setDimensionBlock(name);
  }
};

DxfWriter::DxfWriter(const std::vector<Layer>& layers, double text) : d_(std::make_unique<Private>()) {
  d_->layers = layers;
  d_->text = text;
  d_->out.writeTo(d_->entities);
}

DxfWriter::~DxfWriter() = default;

void DxfWriter::setDashed(bool dashed) {
  d_->isDashed = dashed;
}

void DxfWriter::line(const std::string& layer, Corner from, Corner to) {
  d_->dxf.writeLine(d_->out, DL_LineData(1000 * from.x, 1000 * from.y, 0, 1000 * to.x, 1000 * to.y, 0),
                    d_->look(layer));
}

void DxfWriter::circle(const std::string& layer, Corner center, double radius) {
  d_->dxf.writeCircle(d_->out, DL_CircleData(1000 * center.x, 1000 * center.y, 0, 1000 * radius),
                      d_->look(layer));
}

void DxfWriter::arc(const std::string& layer, Corner center, double radius, double from, double to) {
  d_->dxf.writeArc(
      d_->out, DL_ArcData(1000 * center.x, 1000 * center.y, 0, 1000 * radius, kDegrees * from, kDegrees * to),
      d_->look(layer));
}

// Knots of multiplicity 3 join cubics.
void DxfWriter::spline(const std::string& layer, const std::vector<Corner>& chain) {
  constexpr int kDegree = 3, kPlanar = 8;
  if (chain.size() < 4) return;
  const auto controls = static_cast<int>(chain.size());
  const int pieces = (controls - 1) / kDegree, knots = controls + kDegree + 1;
  d_->dxf.writeSpline(d_->out, DL_SplineData(kDegree, knots, controls, 0, kPlanar), d_->look(layer));
  for (int i = 0; i <= pieces; ++i)
    for (int k = 0; k < (i == 0 || i == pieces ? kDegree + 1 : kDegree); ++k)
      d_->dxf.writeKnot(d_->out, DL_KnotData(i));
  for (const Corner& p : chain)
    d_->dxf.writeControlPoint(d_->out, DL_ControlPointData(1000 * p.x, 1000 * p.y, 0, 1));
}

void DxfWriter::words(const std::string& layer, Corner at, double angle, const std::string& words) {
  constexpr int kCentre = 1, kMiddle = 2;
  const double x = 1000 * at.x, y = 1000 * at.y;
  d_->dxf.writeText(
      d_->out,
      DL_TextData(x, y, 0, x, y, 0, d_->text, 1, 0, kCentre, kMiddle, encode(words), "Standard", angle),
      d_->look(layer));
}

void DxfWriter::dimension(const std::string& layer, const PlacedSpan& span) {
  const Corner way = span.to - span.from;
  d_->beginDimension([&] {
    line(layer, span.from, span.lineFrom);
    line(layer, span.to, span.lineTo);
    line(layer, span.lineFrom, span.lineTo);
    words(layer, span.number, span.angle, fmt::format("{:.6g}", 1000 * std::hypot(way.x, way.y)));
  });
  constexpr int kAligned = 1, kOwnPlace = 128, kMiddleCentre = 5, kAtLeast = 1;
  const DL_DimensionData dimension(1000 * span.lineTo.x, 1000 * span.lineTo.y, 0, 1000 * span.number.x,
                                   1000 * span.number.y, 0, kAligned | kOwnPlace, kMiddleCentre, kAtLeast,
                                   1.0, "", "Standard", 0.0);
  const DL_DimAlignedData ends(1000 * span.from.x, 1000 * span.from.y, 0, 1000 * span.to.x, 1000 * span.to.y,
                               0);
  d_->dxf.writeDimAligned(d_->out, dimension, ends, d_->look(layer));
}

// Across the middle, at 45 degrees.
void DxfWriter::diameter(const std::string& layer, Corner center, double radius) {
  const double reach = radius * std::numbers::sqrt2 / 2;
  d_->beginDimension([&] {
    line(layer, {center.x - reach, center.y - reach}, {center.x + reach, center.y + reach});
    words(layer, center, 0, fmt::format("\u2300 {:.6g}", 2000 * radius));
  });
  constexpr int kDiametric = 3, kMiddleCentre = 5, kAtLeast = 1;
  const double off = 1000 * reach, x = 1000 * center.x, y = 1000 * center.y;
  const DL_DimensionData dimension(x - off, y - off, 0, x, y, 0, kDiametric, kMiddleCentre, kAtLeast, 1.0, "",
                                   "Standard", 0.0);
  d_->dxf.writeDimDiametric(d_->out, dimension, DL_DimDiametricData(x + off, y + off, 0, 0), d_->look(layer));
}

std::string DxfWriter::finish() {
  std::string head, tail;
  d_->out.writeTo(head);
  d_->dxf.writeHeader(d_->out);
  d_->out.dxfString(9, "$INSUNITS");
  d_->out.dxfInt(70, 4);  // mm
  d_->out.sectionEnd();
  d_->writeTables();
  d_->writeBlocks();
  d_->out.writeTo(tail);
  d_->out.sectionEnd();
  d_->dxf.writeObjects(d_->out);
  d_->dxf.writeObjectsEnd(d_->out);
  d_->out.dxfEOF();
  std::string begin;
  d_->out.writeTo(begin);
  d_->out.sectionEnd();
  d_->out.sectionEntities();
  return head + d_->blocks + begin + d_->entities + tail;
}

}  // namespace clank
