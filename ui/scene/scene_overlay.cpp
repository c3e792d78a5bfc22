// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_overlay.h"
#include "ui/look/shown_units.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace clank {
namespace {

constexpr int kMargin = 14;  // px

QFont strongFont(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

// Text that stays legible over anything: letters over a soft rim of the ground colour.
void drawText(QPainter& painter, QPointF baseline, const QString& text, const QColor& color, QColor rim) {
  QPainterPath letters;
  letters.addText(baseline, painter.font(), text);
  rim.setAlphaF(0.8f);
  painter.strokePath(letters, QPen(rim, 3.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setPen(color);
  painter.drawText(baseline, text);
}

}  // namespace

ScaleStep findScaleStep(double most) {
  if (!(most > 0) || !std::isfinite(most)) return {};
  most /= shownUnit("m").factor;
  const double decade = std::pow(10, std::floor(std::log10(most) + 1e-9));
  double step = decade;
  for (const double times : {2.0, 5.0})
    if (times * decade <= most * (1 + 1e-9)) step = times * decade;
  const double metres = step * shownUnit("m").factor;
  return {metres, writeShown(metres, "m", 6)};
}

SceneOverlay::SceneOverlay(QWidget* parent) : QWidget(parent), palette_(Palette::light()) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
}

void SceneOverlay::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

QRect SceneOverlay::headlineArea(const QString& text) const {
  const QFontMetricsF metrics(strongFont(font()));
  const int across = static_cast<int>(std::ceil(metrics.horizontalAdvance(text))) + 12;
  return {width() - kMargin - across, 0, across + kMargin, kMargin + static_cast<int>(metrics.height()) + 8};
}

void SceneOverlay::setHeadline(const QString& text, bool impact) {
  if (text == headline_ && impact == impact_) return;
  update(headlineArea(headline_).united(headlineArea(text)));
  headline_ = text;
  impact_ = impact;
}

void SceneOverlay::setLabels(std::vector<OverlayLabel> labels) {
  if (labels.empty() && labels_.empty()) return;
  labels_ = std::move(labels);
  update();
}

void SceneOverlay::setMetresPerPixel(double value) {
  if (value == metresPerPixel_) return;
  metresPerPixel_ = value;
  update();
}

void SceneOverlay::setForceKey(const ForceKey& key) {
  if (key.length == key_.length && key.text == key_.text) return;
  key_ = key;
  update();
}

void SceneOverlay::setNote(const QString& text) {
  if (text == note_) return;
  note_ = text;
  update();
}

void SceneOverlay::setBendingLook(const BendingLook& look) {
  bendingLook_ = look;
  update();
}

void SceneOverlay::setLeaders(std::vector<QLineF> leaders) {
  if (leaders == leaders_) return;
  leaders_ = std::move(leaders);
  update();
}

void SceneOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter);
}

void SceneOverlay::paint(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  painter.setPen(QPen(palette_.clearance, 1.4, Qt::DashLine));
  for (const QLineF& leader : leaders_) painter.drawLine(leader);
  paintScaleBar(painter);
  paintForceKey(painter);
  for (const OverlayLabel& label : labels_) paintLabel(painter, label);
  paintHeadline(painter);
}

void SceneOverlay::paintHeadline(QPainter& painter) const {
  if (headline_.isEmpty()) return;
  painter.setFont(strongFont(font()));
  const QFontMetricsF metrics(painter.font());
  const QPointF baseline(width() - kMargin - metrics.horizontalAdvance(headline_),
                         kMargin + metrics.ascent());
  drawText(painter, baseline, headline_, impact_ ? palette_.impact : palette_.ink, palette_.sceneTop);
}

void SceneOverlay::paintScaleBar(QPainter& painter) const {
  const ScaleStep step = findScaleStep(metresPerPixel_ * std::min(0.22 * width(), 180.0));
  if (step.metres <= 0) return;
  const double across = step.metres / metresPerPixel_;
  const double right = width() - kMargin - 0.5, y = height() - kMargin - 0.5;
  painter.setPen(QPen(palette_.dim, 1.2));
  painter.drawLine(QPointF(right - across, y), QPointF(right, y));
  for (const double x : {right - across, right}) painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
  QFont small = font();
  if (small.pointSizeF() > 0) small.setPointSizeF(0.9 * small.pointSizeF());
  painter.setFont(small);
  const double text = QFontMetricsF(small).horizontalAdvance(step.name);
  painter.drawText(QPointF(right - 0.5 * (across + text), y - 6), step.name);
}

// Lower left, above the note.
void SceneOverlay::paintForceKey(QPainter& painter) const {
  const QFontMetricsF metrics(font());
  double y = height() - kMargin - 0.5;
  painter.setFont(font());
  if (!note_.isEmpty()) {
    drawText(painter, {1.0 * kMargin, y - metrics.descent()}, note_, palette_.dim, palette_.sceneBottom);
    y -= metrics.height() + 4;
  }
  if (bendingLook_.fullStress > 0) {
    paintStressScale(painter, {kMargin, y}, bendingLook_, palette_);
    y -= 2.2 * metrics.height() + 4;
  }
  if (key_.length <= 0) return;
  const double left = kMargin, right = kMargin + key_.length, line = y - metrics.height() / 2;
  painter.setPen(QPen(palette_.contact, 3, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(QPointF(left, line), QPointF(right - 8, line));
  const std::array head{QPointF(right, line), QPointF(right - 9, line - 4.5), QPointF(right - 9, line + 4.5)};
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.contact);
  painter.drawPolygon(head.data(), static_cast<int>(head.size()));
  painter.setBrush(Qt::NoBrush);
  drawText(painter, {right + 8, y - metrics.descent()}, key_.text, palette_.dim, palette_.sceneBottom);
}

// Where the text stands: off its point far enough to clear it, and inside the view.
QRectF SceneOverlay::findBox(const OverlayLabel& label, QPointF away) const {
  const QFontMetricsF metrics(label.strong ? strongFont(font()) : font());
  const double w = metrics.horizontalAdvance(label.text), h = metrics.height();
  const double norm = std::hypot(away.x(), away.y());
  const QPointF u = norm > 0 ? away / norm : QPointF(0, -1);
  const double gap = (label.strong ? 13 : 5) + 0.5 * (std::abs(u.x()) * w + std::abs(u.y()) * h);
  QRectF box(0, 0, w, h);
  box.moveCenter(label.at + gap * u);
  box.moveLeft(std::clamp(box.left(), 4.0, std::max(4.0, width() - w - 4)));
  box.moveTop(std::clamp(box.top(), 4.0, std::max(4.0, height() - h - 4)));
  return box;
}

// A strong label changes sides when it would stand on another one.
QRectF SceneOverlay::findFreeBox(const OverlayLabel& label) const {
  const QRectF wanted = findBox(label, label.away);
  if (!label.strong) return wanted;
  const auto isFree = [&](const QRectF& box) {
    return std::none_of(labels_.begin(), labels_.end(), [&](const OverlayLabel& other) {
      return &other != &label && findBox(other, other.away).intersects(box);
    });
  };
  const QRectF opposite = findBox(label, -label.away);
  return !isFree(wanted) && isFree(opposite) ? opposite : wanted;
}

void SceneOverlay::paintLabel(QPainter& painter, const OverlayLabel& label) const {
  painter.setFont(label.strong ? strongFont(font()) : font());
  const QRectF box = findFreeBox(label);
  drawText(painter, {box.left(), box.top() + QFontMetricsF(painter.font()).ascent()}, label.text, label.color,
           palette_.sceneTop);
}

}  // namespace clank
