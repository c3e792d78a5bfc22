// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/target_tool.h"

#include <QCoreApplication>
#include <QPolygonF>
#include <algorithm>

#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/document/optimisation_edits.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr int kSplinePath = 6;        // of PathKind
constexpr std::size_t kTargets = 60;  // points along a line
constexpr double kOnTrace = 1e-7;     // m
static_assert(std::is_same_v<std::variant_alternative_t<kSplinePath, PathKind>, SplinePath>);

// At equal ways along a line.
std::vector<Point> spread(const std::vector<QPointF>& line) {
  double whole = 0;
  for (std::size_t i = 1; i < line.size(); ++i) whole += length(line[i] - line[i - 1]);
  std::vector<Point> points;
  double passed = 0;
  for (std::size_t i = 1; i < line.size() && whole > 0; ++i) {
    const double piece = length(line[i] - line[i - 1]);
    while (points.size() < kTargets) {
      const double way = whole * static_cast<double>(points.size()) / (kTargets - 1);
      if (way > passed + piece && i + 1 < line.size()) break;
      const double part = piece > 0 ? std::min(1.0, (way - passed) / piece) : 0;
      points.push_back(makePoint(line[i - 1] + part * (line[i] - line[i - 1])));
    }
    passed += piece;
  }
  return points;
}

std::vector<QPointF> listTargets(const PathFit& fit) {
  std::vector<QPointF> places;
  for (const Point& point : fit.points) places.push_back(toPointF(point));
  if (fit.curve && isSound(*fit.curve))
    for (const QPointF place : listPlaces({*fit.curve, toPointF(fit.at), fit.axis.value}))
      places.push_back(place);
  return places;
}

}  // namespace

QStringList TargetTool::options() const {
  QStringList names = listCurveNames();
  names.prepend(names.takeLast());
  return names;
}

void TargetTool::choose(int option) {
  CurveTool::choose(option == 0 ? kSplinePath : option - 1);
}

QString TargetTool::wantsCurve(const QString& click) const {
  return tr("%1, of the curve that a path is to follow").arg(click);
}

QString TargetTool::wantsPoint() const {
  return tr("Click the point of a link whose path is to follow this curve");
}

ElementId TargetTool::add(int, const PlacedCurve& placed, const BodyPoint& point) {
  PathFit fit;
  fit.curve = placed.curve;
  fit.at = makePoint(placed.origin);
  fit.axis = makeNumber(placed.angle);
  std::string search;
  const Drawing drawing = board_.drawing();
  board_.edit(tr("draw target curve"), [&](Mechanism& m) {
    for (const Trace& trace : drawing.mechanism().traces)
      if (trace.b == drawing.idOf(point.body) && length(toPointF(trace.atB) - point.at) < kOnTrace)
        fit.trace = trace.id;
    if (fit.trace.empty()) fit.trace = addTrace(m, point, drawing);
    search = setTarget(m, board_.document().caseId(), fit, board_.targetOf());
  });
  board_.say(tr("Target of %1 in %2: the panel Studies has its parameters and bounds")
                 .arg(toText(fit.trace), toText(search)));
  return {ElementKind::trace, fit.trace};
}

std::optional<PathFit> findTarget(const Drawing& drawing, const ElementId& element,
                                  const std::string& trace) {
  const Mechanism& m = drawing.mechanism();
  PathFit fit;
  fit.trace = trace;
  std::vector<QPointF> line;
  if (const Joint* joint = element.kind == ElementKind::joint ? findById(m.joints, element.id) : nullptr) {
    const auto* track = std::get_if<PointOnCurve>(&joint->kind);
    if (!track || joint->a != kFrame) return std::nullopt;
    fit.curve = track->curve;
    fit.at = joint->atA;
    fit.axis = track->axis;
    return fit;
  }
  if (element.kind == ElementKind::surface) {
    const DrawnSurface* surface = findById(m.surfaces, element.id);
    if (surface && surface->body == kFrame) line = makeSurfaceShape(surface->kind).points;
  } else if (element.kind == ElementKind::body) {
    const int body = drawing.indexOf(element.id);
    for (const Point& corner : m.bodies[static_cast<std::size_t>(body)].outline)
      line.push_back(drawing.toWorld(body, toPointF(corner)));
    if (!line.empty()) line.push_back(line.front());
  }
  fit.points = spread(line);
  return fit.points.empty() ? std::nullopt : std::optional(fit);
}

void paintTargets(QPainter& painter, const Mechanism& shown, const BoardView& view) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const Optimisation& search : shown.optimisations)
    for (const PathFit& fit : search.fits) {
      QPolygonF line;
      for (const QPointF place : listTargets(fit)) line << view.toPixel.map(place);
      if (line.isEmpty()) continue;
      const bool lit = view.isSelected(ElementKind::trace, fit.trace);
      const QColor colour = lit ? view.palette.action : view.palette.dim;
      painter.setPen(QPen(colour, 1.6, Qt::DashLine));
      painter.drawPolyline(line);
      symbols::drawLabel(painter, line[line.size() / 3] + QPointF(0, -12),
                         QCoreApplication::translate("Board", "target of %1").arg(toText(fit.trace)), colour,
                         view.palette.panel);
    }
}

}  // namespace clank
