// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/look/scale.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr int kGutter = 88, kRight = 32;  // px left and right of the axis
constexpr int kRibbonTop = 10, kRibbonHeight = 22;
constexpr int kAxisY = 50;
constexpr int kTickLength = 5, kLabelTop = 58;
constexpr double kMark = 7;  // px, half a diamond
constexpr int kFontSize = 12;
constexpr double kStep = 0.01, kLeap = 0.1;  // of the duration, by keys

// Step of the axis: 1, 2 or 5 times a power of ten, with room for its labels.
double findStep(double duration, double width) {
  const double least = duration * 72 / std::max(width, 1.0);
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= least) return factor * decade;
  return 10 * decade;
}

QString mobilityWords(const ConfigurationTrack::Segment& segment) {
  const QString least = QString::number(segment.leastMobility);
  if (segment.leastMobility == segment.mostMobility) return least;
  return Timeline::tr("%1 to %2").arg(least).arg(segment.mostMobility);
}

}  // namespace

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Timeline: phases and events"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Timeline::setTrajectory(const Mechanism& resolved, const Trajectory* trajectory, double duration) {
  trajectory_ = trajectory;
  duration_ = duration > 0 ? duration : 1;
  track_.start(resolved, *trajectory);
  update();
}

void Timeline::advance() {
  track_.advance();
  update();
}

void Timeline::setTime(double t) {
  cursor_ = t;
  update();
}

void Timeline::setLook(const Palette& palette) {
  palette_ = palette;
  scale_ = lookScale(this);
  updateGeometry();
  update();
}

double Timeline::toPixel(double t) const {
  return kGutter + t / duration_ * (unitWidth() - kGutter - kRight);
}

double Timeline::toTime(double x) const {
  return std::clamp((x - kGutter) / std::max(1.0, unitWidth() - kGutter - kRight) * duration_, 0.0,
                    duration_);
}

QPoint Timeline::getEventPosition(std::size_t event) const {
  return (scale_ * QPointF(toPixel(trajectory_->events()[event].t), kAxisY)).toPoint();
}

std::optional<std::size_t> Timeline::findEvent(QPointF position) const {
  if (!trajectory_ || std::abs(position.y() - kAxisY) > kMark + 2) return {};
  std::optional<std::size_t> found;
  double nearest = kMark + 1;
  for (std::size_t i = 0; i < trajectory_->events().size(); ++i) {
    const double distance = std::abs(toPixel(trajectory_->events()[i].t) - position.x());
    if (distance >= nearest) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

void Timeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette_.panel);
  painter.scale(scale_, scale_);
  QFont text = font();
  text.setPixelSize(kFontSize);
  painter.setFont(text);
  painter.setPen(palette_.dim);
  painter.drawText(QRect(16, kRibbonTop, kGutter - 24, kRibbonHeight), Qt::AlignVCenter, tr("phases"));
  painter.drawText(QRect(16, kAxisY - 10, kGutter - 24, 20), Qt::AlignVCenter, tr("events"));
  drawRibbon(painter);
  drawAxis(painter);
  drawCursor(painter);
  drawEvents(painter);
}

void Timeline::drawRibbon(QPainter& painter) const {
  const QRectF whole(kGutter, kRibbonTop, unitWidth() - kGutter - kRight, kRibbonHeight);
  QPainterPath shape;
  shape.addRoundedRect(whole, 4, 4);
  painter.save();
  painter.setClipPath(shape);
  painter.fillRect(whole, palette_.ground);
  for (const auto& segment : track_.getSegments()) {
    const QRectF part(toPixel(segment.from), kRibbonTop, toPixel(segment.to) - toPixel(segment.from),
                      kRibbonHeight);
    const bool held = segment.state != JointState::free;
    const QColor colour = colourOf(segment.state, palette_);
    painter.fillRect(part, colour);
    const QColor ink =
        colour.lightnessF() * (held || palette_.dark ? 2 : 1) > 0.7F ? QColor("#1F2933") : Qt::white;
    if (held) {  // not by colour alone
      QColor hatch = ink;
      hatch.setAlphaF(0.13F);
      const bool locked = segment.state == JointState::locked;
      painter.fillRect(part, QBrush(hatch, locked ? Qt::BDiagPattern : Qt::HorPattern));
    }
    const QString full = tr("configuration %1: %2, mobility %3")
                             .arg(segment.number)
                             .arg(segment.words, mobilityWords(segment));
    painter.setPen(ink);
    for (const QString& words : {full, segment.words, QString::number(segment.number)}) {
      if (painter.fontMetrics().horizontalAdvance(words) + 12 > part.width()) continue;
      painter.drawText(part, Qt::AlignCenter, words);
      break;
    }
  }
  painter.restore();
}

