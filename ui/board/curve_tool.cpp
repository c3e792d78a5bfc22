// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/curve_tool.h"

#include <algorithm>
#include <limits>

#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

// Of PathKind: the pear is open at its cusp, the spline comes last.
constexpr int kPearKind = 5, kSplineKind = 6;
static_assert(std::is_same_v<std::variant_alternative_t<kPearKind, PathKind>, PearPath>);
static_assert(std::is_same_v<std::variant_alternative_t<kSplineKind, PathKind>, SplinePath> &&
              std::variant_size_v<PathKind> == kSplineKind + 1);

}  // namespace

void CurveTool::choose(int option) {
  escape();
  kind_ = option;
}

QString CurveTool::hint() const {
  if (curve_) return wantsPoint();
  const QString what = explainClick(kind_, places_.size());
  if (places_.empty()) return wantsCurve(what);
  return carrier_ == kFrameIndex
             ? what
             : tr("On %1: %2").arg(QString::fromStdString(board_.drawing().idOf(carrier_)), what);
}

QString CurveTool::cursorHint(const ToolMouse& mouse) const {
  if (curve_) {
    const auto point = findLinkPoint(board_, mouse, carrier_);
    return point ? tr("a point of %1").arg(nameOf(board_.drawing(), point->body)) : QString();
  }
  const int carrier = places_.empty() ? chooseCarrier(mouse) : kFrameIndex;
  return carrier == kFrameIndex ? QString() : tr("curve of %1").arg(nameOf(board_.drawing(), carrier));
}

void CurveTool::press(const ToolMouse& mouse) {
  if (!curve_) return addPlace(mouse);
  const auto point = findLinkPoint(board_, mouse, carrier_);
  if (!point) return board_.refuse(tr("The point that follows belongs to another link: click on one"));
  attach(*point);
}

bool CurveTool::isOnFirst(const ToolMouse& mouse) const {
  return !places_.empty() && length(board_.view().toPixel.map(places_.front()) - mouse.pixel) < kReach;
}

void CurveTool::addPlace(const ToolMouse& mouse) {
  const QPointF at = mouse.snap.world;
  if (places_.empty()) carrier_ = chooseCarrier(mouse);
  const bool again = !places_.empty() && length(at - places_.back()) < kShortest;
  if (isSplineKind(kind_)) {
    if (places_.size() >= 3 && isOnFirst(mouse)) return complete(true);
    if (again && places_.size() >= 2) return complete(false);
  }
  if (again) return;
  places_.push_back(at);
  if (!isSplineKind(kind_) && places_.size() == countClicks(kind_)) complete(false);
}

void CurveTool::complete(bool closed) {
  QString wrong;
  curve_ = makeCurve(kind_, places_, closed || isAlwaysClosed(), wrong);
  if (curve_) return;
  if (!isSplineKind(kind_)) places_.pop_back();
  board_.say(wrong);
}

// False: it cannot be, and the curve waits for another point.
bool CurveTool::attach(const BodyPoint& point) {
  const PlacedCurve placed = *curve_;
  const int carrier = carrier_;
  const QString wrong = refuseFollower(carrier, placed, point);
  if (!wrong.isEmpty()) {
    board_.refuse(wrong);
    return false;
  }
  escape();
  board_.selection().select(add(carrier, placed, point));
  return true;
}

QString CurveTool::wantsCurve(const QString& click) const {
  return tr("%1: on a link, or on the sheet for the frame").arg(click);
}

QString CurveTool::wantsPoint() const {
  return tr("Click the point of another link that follows the curve: a pin, an end or a place");
}

ElementId CurveTool::add(int carrier, const PlacedCurve& placed, const BodyPoint& point) {
  std::string id;
  board_.edit(tr("draw curve track"),
              [&](Mechanism& m) { id = addTrack(m, board_.drawing(), carrier, placed, point); });
  return {ElementKind::joint, id};
}

QStringList CamTool::options() const {
  QStringList names = listCurveNames();
  names.removeAt(kPearKind);
  names.prepend(names.takeLast());
  return names;
}

