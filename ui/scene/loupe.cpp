// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/loupe.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>
#include <QtMath>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/icon.h"
#include "ui/look/part_names.h"
#include "ui/look/scale.h"
#include "ui/look/shown_units.h"

namespace clank {
namespace {

// Of the radius of the glass.
constexpr double kHole = 0.8, kWay = 0.27, kShaft = kHole - kWay, kFullArrow = 0.62;
constexpr int kWords = 20, kButtons = 26;  // px, heights
constexpr double kRim = 1.75;              // px, round letters
constexpr int kLeast = 170, kMost = 340;   // px, of the glass across
constexpr double kOfView = 0.5;
constexpr std::size_t kTraced = 600;  // samples

QPointF toScreen(Vec2 v) {
  return {v.x, -v.y};
}

// With a true minus sign and the prefix that leaves one to four digits.
QString withPrefix(double value, const QString& unit) {
  struct Prefix {
    double factor;
    const char* name;
  };
  constexpr std::array kPrefixes{Prefix{1e3, "k"}, Prefix{1, ""}, Prefix{1e-3, "m"}, Prefix{1e-6, "\u00b5"},
                                 Prefix{1e-9, "n"}};
  const auto* found = std::find_if(kPrefixes.begin(), kPrefixes.end() - 1, [&](const Prefix& p) {
    return std::abs(value) >= (p.factor > 1 ? 10 : 1) * p.factor;
  });
  if (std::abs(value) < 1e-12) {  // rounding
    value = 0;
    found = &kPrefixes[1];
  }
  const double number = value / found->factor;
  const QString text =
      std::abs(number) >= 1000 ? QString::number(number, 'f', 0) : QString::number(number, 'g', 3);
  return text + " " + QString::fromUtf8(found->name) + unit;
}

}  // namespace

Loupe::Loupe(QWidget* parent) : QWidget(parent), close_(new QToolButton(this)) {
  setObjectName("loupe");
  setAttribute(Qt::WA_NoSystemBackground);
  setCursor(Qt::OpenHandCursor);
  const std::array words{tr("Orbit"), tr("Force"), tr("Section")};
  const std::array tips{tr("Plot the way of the journal's centre, with the clearance circle"),
                        tr("Plot the force over the penetration"),
                        tr("Plot one dot a turn of the crank: Poincar\u00e9 section")};
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto* button = new QToolButton(this);
    button->setText(words[i]);
    button->setToolTip(tips[i]);
    button->setAccessibleName(tips[i]);
    button->setCursor(Qt::ArrowCursor);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this,
            [this, i] { Q_EMIT figureAsked(static_cast<PlayFigure>(i)); });
    buttons_.push_back(button);
  }
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Close the loupe"));
  close_->setAccessibleName(tr("Close the loupe"));
  close_->setCursor(Qt::ArrowCursor);
  close_->setFocusPolicy(Qt::TabFocus);
  connect(close_, &QToolButton::clicked, this, &Loupe::closed);
  setLook(palette_);
  hide();
}

void Loupe::setJoint(const PlayRecord::LooseJoint& joint) {
  id_ = QString::fromStdString(joint.id);
  name_ = namePart(joint.id);
  clearance_ = std::max(1e-12, joint.clearance());
  setAccessibleName(tr("Loupe on joint %1").arg(name_));
  trace_.clear();
  head_ = 0;
  update();
}

void Loupe::setPlay(const PlayMoment& now, const std::vector<PlayMoment>& history, double bearingAngle,
                    double journalAngle, double peak) {
  now_ = now;
  const auto end = std::upper_bound(history.begin(), history.end(), now.t,
                                    [](double t, const PlayMoment& play) { return t < play.t; });
  const auto count = std::min<std::ptrdiff_t>(end - history.begin(), kTraced);
  trace_.assign(end - count, end);
  bearingAngle_ = bearingAngle;
  journalAngle_ = journalAngle;
  peak_ = peak;
  update();
}

void Loupe::setMetresPerPixel(double value) {
  metresPerPixel_ = value;
  update();
}

void Loupe::setLook(const Palette& palette) {
  palette_ = palette;
  close_->setIcon(makeIcon("close", palette.dim));
  for (QToolButton* button : buttons_)
    button->setStyleSheet(
        QString("QToolButton { background: %1; color: %2; border: 1px solid %3; border-radius: "
                "6px; padding: 2px 3px; } QToolButton:hover, QToolButton:focus { border-color: %4; }")
            .arg(palette.panel.name(), palette.ink.name(), palette.line.name(), palette.action.name()));
  update();
}

double Loupe::magnification() const {
  return kWay * radius() / clearance_ * metresPerPixel_;
}

