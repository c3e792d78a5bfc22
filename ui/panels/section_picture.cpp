// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/section_picture.h"

#include <QPainter>
#include <algorithm>

#include "core/support/overloaded.h"
#include "ui/look/words.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr double kAround = 12, kWordsRoom = 128;  // px

QRectF centred(double width, double height) {
  return {-width / 2, -height / 2, width, height};
}

QString writeSize(double metres) {
  return toPrefixed(metres, "m", 4);
}

// What is written beside the picture, a line each.
QStringList listSizes(const SectionKind& kind) {
  return std::visit(
      Overloaded{[](const RoundSection& s) { return QStringList{"d = " + writeSize(s.diameter.value)}; },
                 [](const TubeSection& s) {
                   return QStringList{"d = " + writeSize(s.diameter.value), "t = " + writeSize(s.wall.value)};
                 },
                 [](const RectangleSection& s) {
                   return QStringList{"h = " + writeSize(s.height.value), "w = " + writeSize(s.width.value)};
                 },
                 [](const IBeamSection& s) {
                   return QStringList{"h = " + writeSize(s.height.value), "w = " + writeSize(s.width.value)};
                 },
                 [](const TypedSection&) { return QStringList(); }},
      kind);
}

}  // namespace

QPainterPath makeSectionPath(const BeamSection& section) {
  QPainterPath path;
  path.setFillRule(Qt::OddEvenFill);
  std::visit(
      Overloaded{[&](const RoundSection& s) { path.addEllipse(centred(s.diameter.value, s.diameter.value)); },
                 [&](const TubeSection& s) {
                   const double inner = s.diameter.value - 2 * s.wall.value;
                   path.addEllipse(centred(s.diameter.value, s.diameter.value));
                   if (inner > 0) path.addEllipse(centred(inner, inner));
                 },
                 [&](const RectangleSection& s) { path.addRect(centred(s.width.value, s.height.value)); },
                 [&](const IBeamSection& s) {
                   const double x = s.width.value / 2, y = s.height.value / 2, web = s.web.value / 2,
                                inside = y - s.flange.value;
                   path.addPolygon(QPolygonF{{-x, -y},
                                             {x, -y},
                                             {x, -inside},
                                             {web, -inside},
                                             {web, inside},
                                             {x, inside},
                                             {x, y},
                                             {-x, y},
                                             {-x, inside},
                                             {-web, inside},
                                             {-web, -inside},
                                             {-x, -inside}});
                   path.closeSubpath();
                 },
                 [](const TypedSection&) {}},
      section.kind);
  const SectionProperties properties = calcSection(section);
  return properties.area > 0 && properties.secondMoment > 0 ? path : QPainterPath();
}

SectionPicture::SectionPicture(QWidget* parent) : QWidget(parent) {
  setObjectName("sectionPicture");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumHeight(sizeHint().height());
}

void SectionPicture::setSection(const std::optional<BeamSection>& section) {
  section_ = section;
  path_ = section ? makeSectionPath(*section) : QPainterPath();
  setVisible(!path_.isEmpty());
  setAccessibleName(clank::tr("Section: %1").arg(words()));
  setToolTip(clank::tr("The plane of motion is upright; along the dashed line nothing is stretched"));
  update();
}

void SectionPicture::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

QString SectionPicture::words() const {
  if (path_.isEmpty()) return {};
  const SectionProperties properties = calcSection(*section_);
  return "A = " + writeShown(properties.area, "m2", 4) +
         ", I = " + writeShown(properties.secondMoment, "m4", 4);
}

void SectionPicture::paintEvent(QPaintEvent*) {
  if (path_.isEmpty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF shape = path_.boundingRect();
  const QRectF room(kAround, kAround, width() - 2 * kAround - kWordsRoom, height() - 2 * kAround);
  const double scale = std::min(room.width() / shape.width(), room.height() / shape.height());
  QTransform toPixel;
  toPixel.translate(room.left() + scale * shape.width() / 2 + 8, room.center().y());
  toPixel.scale(scale, -scale);
  painter.setPen(QPen(palette_.partEdge, 1.2));
  painter.setBrush(palette_.partFill);
  painter.drawPath(toPixel.map(path_));
  const QRectF drawn = toPixel.mapRect(shape);
  painter.setPen(QPen(palette_.dim, 1, Qt::DashDotLine));
  painter.drawLine(QPointF(drawn.left() - 8, drawn.center().y()),
                   QPointF(drawn.right() + 8, drawn.center().y()));
  painter.setPen(palette_.ink);
  const QStringList lines = listSizes(section_->kind) + words().split(", ");
  const double step = painter.fontMetrics().height();
  double y =
      room.center().y() - step * static_cast<double>(lines.size()) / 2 + painter.fontMetrics().ascent();
  for (const QString& line : lines) {
    painter.drawText(QPointF(drawn.right() + 20, y), line);
    y += step;
  }
}

}  // namespace clank

#include "moc_section_picture.cpp"
