// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/example_card.h"

#include <QFileInfo>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/board/hull.h"

namespace clank {
namespace {

constexpr double kMargin = 16;                         // px
constexpr double kNameHeight = 24, kStoryHeight = 74;  // px; a story has room for four lines
constexpr int kNameLook = static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap;
constexpr int kStoryLook = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;
constexpr double kShortest = 2, kLongest = 4;  // s of a loop

// As many of its words as there is room for.
QString fitInto(const QString& text, const QFontMetrics& metrics, const QRect& room, int how) {
  QString shown = text;
  for (qsizetype end = text.size();
       end > 0 && metrics.boundingRect(room, how, shown).height() > room.height();) {
    end = text.lastIndexOf(' ', end - 1);
    shown = text.left(std::max<qsizetype>(end, 0)) + QChar(0x2026);
  }
  return shown;
}

QString nameOf(const ExampleCard::Variant& variant) {
  const std::string& name = variant.resolved.name;
  return name.empty() ? QFileInfo(variant.path).completeBaseName() : QString::fromStdString(name);
}

// Of each word, somewhere; "four bar" finds the four-bar. Folders say nothing.
bool speaksOf(const ExampleCard::Variant& variant, const QString& title, const QString& words) {
  static const QRegularExpression kBetween("[\\s_-]+");
  const QString told = title + ' ' + nameOf(variant) + ' ' +
                       QString::fromStdString(variant.resolved.description) + ' ' +
                       QFileInfo(variant.path).completeBaseName();
  const QStringList wanted = words.split(kBetween, Qt::SkipEmptyParts);
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const QString& word) { return told.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

ExampleCard::ExampleCard(const QString& title, std::vector<Variant> variants, QWidget* parent)
    : QAbstractButton(parent),
      variants_(std::move(variants)),
      title_(title.isEmpty() ? nameOf(variants_.front()) : title),
      layout_(layOut(mechanism())) {
  setText(title_);
  const QString told = QString::fromStdString(mechanism().description);
  story_ = told.section(QRegularExpression("(?<=[.!?])\\s"), 0, 0);
  setToolTip(told);
  setAccessibleName(text());
  setAccessibleDescription(story_);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  forces_.begin(SharedMechanism(Mechanism(mechanism())));
  setFilm({layout_.start});
  connect(this, &QAbstractButton::clicked, this, [this] { Q_EMIT picked(path()); });
  if (variants_.size() > 1) addList();
}

void ExampleCard::addList() {
  auto* menu = new QMenu(this);
  for (const Variant& variant : variants_)
    menu->addAction(nameOf(variant), this, [this, path = variant.path] { Q_EMIT picked(path); });
  list_ = new QToolButton(this);
  list_->setText(tr("%1 variants").arg(variants_.size()));
  list_->setAccessibleName(tr("Variants of %1").arg(title_));
  list_->setMenu(menu);
  list_->setPopupMode(QToolButton::InstantPopup);
  list_->setCursor(Qt::ArrowCursor);
}

std::vector<QString> ExampleCard::listPaths() const {
  std::vector<QString> paths;
  for (const Variant& variant : variants_) paths.push_back(variant.path);
  return paths;
}

bool ExampleCard::search(const QString& words) {
  const auto found = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const Variant& variant) { return speaksOf(variant, title_, words); });
  asked_ = found == variants_.end() ? 0 : static_cast<std::size_t>(found - variants_.begin());
  setText(asked_ == 0 ? title_ : nameOf(variants_[asked_]));
  update();
  return found != variants_.end();
}

void ExampleCard::resizeEvent(QResizeEvent*) {
  constexpr int kCorner = 8;  // px
  if (!list_) return;
  list_->adjustSize();
  list_->move(width() - list_->width() - kCorner, kCorner);
}

void ExampleCard::setFilm(std::vector<std::vector<Placement>> frames) {
  if (frames.empty()) return;
  frames_ = std::move(frames);
  frame_ = 0;
  box_ = {};
  for (const auto& bodies : frames_) {
    const Box now = layout_.boxOf(bodies);
    if (now.empty()) continue;
    box_.add(now.low, 0);
    box_.add(now.high, 0);
  }
  update();
}

double ExampleCard::loopTime() const {
  return std::clamp(mechanism().simulation.duration.value, kShortest, kLongest);
}

void ExampleCard::showTime(double seconds) {
  const double loop = loopTime();
  const double part = std::fmod(seconds, loop) / loop;
  const auto frame =
      std::min(frames_.size() - 1, static_cast<std::size_t>(part * static_cast<double>(frames_.size())));
  if (frame == frame_) return;
  frame_ = frame;
  update();
}

void ExampleCard::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

void ExampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF card = findCard();
  const bool isActive = underMouse() || hasFocus();
  painter.setPen(isActive ? palette_.action : palette_.line);
  painter.setBrush(palette_.panel);
  painter.drawRoundedRect(card, 8, 8);
  const QRect name = findNameRoom();
  drawMechanism(painter, card.adjusted(kMargin, kMargin, -kMargin, name.top() - card.bottom()),
                frames_[frame_]);
  painter.setFont(nameFont());
  painter.setPen(isActive ? palette_.action : palette_.ink);
  painter.drawText(name, kNameLook, fitInto(text(), painter.fontMetrics(), name, kNameLook));
  painter.setFont(font());
  painter.setPen(palette_.dim);
  const QRect room = findStoryRoom();
  painter.drawText(room, kStoryLook, fitInto(story_, painter.fontMetrics(), room, kStoryLook));
}

