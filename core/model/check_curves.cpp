// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/curve.h"
#include "core/model/checks.h"

namespace clank {

namespace {

class CurveCheck {
 public:
  CurveCheck(std::string part, std::string pointer, ProblemList& problems)
      : part_(std::move(part)), pointer_(std::move(pointer)), problems_(problems) {}

  // What has been found sound is drawn up and looked at as a whole.
  void run(const PathCurve& curve) {
    std::visit([this](const auto& kind) { check(kind); }, curve.kind);
    if (!sound_) return;
    const Curve whole(makeShape(curve));
    if (!std::isfinite(whole.length())) return error("", "the curve leaves the range of the computer");
    if (const auto at = whole.findCrossing())
      error("", fmt::format("the curve crosses or touches itself near ({:.4g}, {:.4g}) m in its own axes; a "
                            "point could not tell which way to go on",
                            at->x(), at->y()));
  }

 private:
  void error(const std::string& key, const std::string& what) {
    sound_ = false;
    problems_.error(pointer_ + key, fmt::format("{}: {}", part_, what));
  }
  void need(bool holds, const char* key, const std::string& what) {
    if (!holds) error(std::string("/") + key, what);
  }
  void needPositive(const Quantity& quantity, const char* key) {
    if (!std::isfinite(quantity.value)) sound_ = false;
    if (isNotPositive(quantity)) error(std::string("/") + key, fmt::format("{} must be positive", key));
  }

  void check(const CirclePath& circle) { needPositive(circle.radius, "radius"); }
  void check(const EllipsePath& ellipse) {
    needPositive(ellipse.a, "a");
    needPositive(ellipse.b, "b");
  }
  void check(const LamePath& lame) {
    needPositive(lame.a, "a");
    needPositive(lame.b, "b");
    needPositive(lame.n, "n");
    if (!sound_) return;
    need(lame.n.value >= 2, "n",
         "n must be 2 or more: below, the curve is infinitely curved at its four tips (below 1 they are "
         "cusps), "
         "and a point that comes with a speed cannot pass them");
  }
  void check(const CartesianOvalPath& oval) {
    needPositive(oval.a, "a");
    needPositive(oval.b, "b");
    if (isBelow(oval.d, 0)) error("/d", "d must not be negative");
    if (!std::isfinite(oval.d.value)) sound_ = false;
    if (!sound_) return;
    need(oval.a.value > oval.b.value * oval.d.value, "a",
         "a must be greater than b d: otherwise no oval goes round the origin");
    need(oval.a.value != oval.d.value, "d", "with d equal to a the oval has a corner");
  }
  void check(const CassinianPath& oval) {
    needPositive(oval.a, "a");
    needPositive(oval.c, "c");
    if (sound_)
      need(oval.c.value > oval.a.value, "c",
           "c must be greater than a: otherwise the curve crosses itself or falls apart into two ovals");
  }
  void check(const PearPath& pear) {
    needPositive(pear.a, "a");
    needPositive(pear.b, "b");
  }

  void check(const SplinePath& spline) {
    const auto& points = spline.points;
    const std::size_t least = spline.closed ? 3 : 2;
    if (points.size() < least)
      return error("/points", fmt::format("{} spline needs {} points at least, this has {}",
                                          spline.closed ? "a closed" : "an open", least, points.size()));
    for (const Point& point : points)
      if (!std::isfinite(point.x.value) || !std::isfinite(point.y.value)) sound_ = false;
    if (!sound_) return;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (isSame(points[i], points[i - 1]))
        error(fmt::format("/points/{}", i), fmt::format("points {} and {} are the same", i, i + 1));
    if (spline.closed && isSame(points.front(), points.back()))
      error(fmt::format("/points/{}", points.size() - 1),
            "the last point is the first; leave it out, closed joins them");
  }
  static bool isSame(const Point& a, const Point& b) {
    return a.x.value == b.x.value && a.y.value == b.y.value;
  }

  const std::string part_, pointer_;
  ProblemList& problems_;
  bool sound_ = true;
};

}  // namespace

void checkCurve(const PathCurve& curve, const std::string& part, const std::string& pointer,
                ProblemList& problems) {
  CurveCheck(part, pointer, problems).run(curve);
}

bool isSound(const PathCurve& curve) {
  ProblemList problems;
  checkCurve(curve, {}, {}, problems);
  return problems.take().empty();
}

}  // namespace clank
