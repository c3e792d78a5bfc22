// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/drawing_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <filesystem>

#include "core/io/dxf_drawing.h"
#include "core/io/replace_file.h"
#include "core/io/svg_drawing.h"

namespace clank {
namespace {

constexpr int kDots = 600;  // an inch
constexpr double kPerMillimetre = kDots / 25.4;

// The units of the picture are mm: so is the page.
bool writePdf(const std::string& svg, QIODevice& file) {
  QSvgRenderer drawing(QByteArray::fromStdString(svg));
  if (!drawing.isValid()) return false;
  QPdfWriter writer(&file);
  writer.setCreator("Clank");
  writer.setResolution(kDots);
  writer.setPageSize(QPageSize(drawing.viewBoxF().size(), QPageSize::Millimeter));
  writer.setPageMargins(QMarginsF());
  QPainter painter;
  if (!painter.begin(&writer)) return false;
  // Pages are whole points wide: the drawing keeps its size all the same.
  drawing.render(&painter, QRectF(QPointF(), drawing.viewBoxF().size() * kPerMillimetre));
  return painter.end();
}

}  // namespace

bool writeDrawingFile(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                      const QString& path) {
  if (sample >= trajectory.sampleCount()) return false;
  const QString kind = QFileInfo(path).suffix().toLower();
  const auto draw = [&] { return writeDrawing(resolved, trajectory, sample, FigureScale::trueToSize); };
  const std::filesystem::path place = path.toStdU16String();
  if (kind == "dxf") return replaceFile(place, writeDxfDrawing(resolved, trajectory, sample)).has_value();
  if (kind == "svg") return replaceFile(place, draw()).has_value();
  QBuffer page;
  page.open(QIODevice::WriteOnly);
  return kind == "pdf" && writePdf(draw(), page) && replaceFile(place, page.data().toStdString()).has_value();
}

}  // namespace clank
