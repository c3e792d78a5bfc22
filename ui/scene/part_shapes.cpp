// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/part_shapes.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolygon.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <array>

#include "core/io/sheet.h"
#include "ui/scene/convex_hull.h"

namespace clank {
namespace {

constexpr double kFullDetail = 200;      // shapes that all have it
constexpr std::size_t kMostSolid = 600;  // with more of them each is a few pixels wide

double calcShare(std::size_t shapes) {
  return std::min(1.0, kFullDetail / std::max(1.0, static_cast<double>(shapes)));
}

int roundSteps(double steps, int least) {
  return std::max(least, static_cast<int>(std::lround(steps)));
}

double signedArea(const std::vector<Vec2>& corners) {
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i)
    twice += cross(corners[i], corners[(i + 1) % corners.size()]);
  return 0.5 * twice;
}

void addArc(Outline& outline, Vec2 center, double radius, double from, double sweep, int turn) {
  const int steps = std::max(1, static_cast<int>(std::ceil(turn * sweep / (2 * kPi))));
  for (int i = 0; i <= steps; ++i) {
    const Vec2 n = unitVector(from + sweep * i / steps);
    outline.push_back({center + radius * n, n, n});
  }
}

// Rings of points, each a copy of the outline moved outwards and up, joined by strips of triangles.
class RingSurface {
 public:
  explicit RingSurface(const Outline& outline) : outline_(outline) {}

  // lean: 0 for a wall's normal, pi/2 for a floor's.
  void addRing(double outwards, double z, double lean) {
    const vtkIdType first = points->GetNumberOfPoints();
    for (const OutlinePoint& p : outline_) {
      const Vec2 at = p.at + outwards * p.grow;
      points->InsertNextPoint(at.x, at.y, z);
      const std::array<double, 3> normal{p.normal.x * std::cos(lean), p.normal.y * std::cos(lean),
                                         std::sin(lean)};
      normals->InsertNextTuple(normal.data());
    }
    if (first > 0) joinRings(first - size(), first);
  }

  // Fills the last ring: a fan when the outline is convex, else cut into triangles.
  void addCap() {
    const vtkIdType first = points->GetNumberOfPoints() - size();
    std::vector<vtkIdType> corners;
    for (vtkIdType i = 0; i < size(); ++i)
      if (!(placeOf(i) == placeOf(i + size() - 1))) corners.push_back(i);
    if (!isConvex(corners)) return addCut(first, corners);
    for (std::size_t i = 2; i < corners.size(); ++i)
      triangle(first + corners[0], first + corners[i - 1], first + corners[i]);
  }

  vtkIdType size() const { return static_cast<vtkIdType>(outline_.size()); }

  vtkSmartPointer<vtkPolyData> take() {
    auto data = vtkSmartPointer<vtkPolyData>::New();
    data->SetPoints(points);
    data->SetPolys(triangles);
    data->GetPointData()->SetNormals(normals);
    return data;
  }

  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> triangles;

 private:
  void triangle(vtkIdType a, vtkIdType b, vtkIdType c) {
    const std::array<vtkIdType, 3> ids{a, b, c};
    triangles->InsertNextCell(3, ids.data());
  }
  Vec2 placeOf(vtkIdType i) const { return outline_[static_cast<std::size_t>(i % size())].at; }
  bool isConvex(const std::vector<vtkIdType>& corners) const {
    const std::size_t n = corners.size();
    double turned = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 at = placeOf(corners[i]), in = at - placeOf(corners[(i + n - 1) % n]);
      const Vec2 out = placeOf(corners[(i + 1) % n]) - at;
      const double turn = std::atan2(cross(in, out), dot(in, out));
      if (turn < 0) return false;
      turned += turn;
    }
    return turned < 3 * kPi;  // once around
  }
  void addCut(vtkIdType first, const std::vector<vtkIdType>& corners) {
    vtkNew<vtkPolygon> polygon;
    for (const vtkIdType i : corners) {
      polygon->GetPointIds()->InsertNextId(first + i);
      polygon->GetPoints()->InsertNextPoint(points->GetPoint(first + i));
    }
    vtkNew<vtkIdList> ids;
    polygon->Triangulate(ids);
    for (vtkIdType i = 0; i + 2 < ids->GetNumberOfIds(); i += 3)
      triangle(polygon->GetPointId(static_cast<int>(ids->GetId(i))),
               polygon->GetPointId(static_cast<int>(ids->GetId(i + 1))),
               polygon->GetPointId(static_cast<int>(ids->GetId(i + 2))));
  }
  void joinRings(vtkIdType lower, vtkIdType upper) {
    for (vtkIdType i = 0; i < size(); ++i) {
      const vtkIdType k = (i + 1) % size();
      triangle(lower + i, lower + k, upper + k);
      triangle(lower + i, upper + k, upper + i);
    }
  }
  vtkSmartPointer<vtkFloatArray> makeNormals() const {
    auto array = vtkSmartPointer<vtkFloatArray>::New();
    array->SetName("normals");
    array->SetNumberOfComponents(3);
    return array;
  }

  const Outline& outline_;
  vtkSmartPointer<vtkFloatArray> normals = makeNormals();
};

}  // namespace

