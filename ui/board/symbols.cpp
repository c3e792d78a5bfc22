// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/symbols.h"

#include <QPainterPath>
#include <QPixmapCache>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/slider_faces.h"
#include "ui/board/plane.h"

namespace clank::symbols {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kHead = 9;  // px, of an arrow

QPen makePen(const QColor& colour, double width = kStroke) {
  return {colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

void drawHead(QPainter& painter, QPointF tip, QPointF along, const QColor& colour) {
  const QPointF side = 0.42 * kHead * leftOf(along), back = tip - kHead * along;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF{tip, back + side, back - side});
}

// Draws as if the line from one point to the other lay on x from the origin.
class Along {
 public:
  Along(QPainter& painter, QPointF from, QPointF to) : painter_(painter) {
    painter_.save();
    painter_.translate(from);
    painter_.rotate(angleOf(to - from) * 180 / kPi);
  }
  ~Along() { painter_.restore(); }
  Along(const Along&) = delete;
  Along& operator=(const Along&) = delete;

 private:
  QPainter& painter_;
};

}  // namespace

Scaled::Scaled(QPainter& painter, QPointF about, double scale) : painter_(painter) {
  painter_.save();
  painter_.translate(about);
  painter_.scale(scale, scale);
  painter_.translate(-about);
}

void drawPin(QPainter& painter, QPointF at, const Ink& ink) {
  painter.setPen(makePen(ink.edge, 2));
  painter.setBrush(ink.fill);
  painter.drawEllipse(at, kPin, kPin);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink.edge);
  painter.drawEllipse(at, 1.7, 1.7);
}

void drawWeld(QPainter& painter, QPointF at, const QColor& colour) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawRect(QRectF(at.x() - 5, at.y() - 5, 10, 10));
}

void drawEnd(QPainter& painter, QPointF at, const Ink& ink) {
  painter.setPen(makePen(ink.edge, 1.2));
  painter.setBrush(ink.fill);
  painter.drawEllipse(at, 3.2, 3.2);
}

void drawGround(QPainter& painter, QPointF at, const Ink& ink) {
  const double half = 13, base = at.y() + 19;
  painter.setPen(makePen(ink.edge));
  painter.setBrush(ink.fill);
  painter.drawPolygon(QPolygonF{at, {at.x() - half, base}, {at.x() + half, base}});
  drawHatchedLine(painter, {at.x() + half + 7, base}, {at.x() - half - 7, base}, ink.edge);
}

void drawHatchedLine(QPainter& painter, QPointF from, QPointF to, const QColor& colour, double first) {
  const Along line(painter, from, to);
  const double reach = length(to - from);
  painter.setPen(makePen(colour, 1.1));
  // As far as it is seen: a line may be longer than the sheet by any amount.
  const QRectF seen = painter.combinedTransform().inverted().mapRect(QRectF(painter.viewport()));
  const double skipped = std::max(0.0, std::floor(seen.left() / kHatchStep) - 1);
  const double end = std::min(reach, seen.right() + kHatchStep);
  for (double x = first + skipped * kHatchStep; x <= end; x += kHatchStep)
    painter.drawLine(QPointF(x, 0), QPointF(x + 0.6 * kHatch, -kHatch));
  painter.setPen(makePen(colour, 1.8));
  painter.drawLine(QPointF(0, 0), QPointF(reach, 0));
}

void drawBlock(QPainter& painter, QPointF at, double angle, const Ink& ink, double half) {
  const Along line(painter, at, at + direction(angle));
  painter.setPen(makePen(ink.edge));
  painter.setBrush(ink.fill);
  painter.drawRoundedRect(QRectF(-half, -kBlockShape * half, 2 * half, 2 * kBlockShape * half), 3, 3);
}

void drawSlot(QPainter& painter, QPointF from, QPointF to, const Ink& ink) {
  const Along line(painter, from, to);
  const double r = kPin + 3;
  painter.setPen(makePen(ink.edge));
  painter.setBrush(ink.fill);
  painter.drawRoundedRect(QRectF(-r, -r, length(to - from) + 2 * r, 2 * r), r, r);
}

