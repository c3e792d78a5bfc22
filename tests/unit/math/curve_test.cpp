// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "tests/support/growth.h"

namespace clank {
namespace {

using Eigen::Vector2d;

constexpr double kPi = std::numbers::pi;

Vector2d leftOf(const Vector2d& t) {
  return {-t.y(), t.x()};
}

struct Case {
  std::string name;
  CurveShape shape;
  std::function<double(double x, double y)> equation;  // zero on the curve; none for splines
};

SplineShape makeSpline(bool closed) {
  return {{1.1, 0.5, -0.4, -0.9, -0.3, 0.6}, {0.1, 0.8, 0.7, -0.1, -0.8, -0.6}, closed};
}

std::vector<Case> listCases() {
  const double c4 = std::pow(1.2, 4), a2 = 0.9 * 0.9;
  return {
      {"Circle", EllipseShape{0.8, 0.8}, [](double x, double y) { return std::hypot(x, y) - 0.8; }},
      {"Ellipse", EllipseShape{1.1, 0.8}, [](double x, double y) { return x * x / 1.21 + y * y / 0.64 - 1; }},
      {"Lame", LameShape{0.9, 0.7, 3.4},
       [](double x, double y) {
         return std::pow(std::abs(x) / 0.9, 3.4) + std::pow(std::abs(y) / 0.7, 3.4) - 1;
       }},
      {"LameOfTwoIsAnEllipse", LameShape{1.1, 0.8, 2},
       [](double x, double y) { return x * x / 1.21 + y * y / 0.64 - 1; }},
      {"CartesianOval", CartesianOvalShape{1.5, 0.6, 1},
       [](double x, double y) { return std::hypot(x, y) + 0.6 * std::hypot(x - 1, y) - 1.5; }},
      {"CartesianOvalOfOneIsAnEllipse", CartesianOvalShape{2, 1, 1},
       [](double x, double y) { return std::pow(x - 0.5, 2) + y * y / 0.75 - 1; }},
      {"CartesianOvalOfTwo", CartesianOvalShape{1.5, 2, 0.5},
       [](double x, double y) { return std::hypot(x, y) + 2 * std::hypot(x - 0.5, y) - 1.5; }},
      {"Cassinian", CassinianShape{0.9, 1.2},
       [=](double x, double y) {
         const double r2 = x * x + y * y;
         return r2 * r2 - 2 * a2 * (x * x - y * y) + a2 * a2 - c4;
       }},
      {"Pear", PearShape{1.4, 1.1}, [](double x, double y) { return 1.21 * y * y - x * x * x * (1.4 - x); }},
      {"ClosedSpline", makeSpline(true), {}},
      {"OpenSpline", makeSpline(false), {}}};
}

class CurveOf : public testing::TestWithParam<Case> {
 protected:
  const Curve curve_{GetParam().shape};
  // A foot at a share of the length.
  Curve::Foot at(double share) const {
    const auto i = static_cast<std::size_t>(share * static_cast<double>(curve_.points().size() - 2));
    return curve_.findFoot(0.6 * curve_.points()[i] + 0.4 * curve_.points()[i + 1]);
  }
};

TEST_P(CurveOf, MeetsItsEquation) {
  if (!GetParam().equation) return;
  for (const Vector2d& p : curve_.points()) EXPECT_NEAR(GetParam().equation(p.x(), p.y()), 0, 4e-15);
  for (double share = 0.01; share < 1; share += 0.02) {
    const Vector2d p = at(share).point;
    EXPECT_NEAR(GetParam().equation(p.x(), p.y()), 0, 4e-15);
  }
}

TEST_P(CurveOf, FootOfAPlaceBesideItIsWhereItCameFrom) {
  for (double share = 0.1; share < 0.9; share += 0.01) {
    const Curve::Foot foot = at(share);
    for (const double side : {-0.02, 0.0, 0.02}) {
      if (std::abs(foot.curvature * side) > 0.5) continue;
      const Curve::Foot again = curve_.findFoot(foot.point + side * leftOf(foot.tangent));
      EXPECT_NEAR(again.distance, side, 1e-14);
      EXPECT_NEAR((again.point - foot.point).norm(), 0, 1e-14);
      EXPECT_NEAR(curve_.calcTravel(again.w), curve_.calcTravel(foot.w), 1e-14);
    }
  }
}

TEST_P(CurveOf, NoPointIsNearerThanTheFoot) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.6, 1.6);
  for (int round = 0; round < 200; ++round) {
    const Vector2d place(uniform(random), uniform(random));
    const double found = (curve_.findFoot(place).point - place).norm();
    for (const Vector2d& p : curve_.points()) EXPECT_LE(found, (p - place).norm() + 1e-14);
  }
}