int calcSteps(int full, int least, std::size_t shapes) {
  return roundSteps(full * std::sqrt(calcShare(shapes)), least);
}

// Rings are the first to go: a corner less is seen sooner than a rounded edge of fewer facets.
ShapeDetail findDetail(std::size_t shapes) {
  const ShapeDetail full;
  const double share = calcShare(shapes);
  return {calcSteps(full.turn, 12, shapes), roundSteps(full.edgeRings * share, 1),
          roundSteps(full.shadowRings * share, 2), shapes > kMostSolid};
}

Outline makeRoundedHull(std::vector<Vec2> points, double radius, const ShapeDetail& detail) {
  const std::vector<Vec2> hull = convexHull(std::move(points));
  Outline outline;
  if (hull.size() == 1) {
    addArc(outline, hull.front(), radius, 0, 2 * kPi * (1 - 1.0 / detail.turn), detail.turn);
    return outline;
  }
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec2 in = hull[i] - hull[(i + hull.size() - 1) % hull.size()];
    const Vec2 out = hull[(i + 1) % hull.size()] - hull[i];
    const double from = angleOf(in) - kPi / 2;
    double sweep = std::fmod(angleOf(out) - angleOf(in), 2 * kPi);
    if (sweep < 0) sweep += 2 * kPi;
    addArc(outline, hull[i], radius, from, sweep, detail.turn);
  }
  return outline;
}

Outline makeRoundedBox(Vec2 center, double angle, double halfLength, double halfWidth, double corner,
                       const ShapeDetail& detail) {
  const Vec2 u = unitVector(angle), v = leftOf(u);
  std::vector<Vec2> corners;
  for (const auto& [s, t] : {std::array{1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}})
    corners.push_back(center + s * (halfLength - corner) * u + t * (halfWidth - corner) * v);
  return makeRoundedHull(std::move(corners), corner, detail);
}

Outline makePolygon(std::vector<Vec2> corners) {
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
  if (signedArea(corners) < 0) std::reverse(corners.begin(), corners.end());
  const std::size_t n = corners.size();
  const auto normalAfter = [&](std::size_t i) {
    const Vec2 edge = corners[(i + 1) % n] - corners[i];
    return (1 / length(edge)) * Vec2{edge.y, -edge.x};
  };
  Outline outline;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = normalAfter((i + n - 1) % n), after = normalAfter(i);
    // The mitre of the two edges, no longer than 2 where the corner is sharp.
    const Vec2 grow = (1 / std::max(1 + dot(before, after), 0.5)) * (before + after);
    outline.push_back({corners[i], grow, before});
    outline.push_back({corners[i], grow, after});
  }
  return outline;
}

bool contains(const Outline& outline, Vec2 point) {
  bool inside = false;
  for (std::size_t i = 0, k = outline.size() - 1; i < outline.size(); k = i++) {
    const Vec2 a = outline[i].at, b = outline[k].at;
    if ((a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) * (b.x - a.x) / (b.y - a.y))
      inside = !inside;
  }
  return inside;
}

vtkSmartPointer<vtkPolyData> makePlate(const Outline& outline, double thickness, double edgeRadius,
                                       const ShapeDetail& detail) {
  RingSurface surface(outline);
  if (detail.isFlat) {
    surface.addRing(0, thickness, kPi / 2);
    surface.addCap();
    return surface.take();
  }
  surface.addRing(0, 0, 0);
  for (int i = 0; i <= detail.edgeRings; ++i) {
    const double lean = kPi / 2 * i / detail.edgeRings;
    surface.addRing(-edgeRadius * (1 - std::cos(lean)), thickness - edgeRadius * (1 - std::sin(lean)), lean);
  }
  surface.addCap();
  return surface.take();
}

vtkSmartPointer<vtkPolyData> makeEdgeLine(const Outline& outline, double z, double disc) {
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> lines;
  lines->InsertNextCell(static_cast<int>(outline.size()) + 1);
  for (const OutlinePoint& p : outline) lines->InsertCellPoint(points->InsertNextPoint(p.at.x, p.at.y, z));
  lines->InsertCellPoint(0);
  if (disc > 0) {
    lines->InsertNextCell(2);
    for (const double x : {kDiscMark * disc, disc}) lines->InsertCellPoint(points->InsertNextPoint(x, 0, z));
  }
  auto data = vtkSmartPointer<vtkPolyData>::New();
  data->SetPoints(points);
  data->SetLines(lines);
  return data;
}

vtkSmartPointer<vtkPolyData> makeSoftShadow(const Outline& outline, double blur, double opacity,
                                            const ShapeDetail& detail) {
  RingSurface surface(outline);
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetName("colors");
  colors->SetNumberOfComponents(4);
  for (int i = 0; i <= detail.shadowRings; ++i) {
    const double s = static_cast<double>(i) / detail.shadowRings;  // from the outer rim inwards
    surface.addRing(blur * (1 - 2 * s), 0, kPi / 2);
    const double alpha = 255 * opacity * s * s * (3 - 2 * s);
    for (vtkIdType k = 0; k < surface.size(); ++k) colors->InsertNextTuple4(0, 0, 0, alpha);
  }
  surface.addCap();
  auto data = surface.take();
  data->GetPointData()->SetScalars(colors);
  return data;
}

}  // namespace clank
