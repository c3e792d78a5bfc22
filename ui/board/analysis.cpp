// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/analysis.h"

#include <QPainterPath>
#include <algorithm>
#include <numbers>

#include "core/model/loops.h"
#include "ui/board/board_view.h"
#include "ui/board/extent.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kStill = 1e-9;                               // m: a path shorter than this is none
constexpr int kSteps = 180;                                   // of one turn
constexpr double kLongestArrow = 70;                          // px
constexpr double kArrowHalf = 5, kOffTip = 3, kOffPoint = 6;  // px, of arrows, and of texts from them
constexpr double kTravel = 0.2;                               // m, of a sliding input

// Rates of a point at p (world): v_O + w perp(p - O); second rates: a_O + alpha perp(r) - w^2 r.
QPointF findRate(const BodyPose& pose, const BodyRates& rates, double omega, QPointF p) {
  const QPointF r = p - QPointF(pose.x, pose.y);
  return QPointF(rates.x, rates.y) + rates.angle * leftOf(r) - omega * omega * r;
}

QString nameType(FourBarType type) {
  switch (type) {
    case FourBarType::crankRocker:
      return tr("crank-rocker");
    case FourBarType::doubleCrank:
      return tr("double-crank");
    case FourBarType::doubleRocker:
      return tr("double-rocker");
    case FourBarType::changePoint:
      return tr("change-point");
    case FourBarType::tripleRocker:
      break;
  }
  return tr("triple-rocker");
}

}  // namespace

QString describeTypes(const Mechanism& mechanism) {
  constexpr std::size_t kMost = 3;
  const std::vector<FourBar> bars = findFourBars(mechanism);
  const bool same =
      std::all_of(bars.begin(), bars.end(), [&](const FourBar& bar) { return bar.type == bars[0].type; });
  if (bars.size() == 1) return nameType(bars[0].type);
  if (bars.size() > 1 && same) return tr("%1 x %2").arg(bars.size()).arg(nameType(bars[0].type));
  QStringList types;
  for (std::size_t i = 0; i < std::min(bars.size(), kMost); ++i) {
    QStringList joints;
    for (const std::size_t joint : bars[i].loop.joints) joints << namePart(mechanism.joints[joint].id);
    types << tr("%1 (%2)").arg(nameType(bars[i].type), joints.join(' '));
  }
  if (bars.size() > kMost) types << tr("%1 more four-bars").arg(bars.size() - kMost);
  return types.join(", ");
}

// What moves the mechanism: the driven joints, or one that could be.
std::vector<std::size_t> listInputs(const Mechanism& mechanism) {
  const auto& joints = mechanism.joints;
  std::vector<std::size_t> inputs;
  const auto find = [&](auto fits) -> std::optional<std::size_t> {
    const auto found = std::find_if(joints.begin(), joints.end(), fits);
    if (found == joints.end()) return std::nullopt;
    return static_cast<std::size_t>(found - joints.begin());
  };
  for (const Drive& drive : mechanism.drives)
    if (const auto driven = find([&](const Joint& j) { return j.id == drive.joint; }))
      inputs.push_back(*driven);
  if (!inputs.empty()) return inputs;
  const auto onFrame = find([](const Joint& j) {
    return findCoordinateKind(j.kind) == CoordinateKind::angle && (j.a == kFrame || j.b == kFrame);
  });
  const auto any = [](const Joint& j) { return findCoordinateKind(j.kind) != CoordinateKind::none; };
  if (const auto found = onFrame ? onFrame : find(any)) inputs.push_back(*found);
  return inputs;
}

bool isMoved(const std::vector<QPointF>& path) {
  return std::any_of(path.begin(), path.end(), [&](QPointF p) { return length(p - path.front()) > kStill; });
}

void Analysis::update(const Drawing& drawing, Kinematics* kinematics) {
  mobility_.clear();
  types_.clear();
  const std::vector<std::size_t> inputs = listInputs(drawing.mechanism());
  input_ = inputs.empty() ? std::nullopt : std::optional(inputs.front());
  const auto& traces = drawing.mechanism().traces;
  paths_.assign(traces.size(), {});
  updatePosition(drawing, kinematics);
  if (!kinematics || drawing.mechanism().bodies.empty()) return;
  const int mobility = kinematics->calcMobility(), withPlay = kinematics->calcMobilityWithPlay();
  mobility_ = tr("mobility %1 (Gruebler %2)").arg(mobility).arg(kinematics->calcGruebler());
  if (withPlay != mobility) mobility_ += tr(", %1 with play").arg(withPlay);
  types_ = describeTypes(drawing.mechanism());
  if (traces.empty()) return;
  for (const std::size_t input : inputs) sweep(drawing, *kinematics, input);
}

