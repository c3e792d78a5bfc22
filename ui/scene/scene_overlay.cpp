// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_overlay.h"
#include "ui/look/hand_mark.h"
#include "ui/look/scale.h"
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

// At most three lines: what is left over is in the last.
QStringList breakWords(const QString& text, const QFontMetricsF& metrics, double room) {
  constexpr int kMostLines = 3;
  QStringList lines;
  for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
    const QString longer = lines.isEmpty() ? word : lines.back() + ' ' + word;
    if (lines.isEmpty() || (metrics.horizontalAdvance(longer) > room && lines.size() < kMostLines))
      lines << word;
    else
      lines.back() = longer;
  }
  return lines;
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

double findRoundBelow(double most) {
  if (!(most > 0) || !std::isfinite(most)) return 0;
  const double decade = std::pow(10, std::floor(std::log10(most) + 1e-9));
  double step = decade;
  for (const double times : {2.0, 5.0})
    if (times * decade <= most * (1 + 1e-9)) step = times * decade;
  return step;
}

ScaleStep findScaleStep(double most) {
  const double step = findRoundBelow(most / shownUnit("m").factor);
  if (step <= 0) return {};
  const double metres = step * shownUnit("m").factor;
  return {metres, writeShown(metres, "m", 6)};
}

SceneOverlay::SceneOverlay(QWidget* parent) : QWidget(parent), palette_(Palette::light()) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
}

void SceneOverlay::change(const QRect& area) {
  isChanged_ = true;
  area.isNull() ? update() : update(area);
}

void SceneOverlay::setLook(const Palette& palette) {
  palette_ = palette;
  change();
}

// In a narrow scene the time and what happens then stand on lines of their own, broken between words.
QStringList SceneOverlay::headlineLines(const QString& text) const {
  const QFontMetricsF metrics(strongFont(font()));
  const double room = width() - 2 * kMargin;
  if (metrics.horizontalAdvance(text) <= room) return {text};
  QStringList lines;
  for (const QString& part : text.split("   ", Qt::SkipEmptyParts)) lines += breakWords(part, metrics, room);
  for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);  // a word that is wider
  return lines;
}

QRect SceneOverlay::headlineArea(const QString& text) const {
  const QFontMetricsF metrics(strongFont(font()));
  const QStringList lines = headlineLines(text);
  double across = 0;
  for (const QString& line : lines + QStringList(ghost_))
    across = std::max(across, metrics.horizontalAdvance(line));
  const int wide = static_cast<int>(std::ceil(across)) + 12;
  const int tall =
      static_cast<int>(std::ceil(static_cast<double>(lines.size() + !ghost_.isEmpty()) * metrics.height()));
  return {width() - kMargin - wide, 0, wide + kMargin, kMargin + tall + 8};
}

double SceneOverlay::headHeight() const {
  const auto lines = static_cast<double>(headlineLines(headline_).size() + !ghost_.isEmpty());
  return kMargin + std::ceil(lines * QFontMetricsF(strongFont(font())).height()) + 4;
}

void SceneOverlay::setHeadline(const QString& text, bool impact) {
  if (text == headline_ && impact == impact_) return;
  change(headlineArea(headline_).united(headlineArea(text)));
  headline_ = text;
  impact_ = impact;
}

void SceneOverlay::setGhostName(const QString& text) {
  if (text == ghost_) return;
  change(headlineArea(headline_));
  ghost_ = text;
  change(headlineArea(headline_));
}

void SceneOverlay::setLabels(std::vector<OverlayLabel> labels,
                             const std::vector<OverlayObstacle>& obstacles) {
  if (labels.empty() && labels_.empty()) return;
  if (labels.empty()) places_.clear();
  labels_ = std::move(labels);
  obstacles_ = obstacles;
  change();
}

