// SPDX-License-Identifier: GPL-3.0-or-later
// WHAT THIS IS: a reconstruction of an error in a paper, kept because users will ask why our numbers differ.
// It is not a target of the program.
//
// Song et al. 2020 print, for example 1, the impulse (46) and the speeds after the impact (47). They follow
// from the paper's eqs. (33)-(42) when the cut force is written with the wrong sign, D_cutf2 = -m3 J_v2, and
// J_v stands in the last term of (39) where J_cut is printed. Then M_f2 = D_f2 - J_cut' D_cutf2 doubles the
// translational inertia of link 3. With the right sign it is singular, because the impulsive part of the cut
// force is dropped: the scheme cannot be mended.
//
// Below: links 1 and 2 as a double pendulum (theta1, theta2), link 3 as a free body (x, y, theta3) whose end
// was cut from link 2. The last test puts beside it what momentum balance gives at the very same state.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "core/coulomb/impact.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kL1 = 0.25, kL2 = 0.125, kL3 = 0.125, kM1 = 0.39, kM2 = 0.195, kM3 = 0.195;
constexpr double kE = 0.8;
// Angles at which (46) and (47) are reproduced to all printed digits, and the speeds (45).
const Vector3d kTheta{0.37686934, -1.44984052, 1.69175214};
const Vector3d kOmega{2.8917, -1.1867, 22.1639};

Vector2d turning(double radius, double angle) {
  return {-radius * std::sin(angle), radius * std::cos(angle)};
}
double inertia(double m, double l) {
  return m * l * l / 12;
}

struct PaperImpact {
  Vector3d omega;
  Vector2d impulse, tear;  // N s on link 2; m/s by which the ends at O3 part
  double kinetic = 0;      // J, with the centroid of link 3 still on link 2
};

PaperImpact calcPaperImpact() {
  const double t1 = kTheta[0], t2 = kTheta[1], t3 = kTheta[2];
  const Vector2d n(std::sin(t2), -std::cos(t2));
  Matrix2d D1, Jv1, Jcut1;
  const double coupling = kM2 * kL1 * kL2 / 2 * std::cos(t1 - t2);
  D1 << inertia(kM1, kL1) + kM1 * kL1 * kL1 / 4 + kM2 * kL1 * kL1, coupling, coupling,
      inertia(kM2, kL2) + kM2 * kL2 * kL2 / 4;
  Jv1 << turning(kL1, t1), turning(kL2 / 2, t2);
  Jcut1 << turning(kL1, t1), turning(kL2, t2);
  const Vector2d arm = -turning(kL3 / 2, t3);  // perp of the arm from the centroid of link 3 to O3
  Matrix3d M2 = Matrix3d::Zero();              // the paper's M_f2 with the wrong sign
  M2.topLeftCorner<2, 2>() = 2 * kM3 * Matrix2d::Identity();
  M2.block<1, 2>(2, 0) = kM3 * arm.transpose();
  M2(2, 2) = inertia(kM3, kL3);

  const Vector3d unit3 = M2.colPivHouseholderQr().solve(Vector3d(n.x(), n.y(), 0));
  const Vector2d unit12 =
      D1.ldlt().solve(Jcut1.transpose() * (-kM3 * unit3.head<2>()) + Jv1.transpose() * n);  // (39)
  const Vector2d v1 = Jv1 * kOmega.head<2>();
  const Vector2d v2 = Jcut1 * kOmega.head<2>() - kOmega[2] * arm;
  const double P = -(1 + kE) * (v1 - v2).dot(n) / n.dot(Jv1 * unit12 + unit3.head<2>());  // (42)

  PaperImpact result;
  result.omega.head<2>() = kOmega.head<2>() + P * unit12;
  result.omega[2] = kOmega[2] - P * unit3[2];
  result.impulse = P * n;
  const Vector2d end3 = v2 - P * unit3.head<2>() + result.omega[2] * arm;
  result.tear = end3 - Jcut1 * result.omega.head<2>();
  // Energy of the linkage that the published speeds describe.
  const Vector2d c3 = Jcut1 * result.omega.head<2>() - result.omega[2] * arm;
  result.kinetic = 0.5 * result.omega.head<2>().dot(D1 * result.omega.head<2>()) +
                   0.5 * kM3 * c3.squaredNorm() + 0.5 * inertia(kM3, kL3) * result.omega[2] * result.omega[2];
  return result;
}

// The example's system put at the published state.
struct PublishedState {
  System system;
  std::vector<double> y;
};