std::optional<Drawing::Box> Analysis::findTurn(const Drawing& drawing, Kinematics* kinematics,
                                               int mobility) const {
  constexpr int kMoments = 72;
  if (!kinematics || !input_ || kinematics->calcMobility() > mobility) return std::nullopt;
  const bool turns = findCoordinateKind(drawing.mechanism().joints[*input_].kind) == CoordinateKind::angle;
  if (!turns) return std::nullopt;  // a guide has no end
  return findMotionExtent(drawing, kinematics->sweep(*input_, 2 * std::numbers::pi, kMoments));
}

// Of several inputs the first one that moves a point leads it along its path.
void Analysis::sweep(const Drawing& drawing, Kinematics& kinematics, std::size_t input) {
  const Mechanism& mechanism = drawing.mechanism();
  const bool turns = findCoordinateKind(mechanism.joints[input].kind) == CoordinateKind::angle;
  std::vector<std::vector<QPointF>> paths(mechanism.traces.size());
  for (const auto& poses : kinematics.sweep(input, turns ? 2 * std::numbers::pi : kTravel, kSteps))
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const Trace& trace = mechanism.traces[i];
      const int body = drawing.indexOf(trace.b);
      const BodyPose pose = body == kFrameIndex ? BodyPose{} : poses[static_cast<std::size_t>(body)];
      paths[i].push_back(QPointF(pose.x, pose.y) + turned(toPointF(trace.atB), pose.angle));
    }
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (paths_[i].empty() && isMoved(paths[i])) paths_[i] = std::move(paths[i]);
}

void Analysis::updatePosition(const Drawing& drawing, Kinematics* kinematics) {
  motion_.reset();
  centres_.clear();
  if (!kinematics || !input_ || !(showsVelocities || showsAccelerations || showsCentres)) return;
  motion_ = kinematics->calcMotion(*input_, 1);
  const Joint& joint = drawing.mechanism().joints[*input_];
  unit_ = (findCoordinateKind(joint.kind) == CoordinateKind::angle ? tr("at 1 rad/s of %1")
                                                                   : tr("at 1 m/s of %1"))
              .arg(namePart(joint.id));
  if (motion_ && showsCentres) centres_ = kinematics->listInstantCentres(*motion_);
}

void Analysis::paint(QPainter& painter, const Drawing& drawing, const BoardView& view,
                     BoardLabels& labels) const {
  painter.setRenderHint(QPainter::Antialiasing);
  paintTraces(painter, drawing, view, labels);
  if (showsVelocities) paintArrows(painter, drawing, view, labels, false);
  if (showsAccelerations) paintArrows(painter, drawing, view, labels, true);
  if (showsCentres) paintCentres(painter, view, labels);
  // The status bar tells the mobility, too: in the middle of a run that of the moment.
  const bool isNarrow = labels.sizeOf(headline()).width() > labels.layout().room().width();
  QString text = view.isMoment || isNarrow ? types_ : headline();
  if (showsVelocities || showsAccelerations || showsCentres)
    text += "   " + (motion_ ? unit_ : tr("no joint to move it here: a dead point, or held"));
  if (text.isEmpty()) return;
  paintHeading(painter, text, view, labels);
}

// In as many lines as the sheet is narrow, in the corner where it lies on least.
void Analysis::paintHeading(QPainter& painter, const QString& text, const BoardView& view,
                            BoardLabels& labels) const {
  constexpr double kLine = 16;  // px
  const QRectF room = labels.layout().room();
  const QFontMetricsF metrics(painter.font());
  QStringList lines;
  for (const QString& word : text.split(' ')) {
    const QString longer = lines.isEmpty() ? word : lines.back() + ' ' + word;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= room.width())
      lines.back() = longer;
    else
      lines << word;
  }
  QSizeF size(0, kLine * static_cast<double>(lines.size()));
  for (const QString& line : lines) size.rwidth() = std::max(size.width(), labels.sizeOf(line).width());
  const QRectF middles =
      room.adjusted(size.width() / 2, size.height() / 2, -size.width() / 2, -size.height() / 2);
  std::vector<LabelPlace> places;
  for (const QPointF& corner :
       {middles.topLeft(), middles.bottomLeft(), middles.topRight(), middles.bottomRight()})
    places.push_back({corner, {}, 0, 0});
  const auto spot = labels.layout().place("heading", size, places);
  if (!spot) return;
  labels.note({"heading", spot->outline, text});
  QPointF at = spot->center - QPointF(size.width(), size.height() - kLine) / 2;
  for (const QString& line : lines) {
    symbols::drawLabel(painter, at, line, view.palette.dim, view.palette.panel, 0, Qt::AlignLeft);
    at.ry() += kLine;
  }
}