void Timeline::drawAxis(QPainter& painter) const {
  painter.setPen(QPen(palette_.dim, 1));
  painter.drawLine(QPointF(toPixel(0), kAxisY), QPointF(toPixel(duration_), kAxisY));
  const double step = findStep(duration_, toPixel(duration_) - toPixel(0));
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  for (int i = 0; i * step <= duration_ * (1 + 1e-9); ++i) {
    const double x = toPixel(i * step);
    painter.setPen(QPen(palette_.dim, 1));
    painter.drawLine(QPointF(x, kAxisY), QPointF(x, kAxisY + kTickLength));
    painter.drawText(QRectF(x - 40, kLabelTop, 80, 16), Qt::AlignCenter,
                     QString::number(i * step, 'f', decimals));
  }
  painter.drawText(QRectF(unitWidth() - kRight + 12, kAxisY - 8, kRight - 12, 16), Qt::AlignVCenter, tr("s"));
}

void Timeline::drawEvents(QPainter& painter) const {
  if (!trajectory_) return;
  double last = -1e9;
  for (const auto& receipt : trajectory_->events()) {
    const double x = toPixel(receipt.t);
    if (x - last < 1) continue;  // marks on one pixel are one mark
    last = x;
    const QPointF mark[]{{x, kAxisY - kMark}, {x + kMark, kAxisY}, {x, kAxisY + kMark}, {x - kMark, kAxisY}};
    painter.setPen(QPen(palette_.panel, 1.4));
    painter.setBrush(palette_.impact);
    painter.drawPolygon(mark, 4);
  }
}

void Timeline::drawCursor(QPainter& painter) const {
  const double x = toPixel(std::clamp(cursor_, 0.0, duration_));
  painter.setPen(QPen(palette_.action, 2));
  painter.drawLine(QPointF(x, kRibbonTop - 4), QPointF(x, kLabelTop - 2));
  const QPointF grip[]{{x - 5, kRibbonTop - 8}, {x + 5, kRibbonTop - 8}, {x, kRibbonTop - 1}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.action);
  painter.drawPolygon(grip, 3);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !trajectory_) return;
  if (const auto found = findEvent(event->position() / scale_)) {
    Q_EMIT eventPicked(*found);
  } else {
    Q_EMIT timePicked(toTime(event->position().x() / scale_));
  }
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) {
    Q_EMIT timePicked(toTime(event->position().x() / scale_));
  } else {
    setCursor(findEvent(event->position() / scale_) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  double step = 0;  // of the duration
  if (event->key() == Qt::Key_Left) step = -kStep;
  if (event->key() == Qt::Key_Right) step = kStep;
  if (event->key() == Qt::Key_PageUp) step = -kLeap;
  if (event->key() == Qt::Key_PageDown) step = kLeap;
  if (step == 0 || !trajectory_) return QWidget::keyPressEvent(event);
  Q_EMIT timePicked(std::clamp(cursor_ + step * duration_, 0.0, duration_));
}

void Timeline::leaveEvent(QEvent*) {
  unsetCursor();
}

bool Timeline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    if (const auto found = findEvent(QPointF(help->pos()) / scale_)) {
      const Receipt& receipt = trajectory_->events()[*found];
      QToolTip::showText(
          help->globalPos(),
          tr("%1 at %2, t = %3 s")
              .arg(toWord(receipt.kind), QString::fromStdString(receipt.element), toWords(receipt.t, 9)));
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace clank