PublishedState makePublishedState() {
  const Mechanism mechanism = loadExample("papers/song-2020-three-bar.clank", "paper-bounce");
  PublishedState state{compileSystem(mechanism).value(), {}};
  state.y.assign(state.system.layout.size(), 0.0);
  Vector2d end = Vector2d::Zero(), speed = Vector2d::Zero();
  const double lengths[] = {kL1, kL2, kL3};
  for (int i = 0; i < 3; ++i) {
    const Vector2d along(std::cos(kTheta[i]), std::sin(kTheta[i]));
    const Vector2d center = end + lengths[i] / 2 * along,
                   velocity = speed + kOmega[i] * turning(lengths[i] / 2, kTheta[i]);
    double* q = state.y.data() + 3 * i;
    double* v = q + 9;
    q[0] = center.x(), q[1] = center.y(), q[2] = kTheta[i];
    v[0] = velocity.x(), v[1] = velocity.y(), v[2] = kOmega[i];
    end += lengths[i] * along;
    speed += kOmega[i] * turning(lengths[i], kTheta[i]);
  }
  return state;
}

TEST(SongPaperFormula, ErroneousFormulaGivesThePrintedNumbers) {
  const PaperImpact paper = calcPaperImpact();
  EXPECT_NEAR(paper.impulse.x(), -1.0070, 2e-4);  // (46)
  EXPECT_NEAR(paper.impulse.y(), -0.1224, 1e-4);
  EXPECT_NEAR(paper.omega[0], 4.5188, 2e-4);  // (47)
  EXPECT_NEAR(paper.omega[1], 0.0489, 2e-4);
  EXPECT_NEAR(paper.omega[2], -102.6927, 3e-3);
}

TEST(SongPaperFormula, ItTearsTheJointAndMakesEnergy) {
  const PaperImpact paper = calcPaperImpact();
  EXPECT_NEAR(paper.tear.norm(), 5.27, 0.01);
  EXPECT_NEAR(paper.kinetic, 5.336, 1e-3);  // from 0.4856 J before
  // Restitution that the published speeds mean for the linkage with its joint whole: 3 (1 + e) - 1.
  const double before = kOmega[2] - kOmega[1], after = paper.omega[2] - paper.omega[1];
  EXPECT_NEAR(-after / before, 3 * (1 + kE) - 1, 1e-3);
}

TEST(SongPaperFormula, MomentumBalanceAtTheSameState) {
  PublishedState state = makePublishedState();
  const System& system = state.system;
  Mode mode;
  mode.joints.resize(3);
  mode.unilaterals = UnilateralModes(system.unilaterals.size());
  Assembler assembler(system, mode);
  assembler.update(0, state.y.data(), state.y.data() + 9);
  const StopRow stop =
      calcStopRow(system.joints[2], system.joints[2].limits[0], assembler.calcKinematics(2), state.y.data());
  const std::span<const double> v(state.y.data() + 9, 9);
  EXPECT_NEAR(calcKineticEnergy(system, state.y, v), 0.485638717864318, 1e-6);

  ImpactContact contact{stop.row, {}, {}};
  contact.how.restitution = kE;
  const auto jump = calcJump(assembler, v, std::vector<ImpactContact>{contact});
  ASSERT_TRUE(jump);
  std::vector<double> after(v.begin(), v.end());
  for (std::size_t k = 0; k < 9; ++k) after[k] += jump->dv[k];
  EXPECT_NEAR(jump->impulse[0], 0.5944372704875607, 1e-6);
  EXPECT_NEAR(after[2], 3.4090638093454646, 1e-6);
  EXPECT_NEAR(after[5], -11.301590184977991, 1e-6);
  EXPECT_NEAR(after[8], -29.98207018497799, 1e-6);
  EXPECT_NEAR(calcKineticEnergy(system, state.y, after), 0.3988857995627753, 1e-6);

  const PaperImpact paper = calcPaperImpact();
  std::printf("after the impact at e = 0.8    printed formula   momentum balance\n");
  for (std::size_t i = 0; i < 3; ++i)
    std::printf("  omega%zu [rad/s]            %14.4f   %14.4f\n", i + 1, paper.omega[static_cast<int>(i)],
                after[3 * i + 2]);
  std::printf("  kinetic energy [J]        %14.4f   %14.4f   (before: %.4f)\n", paper.kinetic,
              calcKineticEnergy(system, state.y, after), calcKineticEnergy(system, state.y, v));
}

}  // namespace
}  // namespace clank::test