// In a low scene it is smaller, so that keys and scale below it are seen too; where that does not do, it lies
// on them and not on the headline.
void Loupe::fitInto(QSize view, QPointF joint, double head) {
  constexpr int kTop = 34, kFoot = 32, kSmall = 140, kLeastGlass = 90;  // px
  const double scale = lookScale(this);
  const int words = qRound(2 * kWords * scale), buttons = qRound(kButtons * scale);
  head_ = std::max({head_, kTop, qCeil(head)});
  const int below = view.height() - head_ - words - buttons, room = below - qRound(kFoot * scale);
  const int small = std::clamp(below, kLeastGlass, kSmall);
  glass_ = std::clamp(static_cast<int>(kOfView * std::min(view.width(), view.height() + 60)),
                      std::clamp(room, small, kLeast), qRound(kMost * scale));
  resize(std::max(glass_, kSmall), glass_ + words + buttons);  // its buttons are legible
  const int right = view.width() - width() - 10, top = head_;
  QPoint at = pos();
  if (!movedByHand_) at = {joint.x() > 0.5 * view.width() ? 10 : right, top};
  move(std::clamp(at.x(), 0, std::max(0, view.width() - width())),
       std::clamp(at.y(), 0, std::max(0, view.height() - height())));
  placeButtons();
}

void Loupe::placeButtons() {
  const int high = qRound(kButtons * lookScale(this));
  constexpr int kGap = 4, kAir = 10;  // px, between them, and beside their words where there is room
  const int count = static_cast<int>(buttons_.size());
  int words = 0;
  for (const QToolButton* button : buttons_) words += button->sizeHint().width();
  const int spare = width() - words - (count - 1) * kGap;
  const int air = std::min(kAir, qFloor(static_cast<double>(spare) / count));  // or less than they would like
  int x = (width() - words - count * air - (count - 1) * kGap) / 2;
  for (QToolButton* button : buttons_) {
    button->resize(button->sizeHint().width() + air, high);
    button->move(x, height() - high);
    x += button->width() + kGap;
  }
  close_->resize(high - 4, high - 4);
  close_->move(width() - close_->width(), 0);
}

QPointF Loupe::center() const {
  return {width() / 2.0, kWords * lookScale(this) + glass_ / 2.0};
}
double Loupe::radius() const {
  return glass_ / 2.0 - 4;
}

QPointF Loupe::toPixel(Vec2 eccentricity) const {
  return center() + (kWay * radius() / clearance_) * toScreen(eccentricity);
}

QPointF Loupe::rim(bool upper, QPointF joint) const {
  const QPointF way = pos() + center() - joint;
  const double far = std::hypot(way.x(), way.y());
  if (far <= radius()) return pos() + center();
  const QPointF along = way / far, across = QPointF(-along.y(), along.x());
  const double sine = radius() / far, cosine = std::sqrt(1 - sine * sine);
  return pos() + center() + radius() * (cosine * (upper ? -1 : 1) * across - sine * along);
}

void Loupe::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPointF middle = center();
  const double r = radius();
  QPainterPath glass;
  glass.addEllipse(middle, r, r);
  painter.save();
  painter.setClipPath(glass);
  painter.fillPath(glass, palette_.partFill);  // the body with the hole
  painter.setPen(QPen(palette_.partEdge, 2));
  painter.setBrush(palette_.panel);
  painter.drawEllipse(middle, kHole * r, kHole * r);
  const QPointF mark = toScreen(unitVector(bearingAngle_));
  painter.drawLine(middle + 1.02 * kHole * r * mark, middle + 1.1 * kHole * r * mark);
  drawJournal(painter);
  drawTrace(painter);
  drawForce(painter);
  painter.restore();
  painter.setPen(QPen(palette_.clearance, 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(middle, r, r);
  drawWords(painter);
}

void Loupe::drawJournal(QPainter& painter) const {
  QColor fill = palette_.partFill.lighter(palette_.dark ? 80 : 112);
  fill.setAlphaF(0.9F);
  const QPointF at = toPixel(now_.eccentricity);
  const double r = kShaft * radius();
  painter.setPen(QPen(palette_.partEdge, 2));
  painter.setBrush(fill);
  painter.drawEllipse(at, r, r);
  const QPointF mark = toScreen(unitVector(journalAngle_));
  painter.drawLine(at + 0.82 * r * mark, at + 0.97 * r * mark);
}

// Where the centre may go, and where it went: the older, the paler.
void Loupe::drawTrace(QPainter& painter) const {
  const double g = kWay * radius();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette_.dim, 1, Qt::DashLine));
  painter.drawEllipse(center(), g, g);
  painter.drawLine(center() - QPointF(4, 0), center() + QPointF(4, 0));
  painter.drawLine(center() - QPointF(0, 4), center() + QPointF(0, 4));
  QColor ink = palette_.clearance.darker(palette_.dark ? 100 : 125);
  for (std::size_t i = 1; i < trace_.size(); ++i) {
    ink.setAlphaF(0.1F + 0.9F * static_cast<float>(i) / static_cast<float>(trace_.size()));
    painter.setPen(QPen(ink, 1.3));
    painter.drawLine(toPixel(trace_[i - 1].eccentricity), toPixel(trace_[i].eccentricity));
  }
  painter.setPen(QPen(palette_.panel, 1.2));
  painter.setBrush(palette_.ink);
  painter.drawEllipse(toPixel(now_.eccentricity), 3.5, 3.5);
}

