// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/look/part_names.h"
#include "ui/look/scale.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr int kGutter = 88, kBareGutter = 20, kRight = 32;  // px left and right of the axis
constexpr int kBesideName = 24;                             // px, of the names left of the axis
constexpr int kNarrow = 360;                                // px: no room for words left of the axis
constexpr int kRibbonTop = 10, kTickLength = 5;
constexpr double kApart = 2;      // px that two contacts are apart at least to be two bands
constexpr double kLeastBand = 2;  // px
constexpr double kMark = 7;       // px, half a diamond
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

const Timeline::Rows Timeline::kRoomy{22, 38, 20, 14, 50, 8, 30, 4};
const Timeline::Rows Timeline::kCompact{16, 30, 15, 12, 36, 5, 21, 2};

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Timeline: phases and events"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // as wide as what stands beside it allows
}

void Timeline::setTrajectory(const Mechanism& resolved, const Trajectory* trajectory, double duration) {
  trajectory_ = trajectory;
  duration = duration > 0 ? duration : 1;
  if (duration != duration_) {
    from_ = 0;
    to_ = duration;
  }
  duration_ = duration;
  track_.start(resolved, *trajectory);
  const double before = unitHeight();
  contacts_.start(resolved, *trajectory);
  measureNames();
  if (unitHeight() != before) {
    updateGeometry();
    Q_EMIT heightChanged();
  }
  update();
}

void Timeline::advance() {
  track_.advance();
  contacts_.advance();
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

void Timeline::setCompact(bool compact) {
  rows_ = compact ? kCompact : kRoomy;
  updateGeometry();
  update();
}

QFont Timeline::textFont() const {
  QFont text = font();
  text.setPixelSize(kFontSize);
  return text;
}

void Timeline::measureNames() {
  constexpr int kRounding = 3;  // px, of letters in another scale
  const QFontMetrics metrics(textFont());
  widestName_ = 0;
  for (const ContactTrack::Row& row : contacts_.rows())
    if (shownRows() == contacts_.rows().size())
      widestName_ = std::max(widestName_, metrics.horizontalAdvance(row.name) + kRounding);
}

// Names of rows have it, as far as most is left to the axis. In a narrow one the pointer tells what they are.
int Timeline::gutter() const {
  constexpr double kMostOfWidth = 0.28;
  if (!hasNames()) return kBareGutter;
  return std::clamp(widestName_ + kBesideName, kGutter,
                    std::max(kGutter, static_cast<int>(kMostOfWidth * unitWidth())));
}

bool Timeline::hasNames() const {
  return unitWidth() >= kNarrow;
}

double Timeline::toPixel(double t) const {
  return gutter() + (t - from_) / (to_ - from_) * (unitWidth() - gutter() - kRight);
}

double Timeline::toTime(double x) const {
  const double part = (x - gutter()) / std::max(1.0, unitWidth() - gutter() - kRight);
  return std::clamp(from_ + part * (to_ - from_), 0.0, duration_);
}

void Timeline::setView(double from, double to) {
  if (!(to > from)) return;
  from_ = std::clamp(from, 0.0, duration_);
  to_ = std::clamp(to, from_ + 1e-9 * duration_, std::max(duration_, from_ + 1e-9 * duration_));
  update();
}

void Timeline::changeView(double from, double to) {
  if (to - from < 1e-7 * duration_) return;
  setView(from, to);
  Q_EMIT viewChanged(from_, to_);
}

std::size_t Timeline::shownRows() const {
  const std::size_t rows = contacts_.rows().size();
  return rows > rows_.most ? 1 : rows;
}

double Timeline::axisY() const {
  return rows_.axis + rows_.bandStep * static_cast<double>(shownRows());
}

double Timeline::unitHeight() const {
  return axisY() + rows_.end;
}

QRectF Timeline::placeOf(const Band& band) const {
  const auto& contacts = contacts_.rows()[band.row].contacts;
  const double left = toPixel(contacts[band.first].from), right = toPixel(contacts[band.last].to);
  const double top =
      rows_.bandsTop +
      static_cast<double>(shownRows() == contacts_.rows().size() ? band.row : 0) * rows_.bandStep;
  return {left, top, std::max(kLeastBand, right - left), rows_.band};
}

QRect Timeline::getBand(std::size_t row, std::size_t contact) const {
  const QRectF place = placeOf({row, contact, contact});
  return QRectF(scale_ * place.topLeft(), scale_ * place.size()).toRect();
}

// As many as the eye can tell apart: a thousand sub-impacts are one band until one zooms in.
std::vector<Timeline::Band> Timeline::listBands(std::size_t row) const {
  std::vector<Band> bands;
  const auto& contacts = contacts_.rows()[row].contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].to < from_ || contacts[i].from > to_) continue;
    const bool joins = !bands.empty() && toPixel(contacts[i].from) - placeOf(bands.back()).right() < kApart;
    joins ? void(bands.back().last = i) : bands.push_back({row, i, i});
  }
  return bands;
}