void SceneOverlay::setRing(std::optional<QPointF> at, double radius, const QColor& colour) {
  if (at == ring_ && (!at || (radius == ringRadius_ && colour == ringColour_))) return;
  ring_ = at;
  ringRadius_ = radius;
  ringColour_ = colour;
  change();
}

void SceneOverlay::setHands(std::vector<OverlayHand> hands) {
  if (hands == hands_) return;
  hands_ = std::move(hands);
  change();
}

void SceneOverlay::setMetresPerPixel(double value) {
  if (value == metresPerPixel_) return;
  metresPerPixel_ = value;
  change();
}

void SceneOverlay::setKey(std::size_t place, const ArrowKey& key) {
  if (key == keys_[place]) return;
  keys_[place] = key;
  change();
}

void SceneOverlay::setNote(const QString& text) {
  if (text == note_) return;
  note_ = text;
  change();
}

void SceneOverlay::setBendingLook(const BendingLook& look) {
  bendingLook_ = look;
  change();
}

void SceneOverlay::setInset(const QRectF& inset, std::vector<QLineF> leaders) {
  if (inset == inset_ && leaders == leaders_) return;
  inset_ = inset;
  leaders_ = std::move(leaders);
  change();
}

// In a small pane it would lie on the links; a bar above the views tells the same.
bool SceneOverlay::hasStressScale() const {
  constexpr int kLeastHeight = 280;  // px
  return bendingLook_.fullStress > 0 && height() >= kLeastHeight * lookScale(this);
}

// The scene under it is drawn far more often than what is written here changes: what was painted once and has
// to be painted again is kept as a picture.
void SceneOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QSize pixels = size() * devicePixelRatioF();
  if (std::exchange(isChanged_, false) || units_ != unitChoice() || font_ != font()) {
    units_ = unitChoice();
    font_ = font();
    picture_ = {};
    return paint(painter);
  }
  if (picture_.size() != pixels) {
    picture_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
    picture_.setDevicePixelRatio(devicePixelRatioF());
    picture_.fill(Qt::transparent);
    QPainter writer(&picture_);
    paint(writer);
  }
  painter.drawImage(0, 0, picture_);
}

void SceneOverlay::paint(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  painter.setPen(QPen(palette_.clearance, 1.4, Qt::DashLine));
  for (const QLineF& leader : leaders_) painter.drawLine(leader);
  paintScaleBar(painter);
  paintKeys(painter);
  paintRing(painter);
  for (const OverlayHand& hand : hands_)
    drawHandMark(painter, hand.from, hand.to, hand.text, palette_.action, palette_.panel);
  paintLabels(painter);
  paintHeadline(painter);
}

void SceneOverlay::paintHeadline(QPainter& painter) const {
  if (headline_.isEmpty()) return;
  painter.setFont(strongFont(font()));
  const QFontMetricsF metrics(painter.font());
  double y = kMargin + metrics.ascent();
  for (const QString& line : headlineLines(headline_)) {
    const QPointF baseline(width() - kMargin - metrics.horizontalAdvance(line), y);
    drawText(painter, baseline, line, impact_ ? palette_.impact : palette_.ink, palette_.sceneTop);
    y += metrics.height();
  }
  painter.setFont(font());
  const QFontMetricsF plain(painter.font());
  const QString ghost = plain.elidedText(ghost_, Qt::ElideRight, width() - 2 * kMargin);
  drawText(painter, {width() - kMargin - plain.horizontalAdvance(ghost), y}, ghost, palette_.dim,
           palette_.sceneTop);
}

QFont SceneOverlay::scaleFont() const {
  QFont small = font();
  if (small.pointSizeF() > 0) small.setPointSizeF(0.9 * small.pointSizeF());
  return small;
}

