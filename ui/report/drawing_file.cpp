// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/drawing_file.h"

#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgRenderer>

#include "core/io/dxf_drawing.h"
#include "core/io/svg_figure.h"

namespace clank {
namespace {

constexpr int kDots = 600;  // an inch
constexpr double kPerMillimetre = kDots / 25.4;

// The units of the picture are mm: so is the page.
bool writePdf(const std::string& svg, QSaveFile& file) {
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

bool writeText(const std::string& text, QSaveFile& file) {
  return file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
}

}  // namespace

bool writeDrawingFile(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                      const QString& path) {
  if (sample >= trajectory.sampleCount()) return false;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  const QString kind = QFileInfo(path).suffix().toLower();
  const auto draw = [&] { return writeDrawing(resolved, trajectory, sample, FigureScale::trueToSize); };
  const bool written = kind == "dxf"   ? writeText(writeDxfDrawing(resolved, trajectory, sample), file)
                       : kind == "pdf" ? writePdf(draw(), file)
                       : kind == "svg" ? writeText(draw(), file)
                                       : false;
  return written && file.commit();
}

}  // namespace clank
