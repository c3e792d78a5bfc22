// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of contacts against differences of gap and slip along random motions of both bodies.
#include "core/dynamics/contact_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "core/dynamics/assembler.h"

namespace clank {
namespace {

SurfacePiece makeSegment() {
  SegmentPiece piece;
  piece.origin = {-0.3, 0.2};
  piece.direction = {std::cos(0.4), std::sin(0.4)};
  piece.extent = 2;
  return piece;
}
SurfacePiece makeArc(int side) {
  ArcPiece piece;
  piece.origin = {0.1, -0.2};
  piece.direction = {0, -1};
  piece.extent = 4;
  piece.radius = 0.5;
  piece.side = side;
  return piece;
}

// The rim of a cam; turn -1: from outside.
SurfacePiece makeCam(int turn) {
  return CurvePiece{std::make_shared<const Curve>(EllipseShape{0.5, 0.3}),
                    {0.1, -0.2},
                    {std::cos(0.7), std::sin(0.7)},
                    turn};
}

// Body a and b with polynomial motions: q(t) = q + v t + a t^2/2.
struct Motion {
  std::array<double, 6> q{}, v{}, a{};
  std::array<double, 6> at(double t) const {
    std::array<double, 6> result{};
    for (std::size_t i = 0; i < 6; ++i) result[i] = q[i] + v[i] * t + a[i] * t * t / 2;
    return result;
  }
  std::array<double, 6> rate(double t) const {
    std::array<double, 6> result{};
    for (std::size_t i = 0; i < 6; ++i) result[i] = v[i] + a[i] * t;
    return result;
  }
};

class ContactRows : public testing::TestWithParam<int> {
 protected:
  ContactRows() {
    contact_.mount = std::make_shared<const ContactMount>(ContactMount{0, {1, {0.15, -0.1}}, 0.07});
    contact_.piece = GetParam() == 0             ? makeSegment()
                     : std::abs(GetParam()) == 1 ? makeArc(GetParam())
                                                 : makeCam(GetParam() / 2);
  }
  ContactKinematics at(const Motion& motion, double t) const {
    return calcContactKinematics(contact_, motion.at(t).data(), motion.rate(t).data());
  }
  Motion makeMotion() {
    Motion motion;
    for (std::size_t i = 0; i < 6; ++i) {
      motion.q[i] = normal_(random_);
      motion.v[i] = normal_(random_);
      motion.a[i] = normal_(random_);
    }
    return motion;
  }
  ContactGeometry contact_;
  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
};

TEST_P(ContactRows, AreTheDerivativesOfGapAndSlip) {
  constexpr double h = 1e-5;
  for (int trial = 0; trial < 100; ++trial) {
    const Motion motion = makeMotion();
    const ContactKinematics k = at(motion, 0), before = at(motion, -h), after = at(motion, h);
    if (std::abs(k.at.curvature) > 10) continue;  // next to a centre of curvature
    BlockRow gap, slip;
    double gapGamma = 0, slipGamma = 0;
    updNormalRow(k, gap, gapGamma);
    updSlipRow(contact_, k, slip, slipGamma);
    EXPECT_NEAR(dot(gap, motion.v.data()), (after.at.gap - before.at.gap) / (2 * h), 1e-7);
    EXPECT_NEAR(dot(gap, motion.v.data()), k.gapRate, 1e-12);
    EXPECT_NEAR(dot(slip, motion.v.data()), k.slip, 1e-12);
    EXPECT_NEAR(dot(gap, motion.a.data()) - gapGamma, (after.gapRate - before.gapRate) / (2 * h), 1e-6);
    EXPECT_NEAR(dot(slip, motion.a.data()) - slipGamma, (after.slip - before.slip) / (2 * h), 1e-6);
  }
}

// The slip is that of material points: of the disc at its foot, and of the surface there.
TEST_P(ContactRows, SlipIsThatOfTheMaterialPoints) {
  for (int trial = 0; trial < 20; ++trial) {
    const Motion motion = makeMotion();
    const ContactKinematics k = at(motion, 0);
    // Where the gap is closed the foot belongs to both; otherwise the two feet lie on the normal.
    const auto velocity = [&](std::size_t body, const Eigen::Vector2d& point) {
      const Eigen::Vector2d arm = point - Eigen::Vector2d(motion.q[3 * body], motion.q[3 * body + 1]);
      return Eigen::Vector2d(motion.v[3 * body] - motion.v[3 * body + 2] * arm.y(),
                             motion.v[3 * body + 1] + motion.v[3 * body + 2] * arm.x());
    };
    const Eigen::Vector2d onDisc = k.point + k.at.gap * k.normal;
    const double slip = k.tangent.dot(velocity(1, onDisc) - velocity(0, onDisc));
    EXPECT_NEAR(k.slip, slip, 1e-10);
  }
}

TEST_P(ContactRows, APushNeedsTheSameNumbers) {
  for (int trial = 0; trial < 20; ++trial) {
    const Motion motion = makeMotion();
    const ContactKinematics k = at(motion, 0);
    const auto place = [&](int body) { return calcPlacedBody(body, motion.q.data(), motion.v.data()); };
    ContactKinematics push;
    updPushKinematics(contact_, place(0), place(1), push);
    EXPECT_EQ(push.at.gap, k.at.gap);
    EXPECT_EQ(push.gapRate, k.gapRate);
    EXPECT_EQ(push.slip, k.slip);
    EXPECT_EQ(push.normal, k.normal);
    EXPECT_EQ(push.tangent, k.tangent);
    EXPECT_EQ(push.a.arm, k.a.arm);
    EXPECT_EQ(push.b.arm, k.b.arm);
    EXPECT_EQ(push.b.position, k.b.position);
    EXPECT_EQ(push.a.body, 0);
    EXPECT_EQ(push.b.body, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Pieces, ContactRows, testing::Values(0, 1, -1, 2, -2));

}  // namespace
}  // namespace clank