void Analysis::paintArrows(QPainter& painter, const Drawing& drawing, const BoardView& view,
                           BoardLabels& labels, bool accelerations) const {
  if (!motion_) return;
  std::vector<std::pair<QPointF, QPointF>> arrows;  // m; rate
  double largest = 0;
  const auto add = [&](int body, QPointF p) {
    const auto b = static_cast<std::size_t>(body);
    const QPointF rate =
        accelerations ? findRate(drawing.poses()[b], motion_->acceleration[b], motion_->velocity[b].angle, p)
                      : findRate(drawing.poses()[b], motion_->velocity[b], 0, p);
    arrows.emplace_back(p, rate);
    largest = std::max(largest, length(rate));
  };
  for (const Handle& handle : drawing.handles())
    if (handle.point.body != kFrameIndex) add(handle.point.body, handle.world);
  if (largest <= 0) return;
  const QColor colour = accelerations ? view.palette.ink : view.palette.action;
  for (const auto& [at, rate] : arrows) {
    const QPointF from = view.toPixel.map(at);
    const QPointF way = kLongestArrow / largest * QPointF(rate.x(), -rate.y());
    if (length(way) < 4) continue;
    symbols::drawArrow(painter, from, from + way, colour);
    labels.layout().blockLine(from, from + way, kArrowHalf, Cover::symbol);
    if (length(rate) > 0.999 * largest)
      labels.add({accelerations ? "acceleration" : "velocity", LabelRank::point,
                  writeShown(length(rate), accelerations ? "m/s2" : "m/s", 3), colour,
                  LabelLayout::around(from + way, way, kOffTip), false});
  }
}

// Named by the numbers of the links, the frame being 1.
void Analysis::paintCentres(QPainter& painter, const BoardView& view, BoardLabels& labels) const {
  for (const InstantCentre& centre : centres_) {
    if (centre.far) continue;
    const QPointF at = view.toPixel.map(QPointF(centre.x, centre.y));
    painter.setPen(QPen(view.palette.action, 1.4));
    painter.setBrush(view.palette.panel);
    painter.drawEllipse(at, 4, 4);
    painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
    painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7));
    labels.layout().block(QRectF(at - QPointF(7, 7), at + QPointF(7, 7)), Cover::symbol);
    const QString name = QString("P%1,%2").arg(centre.a + 2).arg(centre.b + 2);
    labels.add({"centre " + name, LabelRank::point, name, view.palette.action,
                LabelLayout::around(at, {1, -1}, kOffPoint), false});
  }
}

void Analysis::paintTraces(QPainter& painter, const Drawing& drawing, const BoardView& view,
                           BoardLabels& labels) const {
  const auto& traces = drawing.mechanism().traces;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const bool lit =
        view.isSelected(ElementKind::trace, traces[i].id) || view.isHovered(ElementKind::trace, traces[i].id);
    const QColor colour = lit ? view.palette.action : view.palette.curve(static_cast<int>(i));
    QPolygonF line;
    if (i < paths_.size())
      for (const QPointF p : paths_[i]) line << view.toPixel.map(p);
    constexpr qsizetype kPiece = 6;  // steps of a turn: fine enough for texts to keep off
    for (qsizetype k = kPiece; k < line.size(); k += kPiece)
      labels.layout().blockLine(line[k - kPiece], line[k], 2, Cover::part);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, lit ? 2.4 : 1.8));
    painter.drawPolyline(line);
    const QPointF at = view.toPixel.map(drawing.placeOf(traces[i]));
    painter.setBrush(view.palette.panel);
    painter.drawEllipse(at, 4.5, 4.5);
    painter.setBrush(colour);
    painter.drawEllipse(at, 1.5, 1.5);
    labels.layout().block(QRectF(at - QPointF(5, 5), at + QPointF(5, 5)), Cover::symbol);
    const QString name = namePart(traces[i].id);
    labels.add({"trace " + name, lit ? LabelRank::atHand : LabelRank::point, name, colour,
                LabelLayout::around(at, {1, -1}, kOffPoint), false});
  }
}

}  // namespace clank