void drawSpring(QPainter& painter, QPointF from, QPointF to, const QColor& colour) {
  const Along line(painter, from, to);
  const double reach = length(to - from), lead = std::min(14.0, reach / 5), coil = reach - 2 * lead;
  constexpr int kTurns = 7;
  QPainterPath path;
  path.lineTo(lead, 0);
  for (int i = 0; i < 2 * kTurns; ++i)
    path.lineTo(lead + coil * (i + 0.5) / (2 * kTurns), i % 2 == 0 ? -7 : 7);
  path.lineTo(reach - lead, 0);
  path.lineTo(reach, 0);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(makePen(colour));
  painter.drawPath(path);
}

void drawDamper(QPainter& painter, QPointF from, QPointF to, const Ink& ink) {
  const Along line(painter, from, to);
  const double reach = length(to - from), cup = std::min(26.0, reach / 3), left = (reach - cup) / 2;
  painter.setPen(makePen(ink.edge));
  painter.setBrush(Qt::NoBrush);
  painter.drawLine(QPointF(0, 0), QPointF(left, 0));
  painter.drawPolyline(QPolygonF{{left + cup, -8}, {left, -8}, {left, 8}, {left + cup, 8}});
  painter.drawLine(QPointF(left + 0.6 * cup, -5.5), QPointF(left + 0.6 * cup, 5.5));
  painter.drawLine(QPointF(left + 0.6 * cup, 0), QPointF(reach, 0));
}

void drawCylinder(QPainter& painter, QPointF from, QPointF to, double barrel, const Ink& ink) {
  constexpr double kHalf = 6, kEye = 8;  // px
  const Along line(painter, from, to);
  const double reach = length(to - from), begin = std::min(kEye, reach / 4),
               end = std::clamp(barrel, begin, std::max(begin, reach - begin));
  painter.setPen(makePen(ink.edge));
  painter.drawLine(QPointF(0, 0), QPointF(begin, 0));
  painter.setBrush(ink.fill);
  painter.drawRect(QRectF(QPointF(begin, -kHalf), QPointF(end, kHalf)));
  painter.setBrush(ink.edge);
  painter.drawRect(QRectF(QPointF(end, -1.5), QPointF(reach, 1.5)));
  painter.setBrush(Qt::NoBrush);
}

void drawRope(QPainter& painter, const QPolygonF& line, const QColor& colour) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, 2.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(line);
}

void drawRing(QPainter& painter, QPointF at, const Ink& ink) {
  painter.setPen(makePen(ink.edge));
  painter.setBrush(ink.fill);
  painter.drawEllipse(at, 5, 5);
  painter.setBrush(ink.edge);
  painter.drawEllipse(at, 1.5, 1.5);
}