std::optional<Timeline::Band> Timeline::findBand(QPointF position) const {
  for (std::size_t row = 0; row < contacts_.rows().size(); ++row)
    for (const Band& band : listBands(row))
      if (placeOf(band).adjusted(-1.5, -2, 1.5, 2).contains(position)) return band;
  return {};
}

const ContactTrack::Contact& Timeline::findContact(const Band& band, double t) const {
  const std::span contacts =
      std::span(contacts_.rows()[band.row].contacts).subspan(band.first, band.last - band.first + 1);
  const auto next = std::upper_bound(contacts.begin() + 1, contacts.end(), t,
                                     [](double time, const auto& contact) { return time < contact.from; });
  const auto& before = *(next - 1);
  return next != contacts.end() && next->from - t < t - before.to ? *next : before;
}

QPoint Timeline::getEventPosition(std::size_t event) const {
  return (scale_ * QPointF(toPixel(trajectory_->events()[event].t), axisY())).toPoint();
}

std::optional<std::size_t> Timeline::findEvent(QPointF position) const {
  if (!trajectory_ || std::abs(position.y() - axisY()) > kMark + 2) return {};
  std::optional<std::size_t> found;
  double nearest = kMark + 1;
  for (std::size_t i = 0; i < trajectory_->events().size(); ++i) {
    if (contacts_.covers(i)) continue;
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
  painter.setFont(textFont());
  painter.setPen(palette_.dim);
  if (hasNames()) {
    const int wide = gutter() - kBesideName;
    painter.drawText(QRectF(16, kRibbonTop, wide, rows_.ribbon), Qt::AlignVCenter, tr("phases"));
    painter.drawText(QRectF(16, axisY() - 10, wide, 20), Qt::AlignVCenter, tr("events"));
  }
  drawRibbon(painter);
  drawContacts(painter);
  drawAxis(painter);
  drawCursor(painter);
  drawEvents(painter);
}

void Timeline::drawRibbon(QPainter& painter) const {
  const QRectF whole(gutter(), kRibbonTop, unitWidth() - gutter() - kRight, rows_.ribbon);
  QPainterPath shape;
  shape.addRoundedRect(whole, 4, 4);
  painter.save();
  painter.setClipPath(shape);
  painter.fillRect(whole, palette_.ground);
  for (const auto& segment : track_.getSegments()) {
    const double left = std::max<double>(toPixel(segment.from), whole.left());
    const double right = std::min<double>(toPixel(segment.to), whole.right());
    if (right < left) continue;
    const QRectF part(left, kRibbonTop, right - left, rows_.ribbon);
    const bool held = segment.state != JointState::free;
    const QColor colour = colourOf(segment.state, palette_);
    painter.fillRect(part, colour);
    const QColor ink =
        colour.lightnessF() * (held || palette_.dark ? 2 : 1) > 0.7F ? QColor("#1F2933") : Qt::white;
    if (held) {  // not by colour alone
      QColor hatch = ink;
      hatch.setAlphaF(0.13F);
      const bool locked = segment.state == JointState::locked;
      const bool loose = segment.state == JointState::clearance;
      painter.fillRect(part, QBrush(hatch, locked  ? Qt::BDiagPattern
                                           : loose ? Qt::Dense6Pattern
                                                   : Qt::HorPattern));
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

void Timeline::drawContacts(QPainter& painter) const {
  const auto& rows = contacts_.rows();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t line = shownRows() == rows.size() ? r : 0;
    const QRectF place(gutter(), rows_.bandsTop + static_cast<double>(line) * rows_.bandStep,
                       unitWidth() - gutter() - kRight, rows_.band);
    if (line == r) {
      QColor ground = rows[r].loose ? palette_.clearance : palette_.dim;
      ground.setAlphaF(rows[r].loose ? 0.22F : 0.1F);
      painter.fillRect(place, ground);
      const QString name = shownRows() == rows.size() ? rows[r].name : tr("contacts");
      painter.setPen(palette_.dim);
      const int wide = gutter() - kBesideName;
      if (hasNames())
        painter.drawText(QRectF(16, place.top() - 3, wide, place.height() + 6), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, wide));
    }
    painter.save();
    painter.setClipRect(place.adjusted(0, -1, 0, 1));
    for (const auto& [begin, over] : rows[r].ideal)  // nothing to fly through yet
      painter.fillRect(QRectF(QPointF(toPixel(begin), place.top()), QPointF(toPixel(over), place.bottom())),
                       palette_.panel);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette_.contact);
    for (const Band& band : listBands(r)) painter.drawRect(placeOf(band));
    painter.restore();
    if (line == r && shownRows() == rows.size()) drawBands(painter, rows[r], place);
  }
}

// What the widest pause without a contact is: the clearance that a journal flies through.
void Timeline::drawBands(QPainter& painter, const ContactTrack::Row& row, const QRectF& place) const {
  double end = place.left(), left = end, widest = 0, from = from_, most = 0;
  const auto look = [&](double x, double t) {
    if (x - end > widest) {
      widest = x - end;
      left = end;
      most = t - from;
    }
  };
  std::vector<std::pair<double, double>> held = row.ideal;
  for (const auto& contact : row.contacts) held.emplace_back(contact.from, contact.to);
  std::sort(held.begin(), held.end());
  for (const auto& [begin, over] : held) {
    if (over < from_ || begin > to_) continue;
    look(toPixel(begin), begin);
    end = std::max(end, toPixel(over));
    from = over;
  }
  const double shown =
      trajectory_ && trajectory_->sampleCount() > 0 ? trajectory_->time(trajectory_->sampleCount() - 1) : 0;
  if (!row.isOpen && !row.isIdeal) look(std::min(toPixel(shown), place.right()), std::min(shown, to_));
  if (!(most > 0)) return;
  const QString time = toPrefixed(most, "s", 3);
  for (const QString& words :
       {row.loose ? tr("clearance, free for %1").arg(time) : tr("free for %1").arg(time),
        row.loose ? tr("clearance") : tr("free")}) {
    if (painter.fontMetrics().horizontalAdvance(words) + 8 > widest) continue;
    painter.setPen(palette_.ink);
    painter.drawText(QRectF(left, place.top() - 3, widest, place.height() + 6), Qt::AlignCenter, words);
    break;
  }
}

QString Timeline::describe(const Band& band) const {
  const ContactTrack::Row& row = contacts_.rows()[band.row];
  const auto& first = row.contacts[band.first];
  const auto& last = row.contacts[band.last];
  if (band.first == band.last)
    return tr("%1 touches from t = %2 s, for %3")
        .arg(row.name, writeNumber(first.from, 7), toPrefixed(first.to - first.from, "s", 3));
  return tr("%1: %2 contacts from t = %3 s, within %4. The wheel zooms in.")
      .arg(row.name)
      .arg(band.last - band.first + 1)
      .arg(writeNumber(first.from, 7), toPrefixed(last.to - first.from, "s", 3));
}

void Timeline::drawAxis(QPainter& painter) const {
  painter.setPen(QPen(palette_.dim, 1));
  painter.drawLine(QPointF(toPixel(from_), axisY()), QPointF(toPixel(to_), axisY()));
  const double step = findStep(to_ - from_, toPixel(to_) - toPixel(from_));
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  const double slack = 1e-9 * (to_ - from_);
  for (double i = std::ceil((from_ - slack) / step); i * step <= to_ + slack; ++i) {
    const double x = toPixel(i * step);
    painter.setPen(QPen(palette_.dim, 1));
    painter.drawLine(QPointF(x, axisY()), QPointF(x, axisY() + kTickLength));
    painter.drawText(QRectF(x - 40, axisY() + rows_.labels, 80, 16), Qt::AlignCenter,
                     QString::number(i * step, 'f', decimals));
  }
  painter.drawText(QRectF(unitWidth() - kRight + 12, axisY() - 8, kRight - 12, 16), Qt::AlignVCenter,
                   tr("s"));
}

void Timeline::drawEvents(QPainter& painter) const {
  if (!trajectory_) return;
  double last = -1e9;
  for (std::size_t i = 0; i < trajectory_->events().size(); ++i) {
    const double t = trajectory_->events()[i].t, x = toPixel(t);
    if (x - last < 1 || t < from_ || t > to_) continue;  // marks on one pixel are one mark
    if (contacts_.covers(i)) continue;
    last = x;
    const QPointF mark[]{
        {x, axisY() - kMark}, {x + kMark, axisY()}, {x, axisY() + kMark}, {x - kMark, axisY()}};
    painter.setPen(QPen(palette_.panel, 1.4));
    painter.setBrush(palette_.impact);
    painter.drawPolygon(mark, 4);
  }
}

void Timeline::drawCursor(QPainter& painter) const {
  const double x = toPixel(std::clamp(cursor_, 0.0, duration_));
  if (x < gutter() - 1 || x > unitWidth() - kRight + 1) return;
  painter.setPen(QPen(palette_.action, 2));
  painter.drawLine(QPointF(x, kRibbonTop - 4), QPointF(x, axisY() + rows_.labels - 2));
  const QPointF grip[]{{x - 5, kRibbonTop - 8}, {x + 5, kRibbonTop - 8}, {x, kRibbonTop - 1}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.action);
  painter.drawPolygon(grip, 3);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !trajectory_) return;
  if (const auto found = findEvent(event->position() / scale_)) {
    Q_EMIT eventPicked(*found);
  } else if (const auto band = findBand(event->position() / scale_)) {
    const auto& contact = findContact(*band, toTime(event->position().x() / scale_));
    if (contact.begin || contact.end) Q_EMIT eventPicked(contact.begin ? *contact.begin : *contact.end);
  } else {
    Q_EMIT timePicked(toTime(event->position().x() / scale_));
  }
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) {
    Q_EMIT timePicked(toTime(event->position().x() / scale_));
  } else {
    const QPointF at = event->position() / scale_;
    setCursor(findEvent(at) || findBand(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }
}

void Timeline::mouseDoubleClickEvent(QMouseEvent*) {
  changeView(0, duration_);
}

void Timeline::wheelEvent(QWheelEvent* event) {
  const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  const double factor = std::pow(0.85, turned / 120.0), at = toTime(event->position().x() / scale_);
  changeView(std::max(0.0, at + (from_ - at) * factor), std::min(duration_, at + (to_ - at) * factor));
  event->accept();
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
      QToolTip::showText(help->globalPos(), tr("%1 at %2, t = %3 s")
                                                .arg(toWord(receipt.kind), namePart(receipt.element),
                                                     writeNumber(receipt.t, 9)));
    } else if (const auto band = findBand(QPointF(help->pos()) / scale_)) {
      QToolTip::showText(help->globalPos(), describe(*band));
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace clank

#include "moc_timeline.cpp"
