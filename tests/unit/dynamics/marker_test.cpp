// SPDX-License-Identifier: GPL-3.0-or-later
// What a marker does to its body against differences of where it is.
#include "core/dynamics/marker.h"

#include <gtest/gtest.h>

#include <array>

namespace clank {
namespace {

constexpr std::array<double, 6> kQ{0.3, -0.4, 0.7, 1.1, 0.2, -0.9}, kV{0.5, 1.2, -2.0, -0.3, 0.8, 1.5};
constexpr double kStep = 1e-6;

std::array<double, 6> moveOn(double t) {
  std::array<double, 6> q = kQ;
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += t * kV[k];
  return q;
}
MarkerMotion at(const Marker& marker, double t = 0) {
  return calcMarkerMotion(marker, moveOn(t).data(), kV.data());
}

TEST(Marker, VelocityAndCentripetalAccelerationAreDerivatives) {
  const Marker marker{1, {0.4, -0.2}};
  const Eigen::Vector2d rate = (at(marker, kStep).position - at(marker, -kStep).position) / (2 * kStep);
  EXPECT_NEAR((at(marker).velocity() - rate).norm(), 0, 1e-9);
  const Eigen::Vector2d second = (at(marker, kStep).velocity() - at(marker, -kStep).velocity()) / (2 * kStep);
  EXPECT_NEAR((at(marker).centripetal - second).norm(), 0, 1e-8) << "the coordinates have no acceleration";
}

TEST(Marker, RowsTakeItsVelocityAndTheTurnOfItsBody) {
  const Marker first{0, {0.1, 0.5}}, second{1, {0.4, -0.2}};
  const Eigen::Vector2d u(0.6, -1.3);
  BlockRow row;
  startRow(row, 0, 1);
  addDirection(row, at(second), u);
  addDirection(row, at(first), -u);
  addTurn(row, 0, 0.25);
  EXPECT_NEAR(dot(row, kV.data()), u.dot(at(second).velocity() - at(first).velocity()) + 0.25 * kV[2], 1e-14);
}

// F.v_P = f.v: a force does what its generalised force does.
TEST(Marker, ForcesAreTheTransposeOfRows) {
  const Marker marker{1, {0.4, -0.2}};
  const Eigen::Vector2d force(3, -2);
  std::array<double, 6> f{};
  addForce(f, at(marker), force);
  addMoment(f, 0, 1.5);
  double power = 0;
  for (std::size_t k = 0; k < f.size(); ++k) power += f[k] * kV[k];
  EXPECT_NEAR(power, force.dot(at(marker).velocity()) + 1.5 * kV[2], 1e-14);
}

TEST(Marker, OfTheFrameStandsStillAndTakesNothing) {
  const Marker marker{kFrameBody, {0.4, -0.2}};
  EXPECT_EQ(at(marker).position, marker.arm);
  EXPECT_EQ(at(marker).velocity(), Eigen::Vector2d(0, 0));
  std::array<double, 6> f{};
  addForce(f, at(marker), {1, 1});
  addMoment(f, kFrameBody, 1);
  for (const double value : f) EXPECT_EQ(value, 0);
}

}  // namespace
}  // namespace clank