QRectF ExampleCard::findCard() const {
  return QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
}

QFont ExampleCard::nameFont() const {
  QFont bold = font();
  bold.setBold(true);
  return bold;
}

// Of one line, or of two: cards of a kind differ in the last words of their names.
QRect ExampleCard::findNameRoom() const {
  const QRectF card = findCard();
  const QFontMetrics metrics(nameFont());
  const double width = card.width() - 2 * kMargin;
  const double height = kNameHeight + (metrics.horizontalAdvance(text()) > width ? metrics.lineSpacing() : 0);
  return QRectF(card.left() + kMargin, card.bottom() - kStoryHeight - height, width, height).toRect();
}

bool ExampleCard::isNameWhole() const {
  return fitInto(text(), QFontMetrics(nameFont()), findNameRoom(), kNameLook) == text();
}

QRect ExampleCard::findStoryRoom() const {
  const QRectF card = findCard();
  return QRectF(card.left() + kMargin, card.bottom() - kStoryHeight, card.width() - 2 * kMargin,
                kStoryHeight - 6)
      .toRect();
}

bool ExampleCard::isStoryWhole() const {
  return fitInto(story_, fontMetrics(), findStoryRoom(), kStoryLook) == story_;
}

void ExampleCard::drawMechanism(QPainter& painter, const QRectF& place,
                                const std::vector<Placement>& bodies) const {
  const Vec2 size = box_.size();
  const double scale =
      std::min(place.width() / std::max(size.x, 1e-9), place.height() / std::max(size.y, 1e-9));
  painter.save();
  painter.translate(place.center());
  painter.scale(scale, -scale);
  painter.translate(-box_.center().x, -box_.center().y);
  drawSurfaces(painter, bodies, scale);
  for (std::size_t i = 0; i < bodies.size(); ++i) drawBody(painter, i, bodies, scale);
  drawLines(painter, bodies, scale);
  drawForces(painter, bodies);
  const double pin = 3.2 / scale;
  painter.setPen(QPen(palette_.partEdge, 1.4 / scale));
  painter.setBrush(palette_.panel);
  for (const JointLayout& joint : layout_.joints) {
    if (joint.b < 0 || joint.prismatic) continue;
    const Vec2 p = bodies[static_cast<std::size_t>(joint.b)].toWorld(joint.atB);
    if (joint.a < 0) painter.setBrush(palette_.partEdge);
    painter.drawEllipse(QPointF(p.x, p.y), pin, pin);
    painter.setBrush(palette_.panel);
  }
  painter.restore();
}