// From the point of contact, as it acts on the journal.
void Loupe::drawForce(QPainter& painter) const {
  const double far = length(now_.eccentricity);
  if (!now_.touches || far <= 0) return;
  const QPointF contact = center() + kHole * radius() * toScreen((1 / far) * now_.eccentricity);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.contact);
  painter.drawEllipse(contact, 5, 5);
  const double force = length(now_.force);
  if (!(force > 0) || !(peak_ > 0)) return;
  const QPointF along = toScreen((1 / force) * now_.force), across(-along.y(), along.x());
  const QPointF tip = contact + kFullArrow * radius() * std::min(1.0, force / peak_) * along;
  const double head = std::min(11.0, std::hypot(tip.x() - contact.x(), tip.y() - contact.y()));
  painter.setPen(QPen(palette_.contact, 3, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(contact, tip - head * along);
  painter.setPen(Qt::NoPen);
  const std::array arrow{tip, tip - head * along + 0.45 * head * across,
                         tip - head * along - 0.45 * head * across};
  painter.drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
}

QFont Loupe::boldFont() const {
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  return bold;
}

// In the middle, as long as it leaves the button free.
QRectF Loupe::titleArea(double length) const {
  const double center = std::min(width() / 2.0, width() - close_->width() - length / 2);
  return {center - length / 2, 0, length, kWords * lookScale(this)};
}

QString Loupe::title() const {
  const double m = magnification();
  const double digits = std::pow(10, std::floor(std::log10(std::max(m, 1e-9))) - 1);
  const double round = std::round(m / digits) * digits;
  const QFontMetricsF metrics(boldFont());
  const std::array titles{tr("%1, clearance \u00d7 %2").arg(name_).arg(round, 0, 'g', 6),
                          tr("%1 \u00d7 %2").arg(name_).arg(round, 0, 'g', 6),
                          tr("clearance \u00d7 %1").arg(round, 0, 'g', 6)};
  const auto* fitting = std::find_if(titles.begin(), titles.end() - 1, [&](const QString& title) {
    return metrics.horizontalAdvance(title) + 2 * kRim <= width() - close_->width();
  });
  return *fitting;
}

void Loupe::drawWords(QPainter& painter) const {
  const double scale = lookScale(this);
  const QFont bold = boldFont();
  painter.setFont(bold);
  const QFontMetricsF metrics(bold);
  const auto write = [&](const QRectF& where, const QString& whole, const QColor& colour) {
    QPainterPath letters;
    const QString text = metrics.elidedText(whole, Qt::ElideMiddle, where.width() - 2 * kRim);
    const QPointF at(where.center().x() - metrics.horizontalAdvance(text) / 2,
                     where.center().y() + (metrics.ascent() - metrics.descent()) / 2);
    letters.addText(at, bold, text);
    QColor rim = palette_.sceneTop;
    rim.setAlphaF(0.85F);
    painter.strokePath(letters, QPen(rim, 2 * kRim, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(letters, colour);
  };
  const QColor pink = palette_.dark ? palette_.clearance : palette_.clearance.darker(125);
  write(titleArea(metrics.horizontalAdvance(title()) + 2 * kRim + 1), title(), pink);
  const double gap = clearance_ - length(now_.eccentricity);
  const QRectF below(0, kWords * scale + glass_, width(), kWords * scale);
  if (now_.touches) {
    const QString force = withPrefix(length(now_.force), "N"), depth = withPrefix(-gap, "m");
    const QString whole = gap < 0 ? tr("%1, depth %2").arg(force, depth) : force;
    const bool fits = metrics.horizontalAdvance(whole) <= below.width() - 2 * kRim;
    write(below, fits ? whole : tr("%1, %2").arg(force, depth), palette_.contact);
  } else if (!now_.hasPlay) {
    write(below, tr("no play in this phase"), pink);
  } else {
    write(below, tr("free, gap %1").arg(writeShown(std::max(0.0, gap), "m")), pink);
  }
}

void Loupe::mousePressEvent(QMouseEvent* event) {
  grabbed_ = event->pos();
  setCursor(Qt::ClosedHandCursor);
}

void Loupe::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || !parentWidget()) return;
  movedByHand_ = true;
  const QPoint at = pos() + event->pos() - grabbed_;
  move(std::clamp(at.x(), 0, std::max(0, parentWidget()->width() - width())),
       std::clamp(at.y(), 0, std::max(0, parentWidget()->height() - height())));
  Q_EMIT moved();
}

void Loupe::mouseReleaseEvent(QMouseEvent*) {
  setCursor(Qt::OpenHandCursor);
}

void Loupe::mouseDoubleClickEvent(QMouseEvent*) {}
void Loupe::wheelEvent(QWheelEvent* event) {
  event->accept();  // what lies under it is not meant
}

}  // namespace clank

#include "moc_loupe.cpp"