// Its line is the lower edge, its number stands above. None where there is no scale. An inset is kept clear
// of, as far as there is room beside it.
QRectF SceneOverlay::scaleBarArea() const {
  const ScaleStep step = findScaleStep(metresPerPixel_ * std::min(0.22 * width(), 180.0));
  if (step.metres <= 0) return {};
  const double right = width() - kMargin - 0.5;
  const QFontMetricsF metrics(scaleFont());
  const double across = std::max(step.metres / metresPerPixel_, metrics.horizontalAdvance(step.name));
  const double tall = 6 + metrics.ascent(), y = height() - kMargin - 0.5;
  const QRectF keys = keysArea();
  const auto isFree = [&](const QRectF& area) {
    return area.left() >= kMargin && area.top() >= 0 && !area.intersects(inset_) &&
           (keys.isEmpty() || !area.intersects(keys.adjusted(-kMargin, 0, kMargin, 0)));
  };
  const QRectF corner(right - across, y - tall, across, tall);
  const double aboveKeys = keys.top() - kMargin - tall;  // in a narrow scene they need all of its width
  const QRectF above = keys.isEmpty() || !corner.intersects(keys.adjusted(-kMargin, 0, kMargin, 0))
                           ? corner
                           : QRectF(corner.left(), aboveKeys, across, tall);
  const double beside = inset_.left() - kMargin - across;
  for (const QRectF& area :
       {corner, above, QRectF(beside, corner.top(), across, tall), QRectF(beside, aboveKeys, across, tall)})
    if (isFree(area)) return area;
  return above;
}

void SceneOverlay::paintScaleBar(QPainter& painter) const {
  const QRectF area = scaleBarArea();
  if (area.isEmpty()) return;
  const ScaleStep step = findScaleStep(metresPerPixel_ * std::min(0.22 * width(), 180.0));
  const double across = step.metres / metresPerPixel_, right = area.right(), y = area.bottom();
  painter.setPen(QPen(palette_.dim, 1.2));
  painter.drawLine(QPointF(right - across, y), QPointF(right, y));
  for (const double x : {right - across, right}) painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
  painter.setFont(scaleFont());
  const double text = QFontMetricsF(painter.font()).horizontalAdvance(step.name);
  painter.drawText(QPointF(std::min(right - 0.5 * (across + text), right - text), y - 6), step.name);
}