// What acts, as in the scene.
void ExampleCard::drawForces(QPainter& painter, const std::vector<Placement>& bodies) const {
  for (const SheetPath& path : forces_.lay(bodies, {}, layout_.unit).paths) {
    QPolygonF line;
    for (const Vec2 p : listCorners(path)) line << QPointF(p.x, p.y);
    painter.setBrush(path.fill == SheetFill::none  ? QBrush(Qt::NoBrush)
                     : path.fill == SheetFill::ink ? QBrush(palette_.partEdge)
                                                   : QBrush(palette_.panel));
    path.closed ? painter.drawPolygon(line) : painter.drawPolyline(line);
  }
}

// Curves that points follow, ropes and belts.
void ExampleCard::drawLines(QPainter& painter, const std::vector<Placement>& bodies, double scale) const {
  const auto draw = [&](const std::vector<Vec2>& points) {
    QPolygonF line;
    for (const Vec2 p : points) line << QPointF(p.x, p.y);
    painter.drawPolyline(line);
  };
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette_.dim, 1.2 / scale));
  for (const JointLayout& joint : layout_.joints) {
    std::vector<Vec2> curve = joint.curve;
    if (joint.a >= 0)
      for (Vec2& p : curve) p = bodies[static_cast<std::size_t>(joint.a)].toWorld(p);
    draw(curve);
  }
  painter.setPen(QPen(palette_.partEdge, 1.6 / scale));
  for (const RopeLayout& rope : layout_.ropes) {
    draw(layout_.lineOf(rope, bodies));
    const double ring = 3.2 / scale;
    if (rope.pulleys) continue;
    for (const RopeLayout::End& end : rope.points) {
      const Vec2 p = layout_.worldOf(end, bodies);
      painter.drawEllipse(QPointF(p.x, p.y), ring, ring);
    }
  }
}

void ExampleCard::drawSurfaces(QPainter& painter, const std::vector<Placement>& bodies, double scale) const {
  painter.save();
  painter.setClipRect(QRectF(QPointF(box_.low.x, box_.low.y), QPointF(box_.high.x, box_.high.y))
                          .adjusted(-8 / scale, -8 / scale, 8 / scale, 8 / scale));
  painter.setPen(QPen(palette_.dim, 1.6 / scale));
  for (const SurfaceLayout& surface : layout_.contacts.surfaces) {
    QPolygonF line;
    for (const Vec2 local : surface.points) {
      const Vec2 p = surface.body < 0 ? local : bodies[static_cast<std::size_t>(surface.body)].toWorld(local);
      line << QPointF(p.x, p.y);
    }
    painter.drawPolyline(line);
  }
  painter.restore();
}

void ExampleCard::drawBody(QPainter& painter, std::size_t body, const std::vector<Placement>& bodies,
                           double scale) const {
  std::vector<QPointF> points;
  const auto add = [&](Vec2 local) {
    const Vec2 p = bodies[body].toWorld(local);
    points.emplace_back(p.x, p.y);
  };
  const Body& drawn = mechanism().bodies[body];
  for (const Point& point : drawn.outline) add({point.x.value, point.y.value});
  const bool isOutlined = !points.empty();
  if (!isOutlined)
    for (const Vec2 point : layout_.parts[body].points) add(point);
  const double radius = std::max(layout_.parts[body].width / 2, 2.5 / scale);
  QColor fill = palette_.partFill;
  fill.setAlphaF(0.85F);
  painter.setPen(QPen(palette_.partEdge, 1.2 / scale));
  painter.setBrush(fill);
  if (isOutlined) return painter.drawPolygon(points.data(), static_cast<int>(points.size()));
  if (const double disc = layout_.parts[body].radius; disc > 0) {
    const Vec2 center = bodies[body].origin;
    return painter.drawEllipse(QPointF(center.x, center.y), disc, disc);
  }
  // In pixels: strokes of metres would be rounded by few corners.
  for (QPointF& point : points) point *= scale;
  painter.save();
  painter.scale(1 / scale, 1 / scale);
  painter.setPen(QPen(palette_.partEdge, 1.2));
  painter.drawPath(makeRoundedPath(makeHull(points), radius * scale));
  painter.restore();
}

}  // namespace clank

#include "moc_example_card.cpp"