void CamTool::choose(int option) {
  CurveTool::choose(option == 0 ? kSplineKind : option - 1);
}

QString CamTool::wantsPoint() const {
  return tr("Click the follower: a point of another link, or the middle of a disc for a roller");
}

// What validate() says of such a contact: a roller that does not fit into a hollow.
QString CamTool::refuseFollower(int carrier, const PlacedCurve& placed, const BodyPoint& point) const {
  const Drawing& drawing = board_.drawing();
  Mechanism trial = drawing.mechanism();
  addCam(trial, drawing, carrier, placed, point);
  const std::string contact = "/contacts/" + std::to_string(trial.contacts.size() - 1),
                    surface = "/surfaces/" + std::to_string(trial.surfaces.size() - 1);
  for (const Problem& problem : validate(trial))
    if (problem.severity == Severity::error &&
        (problem.where.starts_with(contact) || problem.where.starts_with(surface)))
      return tellMessage(problem.what);
  return {};
}

ElementId CamTool::add(int carrier, const PlacedCurve& placed, const BodyPoint& point) {
  std::string id;
  board_.edit(tr("draw cam"),
              [&](Mechanism& m) { id = addCam(m, board_.drawing(), carrier, placed, point); });
  return {ElementKind::contact, id};
}

bool CurveTool::keep() {
  const std::size_t least = isAlwaysClosed() ? 3 : 2;
  if (!curve_ && isSplineKind(kind_) && places_.size() >= least) complete(false);
  if (!curve_) return false;
  const std::vector<QPointF> line = listPlaces(*curve_);
  const Handle* nearest = findNearestEnd(board_.drawing(), carrier_, [&](QPointF world) {
    double least_ = std::numeric_limits<double>::infinity();
    for (const QPointF place : line) least_ = std::min(least_, length(place - world));
    return least_;
  });
  if (!nearest) return false;
  const QString follower = namePart(board_.drawing().idOf(nearest->point.body));
  if (!attach(nearest->point)) return false;
  board_.say(tr("The nearest end follows the curve, that of %1; Undo takes it away").arg(follower));
  return true;
}

bool CurveTool::escape() {
  const bool begun = !places_.empty();
  places_.clear();
  curve_.reset();
  carrier_ = kFrameIndex;
  return begun;
}

bool CurveTool::takeBack() {
  if (places_.size() < 2) return escape();
  places_.pop_back();
  curve_.reset();
  return true;
}

std::optional<QPointF> CurveTool::lineFrom() const {
  const bool isLine = places_.size() == 1 || isSplineKind(kind_);  // a third point lies anywhere
  return places_.empty() || curve_ || !isLine ? std::nullopt : std::optional(places_.back());
}

void CurveTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (places_.empty()) return;
  const BoardView& view = board_.view();
  std::vector<QPointF> places = places_;
  std::optional<PlacedCurve> placed = curve_;
  if (!placed && length(mouse.snap.world - places.back()) >= kShortest) places.push_back(mouse.snap.world);
  QString wrong;
  const bool whole = isSplineKind(kind_) ? places.size() >= 2 : places.size() == countClicks(kind_);
  if (!placed && whole) placed = makeCurve(kind_, places, isSplineKind(kind_) && isOnFirst(mouse), wrong);
  QPolygonF line;
  if (placed)
    for (const QPointF p : listPlaces(*placed)) line << view.toPixel.map(p);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(view.palette.action, 2));
  painter.drawPolyline(line);
  painter.setPen(QPen(view.palette.action, 1.2, Qt::DotLine));
  if (curve_) {
    if (!line.isEmpty()) painter.drawLine(line.front(), view.toPixel.map(mouse.snap.world));
  } else if (!isSplineKind(kind_)) {
    for (std::size_t i = 1; i < places.size(); ++i)
      painter.drawLine(view.toPixel.map(places[0]), view.toPixel.map(places[i]));
  }
  for (const QPointF p : places_)
    symbols::drawEnd(painter, view.toPixel.map(p), {view.palette.action, view.palette.panel});
}

}  // namespace clank
