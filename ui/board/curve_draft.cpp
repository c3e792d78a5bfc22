// SPDX-License-Identifier: GPL-3.0-or-later
//
// The clicks of each kind, in axes with the first one as origin (Cassinian: the middle of the first two) and
// the second one on x:
//   circle          centre, a point: r
//   ellipse, Lame   centre, end of a half axis: a; a third point at a distance from that axis: b
//   Cartesian oval  focus, focus: d; a point at r1, r2 from them: a = r1 + b r2, with b = 1/2. For b < 1 is
//                   r1 + b r2 > b (r1 + r2) >= b d, as the oval needs it.
//   Cassinian       focus, focus: 2 a apart; a point: c^2 = r1 r2, which must exceed a^2
//   pear            cusp, tip: a; a point (x, y) between them: b = x sqrt(x (a - x))/abs(y)
#include "ui/board/curve_draft.h"

#include <array>

#include "ui/board/plane.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kWeight = 0.5;      // b of a Cartesian oval
constexpr double kSquareness = 4.0;  // n of a Lame curve

constexpr int kCircle = 0, kEllipse = 1, kLame = 2, kCartesian = 3, kCassinian = 4, kPear = 5, kSpline = 6;
static_assert(std::is_same_v<std::variant_alternative_t<kSpline, PathKind>, SplinePath>);

// The clicks in the axes of the curve.
struct Sketch {
  QPointF origin;
  double angle = 0;
  double reach = 0;  // of the second point
  QPointF third;     // where there is one
};

Sketch makeSketch(const std::vector<QPointF>& places) {
  Sketch sketch;
  const QPointF along = places[1] - places[0];
  sketch.origin = places[0];
  sketch.reach = length(along);
  sketch.angle = angleOf(along);
  if (places.size() > 2) sketch.third = turned(places[2] - places[0], -sketch.angle);
  return sketch;
}

class Maker {
 public:
  Maker(const std::vector<QPointF>& places, QString& wrong) : s_(makeSketch(places)), wrong_(wrong) {}

  std::optional<PlacedCurve> make(int kind) {
    if (s_.reach < kShortest) return refuse(tr("These two points are the same"));
    switch (kind) {
      case kCircle:
        s_.angle = 0;
        return place(CirclePath{makeNumber(s_.reach)});
      case kEllipse:
      case kLame:
        return makeRound(kind);
      case kCartesian:
        return makeCartesian();
      case kCassinian:
        return makeCassinian();
      default:
        return makePear();
    }
  }

 private:
  std::optional<PlacedCurve> refuse(const QString& why) {
    wrong_ = why;
    return std::nullopt;
  }
  std::optional<PlacedCurve> place(PathKind kind) const {
    return PlacedCurve{{std::move(kind), {}}, s_.origin, s_.angle};
  }

  std::optional<PlacedCurve> makeRound(int kind) {
    const double b = std::abs(s_.third.y());
    if (b < kShortest) return refuse(tr("Click beside the first axis: how far, is the other half axis"));
    const Quantity a = makeNumber(s_.reach);
    if (kind == kEllipse) return place(EllipsePath{a, makeNumber(b)});
    return place(LamePath{a, makeNumber(b), kSquareness});
  }
  std::optional<PlacedCurve> makeCartesian() {
    const double r1 = length(s_.third), r2 = length(s_.third - QPointF(s_.reach, 0));
    if (r1 < kShortest) return refuse(tr("The curve cannot go through its focus"));
    return place(CartesianOvalPath{makeNumber(r1 + kWeight * r2), kWeight, makeNumber(s_.reach)});
  }
  std::optional<PlacedCurve> makeCassinian() {
    const double r1 = length(s_.third), r2 = length(s_.third - QPointF(s_.reach, 0)), a = s_.reach / 2;
    const double c = std::sqrt(r1 * r2);
    if (c < a + kShortest) return refuse(tr("Click farther out: here the curve would cross itself"));
    s_.origin += a * direction(s_.angle);
    return place(CassinianPath{makeNumber(a), makeNumber(c)});
  }
  std::optional<PlacedCurve> makePear() {
    const double x = s_.third.x(), y = std::abs(s_.third.y());
    if (x < kShortest || x > s_.reach - kShortest || y < kShortest)
      return refuse(tr("Click beside the line from cusp to tip, between the two"));
    return place(PearPath{makeNumber(s_.reach), makeNumber(x * std::sqrt(x * (s_.reach - x)) / y)});
  }

  Sketch s_;
  QString& wrong_;
};

std::optional<PlacedCurve> makeSpline(const std::vector<QPointF>& places, bool closed) {
  SplinePath spline;
  spline.closed = closed;
  for (const QPointF p : places)
    spline.points.push_back({makeNumber(p.x() - places[0].x()), makeNumber(p.y() - places[0].y())});
  return PlacedCurve{{spline, {}}, places[0], 0};
}

}  // namespace

QStringList listCurveNames() {
  return {tr("Circle"), tr("Ellipse"), tr("Superellipse (Lamé)"), tr("Cartesian oval"), tr("Cassinian oval"),
          tr("Pear"),   tr("Spline")};
}

bool isSplineKind(int kind) {
  return kind == kSpline;
}

std::size_t countClicks(int kind) {
  return kind == kCircle ? 2 : 3;
}

QString explainClick(int kind, std::size_t index) {
  const auto at = [index](const std::array<const char*, 3>& texts) { return tr(texts[index]); };
  switch (kind) {
    case kCircle:
      return at({"Click the centre of the circle", "Click a point of the circle", ""});
    case kEllipse:
    case kLame:
      return at({"Click the centre of the curve", "Click the end of its first half axis",
                 "Click how wide it is across"});
    case kCartesian:
    case kCassinian:
      return at(
          {"Click the first focus of the oval", "Click its second focus", "Click a point of the curve"});
    case kPear:
      return at({"Click the cusp of the pear", "Click its round end", "Click a point of the curve"});
    default:
      break;
  }
  if (index == 0) return tr("Click the first point of the curve");
  if (index == 1) return tr("Click the next point of the curve");
  return tr("Click the next point of the curve; the last one once more ends it, the first one closes it");
}

std::optional<PlacedCurve> makeCurve(int kind, const std::vector<QPointF>& places, bool closed,
                                     QString& wrong) {
  auto placed = isSplineKind(kind) ? makeSpline(places, closed) : Maker(places, wrong).make(kind);
  if (!placed || isSound(placed->curve)) return placed;
  wrong = tr("The curve crosses itself: a point on it would not know its way");
  return std::nullopt;
}

std::vector<QPointF> listPlaces(const PlacedCurve& placed) {
  std::vector<QPointF> places;
  for (const auto& [x, y] : listPoints(placed.curve))
    places.push_back(placed.origin + turned({x, y}, placed.angle));
  return places;
}

}  // namespace clank