void drawTorsionSpring(QPainter& painter, QPointF at, const QColor& colour) {
  QPainterPath path;
  constexpr int kSteps = 60;
  for (int i = 0; i <= kSteps; ++i) {
    const double part = double(i) / kSteps, r = kPin + 2 + 10 * part;
    const QPointF p = at + r * direction(-5 * kPi * part);
    i == 0 ? path.moveTo(p) : path.lineTo(p);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(makePen(colour, 1.4));
  painter.drawPath(path);
}

void drawTurnArrow(QPainter& painter, QPointF at, double radius, bool counterClockwise,
                   const QColor& colour) {
  const double sign = counterClockwise ? -1 : 1, begin = counterClockwise ? -0.15 * kPi : -0.85 * kPi;
  const double end = begin + sign * 0.75 * kPi;
  QPainterPath path;
  constexpr int kSteps = 40;
  for (int i = 0; i <= kSteps; ++i) {
    const QPointF p =
        at + radius * direction(begin + (end - sign * 0.7 * kHead / radius - begin) * i / kSteps);
    i == 0 ? path.moveTo(p) : path.lineTo(p);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(makePen(colour, 2));
  painter.drawPath(path);
  const double last = end - sign * 0.5 * kHead / radius;
  drawHead(painter, at + radius * direction(end), sign * leftOf(direction(last)), colour);
}

void drawArrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour) {
  const double reach = length(to - from);
  if (reach < 1) return;
  const QPointF along = (to - from) / reach;
  painter.setPen(makePen(colour, 2));
  painter.drawLine(from, to - 0.7 * kHead * along);
  drawHead(painter, to, along, colour);
}

// Dash and dot as for an axis; a short radius shows how it turns.
void drawPitchCircle(QPainter& painter, QPointF at, double radius, double phase, const QColor& colour) {
  QPen pen = makePen(colour, 1.3);
  pen.setDashPattern({9, 4, 1, 4});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(at, radius, radius);
  painter.setPen(makePen(colour, 1.3));
  painter.drawLine(at + 0.8 * radius * direction(phase), at + radius * direction(phase));
}

void drawTeeth(QPainter& painter, const QPolygonF& outline, QPointF at, double rim, const QColor& colour) {
  QColor fill = colour;
  fill.setAlphaF(0.10F);
  QPainterPath shape;
  shape.setFillRule(Qt::OddEvenFill);
  shape.addPolygon(outline);
  shape.closeSubpath();
  if (rim > 0) shape.addEllipse(at, rim, rim);
  painter.setPen(makePen(colour, 1.3));
  painter.setBrush(fill);
  painter.drawPath(shape);
}

namespace {

// Where a text begins, on its own line through the origin.
QPointF findTextStart(const QFontMetricsF& metrics, const QString& text, Qt::Alignment alignment) {
  const double width = metrics.horizontalAdvance(text);
  const double x = alignment.testFlag(Qt::AlignLeft)    ? 0
                   : alignment.testFlag(Qt::AlignRight) ? -width
                                                        : -width / 2;
  return {x, metrics.ascent() / 2 - 1};
}

double keepUpright(double angle) {
  return std::cos(angle) < -1e-9 ? angle + kPi : angle;
}

}  // namespace

QRectF findLabelBox(const QPainter& painter, QPointF at, const QString& text, double angle,
                    Qt::Alignment alignment) {
  const QFontMetricsF metrics(painter.font());
  const QPointF start = findTextStart(metrics, text, alignment);
  QTransform place;
  place.translate(at.x(), at.y());
  place.rotate(keepUpright(angle) * 180 / kPi);
  const double height = metrics.ascent();
  return place.mapRect(
      QRectF(start.x() - 2, -height / 2 - 1, metrics.horizontalAdvance(text) + 4, height + 2));
}

namespace {

constexpr double kHalo = 4;  // px, its pen

// The text alone, its anchor where `box` has its origin.
QPixmap makeLabel(const QFont& font, const QString& text, const QColor& colour, const QColor& halo,
                  double angle, Qt::Alignment alignment, const QRect& box, double pixelRatio) {
  QPixmap label(box.size() * pixelRatio);
  label.setDevicePixelRatio(pixelRatio);
  label.fill(Qt::transparent);
  QPainterPath path;
  path.addText(findTextStart(QFontMetricsF(font), text, alignment), font, text);
  QPainter painter(&label);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(-box.topLeft());
  painter.rotate(angle * 180 / kPi);
  painter.setPen(makePen(halo, kHalo));
  painter.drawPath(path);
  painter.fillPath(path, colour);
  return label;
}

}  // namespace

// Stroking a halo takes longer than all the rest of a small mechanism, and most texts stay what they are.
void drawLabel(QPainter& painter, QPointF at, const QString& text, const QColor& colour, const QColor& halo,
               double angle, Qt::Alignment alignment) {
  constexpr double kFar = 1e5;  // px: nobody sees it there, and no whole number holds it
  if (!(std::abs(at.x()) < kFar && std::abs(at.y()) < kFar)) return;
  constexpr double kTurn = 0.005;  // rad: so near, the same picture will do
  const double turn = kTurn * std::round(keepUpright(angle) / kTurn);
  const QRect box =
      findLabelBox(painter, {}, text, turn, alignment).adjusted(-kHalo, -kHalo, kHalo, kHalo).toAlignedRect();
  const double pixelRatio = painter.device()->devicePixelRatioF();
  const QString key = QStringList{"label",
                                  text,
                                  painter.font().key(),
                                  colour.name(QColor::HexArgb),
                                  halo.name(QColor::HexArgb),
                                  QString::number(turn),
                                  QString::number(alignment.toInt()),
                                  QString::number(pixelRatio)}
                          .join('|');
  QPixmap label;
  if (!QPixmapCache::find(key, &label)) {
    label = makeLabel(painter.font(), text, colour, halo, turn, alignment, box, pixelRatio);
    QPixmapCache::insert(key, label);
  }
  painter.drawPixmap(at.toPoint() + box.topLeft(), label);
}

}  // namespace clank::symbols