// Lower left, above the note.
void SceneOverlay::paintKeys(QPainter& painter) const {
  const QFontMetricsF metrics(font());
  const double left = keysArea().left();
  double y = height() - kMargin - 0.5;
  painter.setFont(font());
  if (std::any_of(keys_.begin(), keys_.end(), [](const ArrowKey& key) { return key.length > 0; })) {
    QColor ground = palette_.sceneBottom;  // a part may lie there
    ground.setAlphaF(0.8F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(keysArea().adjusted(-6, -3, 6, 3), 6, 6);
  }
  if (!note_.isEmpty()) {
    drawText(painter, {left, y - metrics.descent()}, note_, palette_.dim, palette_.sceneBottom);
    y -= metrics.height() + 4;
  }
  if (hasStressScale()) {
    paintStressScale(painter, {left, y}, bendingLook_, palette_);
    y -= 2.2 * metrics.height() + 4;
  }
  for (const ArrowKey& key : keys_) y = paintKey(painter, key, {left, y});
}

// Returns where the next one stands.
double SceneOverlay::paintKey(QPainter& painter, const ArrowKey& key, QPointF foot) const {
  const double left = foot.x(), y = foot.y();
  if (key.length <= 0) return y;
  const QFontMetricsF metrics(font());
  const double right = left + key.length, line = y - metrics.height() / 2;
  painter.setPen(QPen(key.colour, 3, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(QPointF(left, line), QPointF(right - 8, line));
  const std::array head{QPointF(right, line), QPointF(right - 9, line - 4.5), QPointF(right - 9, line + 4.5)};
  painter.setPen(Qt::NoPen);
  painter.setBrush(key.colour);
  painter.drawPolygon(head.data(), static_cast<int>(head.size()));
  painter.setBrush(Qt::NoBrush);
  const bool beside = isBeside(key);
  const QPointF words = beside ? QPointF(right + 8, y) : QPointF(left, y - metrics.height());
  drawText(painter, words - QPointF(0, metrics.descent()), key.text, palette_.dim, palette_.sceneBottom);
  return y - (beside ? 1 : 2) * metrics.height() - 4;
}

// In a narrow scene the words of a key stand above its arrow.
bool SceneOverlay::isBeside(const ArrowKey& key) const {
  return kMargin + key.length + 8 + QFontMetricsF(font()).horizontalAdvance(key.text) <= width() - kMargin;
}

double SceneOverlay::footHeight() const {
  return std::max(keysArea().height(), scaleBarArea().height());
}

// With the note and the scale of stress, as far as there are any. Beside an inset that lies there.
QRectF SceneOverlay::keysArea() const {
  const QFontMetricsF metrics(font());
  double tall = 0, across = metrics.horizontalAdvance(note_);
  if (!note_.isEmpty()) tall += metrics.height() + 4;
  if (hasStressScale()) {
    tall += 2.2 * metrics.height() + 4;
    across = std::max({across, kStressScale, metrics.horizontalAdvance(bendingLook_.stressWords())});
  }
  for (const ArrowKey& key : keys_) {
    if (key.length <= 0) continue;
    const double words = metrics.horizontalAdvance(key.text), beside = key.length + 8 + words;
    tall += (isBeside(key) ? 1 : 2) * metrics.height() + 4;
    across = std::max(across, isBeside(key) ? beside : std::max(key.length, words));
  }
  const QRectF area(kMargin, height() - kMargin - tall, across, tall);
  const double beside = inset_.right() + kMargin;
  const bool moves = area.intersects(inset_) && beside + across <= width() - kMargin;
  return moves ? area.translated(beside - area.left(), 0) : area;
}

// Those of the impulses that an event is about come first.
void SceneOverlay::paintRing(QPainter& painter) const {
  constexpr double kLeastRing = 7;  // px
  if (!ring_) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(ringColour_, 2.5));
  painter.setBrush(Qt::NoBrush);
  const double radius = std::max(kLeastRing, ringRadius_);
  painter.drawEllipse(*ring_, radius, radius);
}

void SceneOverlay::paintLabels(QPainter& painter) const {
  if (labels_.empty()) return;
  constexpr double kEdge = 4, kOff = 4, kStrongOff = 8;  // px
  LabelLayout layout(QRectF(rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge), places_);
  layout.block(QRectF(headlineArea(headline_)), Cover::text);
  layout.block(keysArea(), Cover::text);
  layout.block(inset_, Cover::text);
  layout.block(scaleBarArea().adjusted(-4, -2, 4, 4), Cover::text);
  for (const OverlayObstacle& obstacle : obstacles_)
    layout.blockLine(obstacle.from, obstacle.to, obstacle.half, obstacle.cover);
  for (const bool strong : {true, false})
    for (const OverlayLabel& label : labels_) {
      if (label.strong != strong) continue;
      painter.setFont(strong ? strongFont(font()) : font());
      const QFontMetricsF metrics(painter.font());
      const double gap = strong ? kStrongOff : kOff;
      const auto spot =
          layout.place(label.text, {metrics.horizontalAdvance(label.text) + 2, metrics.ascent() + 2},
                       LabelLayout::around(label.at, label.away, gap));
      if (!spot || inset_.intersects(spot->outline.boundingRect())) continue;  // no room beside it
      if (const auto leader = spot->findLeader()) {
        painter.setPen(QPen(palette_.dim, 1));
        painter.drawLine(*leader);
      }
      const QRectF box = spot->outline.boundingRect();
      drawText(painter, {box.left() + 1, box.bottom() - 2}, label.text, label.color, palette_.sceneTop);
    }
}

}  // namespace clank

#include "moc_scene_overlay.cpp"