// Tangent and curvature against differences along the curve.
TEST_P(CurveOf, TangentAndCurvatureAreDerivativesByTravel) {
  for (double share = 0.05; share < 0.95; share += 0.023) {
    const Curve::Foot foot = at(share);
    const double h = 1e-4;
    const Curve::Foot before = curve_.findFoot(foot.point - h * foot.tangent),
                      after = curve_.findFoot(foot.point + h * foot.tangent);
    const double way = curve_.calcTravel(after.w) - curve_.calcTravel(before.w);
    const Vector2d tangent = (after.point - before.point) / way;
    const double turn =
        std::asin(before.tangent.x() * after.tangent.y() - before.tangent.y() * after.tangent.x());
    EXPECT_NEAR((tangent - foot.tangent).norm(), 0, 1e-6);
    EXPECT_NEAR(turn / way, foot.curvature, 1e-4 * (1 + std::abs(foot.curvature)));
  }
}

TEST_P(CurveOf, LengthIsThatOfManyChords) {
  constexpr int kChords = 20000;
  const auto stations = listStations(GetParam().shape);
  double sum = 0;
  PlaneJet last = evaluateShape(GetParam().shape, Jet(stations.front()));
  for (int i = 1; i <= kChords; ++i) {
    const PlaneJet next = evaluateShape(
        GetParam().shape, Jet(stations.front() + i * (stations.back() - stations.front()) / kChords));
    sum += std::hypot(next.x.v - last.x.v, next.y.v - last.y.v);
    last = next;
  }
  EXPECT_NEAR(curve_.length(), sum, 1e-6);
  EXPECT_FALSE(curve_.findCrossing());
}

INSTANTIATE_TEST_SUITE_P(Shapes, CurveOf, testing::ValuesIn(listCases()),
                         [](const auto& param) { return param.param.name; });

TEST(Curve, LengthsInClosedForm) {
  EXPECT_NEAR(Curve(EllipseShape{0.3, 0.3}).length(), 0.6 * kPi, 1e-14);
  EXPECT_NEAR(Curve(EllipseShape{1.1, 0.8}).length(), 4.4 * std::comp_ellint_2(std::sqrt(1 - 0.64 / 1.21)),
              1e-13);
  EXPECT_NEAR(Curve(SplineShape({0, 1, 3}, {1, 2, 4}, false)).length(), 3 * std::sqrt(2.0), 1e-14);
}

TEST(Curve, CurvatureOfAnEllipse) {
  const Curve curve(EllipseShape{1.1, 0.8});
  for (const double w : {0.0, 0.4, 1.3, 2.9, 5.0}) {
    const Vector2d p(1.1 * std::cos(w), 0.8 * std::sin(w));
    const double speed = std::hypot(1.1 * std::sin(w), 0.8 * std::cos(w));
    EXPECT_NEAR(curve.findFoot(p).curvature, 1.1 * 0.8 / std::pow(speed, 3), 1e-13);
  }
}

// The waist of a Cassinian oval is narrower than the way between two stations; still every place finds its
// own side.
TEST(Curve, NarrowWaistKeepsItsSidesApart) {
  constexpr double a = 1, c = 1 + 1e-6;
  const Curve curve(CassinianShape{a, c});
  EXPECT_FALSE(curve.findCrossing());
  for (double x = -0.1; x < 0.1; x += 0.00137) {
    const double half = std::sqrt(std::sqrt(4 * a * a * x * x + std::pow(c, 4)) - x * x - a * a);
    const Curve::Foot high = curve.findFoot({x, 0.7 * half}), low = curve.findFoot({x, -0.7 * half});
    EXPECT_LT(high.tangent.x(), 0) << x;
    EXPECT_GT(low.tangent.x(), 0) << x;
    EXPECT_GT(high.distance, 0);
    EXPECT_NEAR(high.distance, low.distance, 1e-12);
  }
}

TEST(Curve, OpenCurveGoesOnStraight) {
  const Curve curve(makeSpline(false));
  const Curve::Foot end = curve.findFoot(curve.points().back());
  const Curve::Foot beyond = curve.findFoot(end.point + 0.3 * end.tangent + 0.1 * leftOf(end.tangent));
  EXPECT_NEAR(beyond.distance, 0.1, 1e-14);
  EXPECT_NEAR(curve.calcTravel(beyond.w), curve.length() + 0.3, 1e-13);
  EXPECT_EQ(beyond.curvature, 0);
  const Curve::Foot begin = curve.findFoot(curve.points().front());
  EXPECT_NEAR(curve.calcTravel(curve.findFoot(begin.point - 0.2 * begin.tangent).w), -0.2, 1e-13);
}

TEST(Curve, ClosedSplineIsSmoothAtItsFirstPoint) {
  const Curve curve(makeSpline(true));
  const Curve::Foot at = curve.findFoot(curve.points().front());
  const Curve::Foot before = curve.findFoot(at.point - 1e-7 * at.tangent),
                    after = curve.findFoot(at.point + 1e-7 * at.tangent);
  EXPECT_NEAR((before.tangent - after.tangent).norm(), 0, 1e-6);
  EXPECT_NEAR(before.curvature, after.curvature, 1e-5);
  EXPECT_NEAR(curve.calcTravel(before.w) - curve.calcTravel(after.w), curve.length() - 2e-7, 1e-12);
}

TEST(Curve, EightCrossesItself) {
  const auto crossing =
      Curve(SplineShape({0, 1, 0, -1, 0, 1, 0, -1}, {0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5}, true))
          .findCrossing();
  ASSERT_TRUE(crossing);
  EXPECT_LT(crossing->norm(), 0.1);
}

// A wave of thousands of points, and the same with a last stretch that goes back through its begin.
SplineShape makeWave(std::size_t count, bool returns) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < count; ++i) {
    x.push_back(0.01 * static_cast<double>(i));
    y.push_back(std::sin(x.back()) + 0.001 * static_cast<double>(i % 2));
  }
  if (returns) {
    x.insert(x.end(), {x.back() + 1, 0.5 * x.back(), 0.5 * x.back()});
    y.insert(y.end(), {-9.0, -9.0, 9.0});
  }
  return {x, y, false};
}

// Each panel looks at those near it alone: twice the points are not four times the work.
TEST(Curve, ManyPointsAreLookedAtInATimeThatGrowsWithThem) {
  test::expectNearlyLinear(
      [](int count) {
        return [curve = Curve(makeWave(static_cast<std::size_t>(count), false))] {
          EXPECT_FALSE(curve.findCrossing());
        };
      },
      2'500);
  EXPECT_TRUE(Curve(makeWave(20'000, true)).findCrossing());
}

// The same answer as looking at all pairs.
TEST(Curve, CrossingsAreFoundWhereverTheyAre) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> step(-1, 1);
  int crossing = 0;
  for (int run = 0; run < 200; ++run) {
    std::vector<double> x{0}, y{0};
    for (int i = 1; i < 4 + run % 20; ++i) {
      x.push_back(x.back() + 0.6 + step(random));
      y.push_back(y.back() + step(random));
    }
    const Curve curve(SplineShape(x, y, false));
    const auto& p = curve.points();
    const auto side = [](const Vector2d& a, const Vector2d& b, const Vector2d& c) {
      return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
    };
    bool meets = false;
    for (std::size_t i = 0; i + 1 < p.size(); ++i)
      for (std::size_t k = i + 2; k + 1 < p.size(); ++k)
        meets = meets || (side(p[i], p[i + 1], p[k]) * side(p[i], p[i + 1], p[k + 1]) < 0 &&
                          side(p[k], p[k + 1], p[i]) * side(p[k], p[k + 1], p[i + 1]) < 0);
    EXPECT_EQ(curve.findCrossing().has_value(), meets) << run;
    crossing += meets ? 1 : 0;
  }
  EXPECT_GT(crossing, 20);
  EXPECT_LT(crossing, 180);
}

}  // namespace
}  // namespace clank
