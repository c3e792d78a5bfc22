// SPDX-License-Identifier: GPL-3.0-or-later
// The square mechanism of Li 2018: the ideal one against its closed form, the loose one against an
// independent program in Cartesian and in minimal coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr const char* kSquare = "papers/li-2018-square-mechanism.clank";
constexpr double kRodLength = 0.35, kRodMass = 2.8, kSliderMass = 1, kTipForce = 100;

FinishedRun runCase(const std::string& id, const std::map<std::string, std::string>& set = {},
                    double duration = 0.5, double interval = 1e-3) {
  Mechanism m = loadExample(kSquare, id, set);
  m.simulation.duration = duration;
  m.simulation.outputInterval = interval;
  return run(m);
}

std::vector<ContactReport> listContactReports(const FinishedRun& run) {
  std::vector<ContactReport> reports;
  for (const Receipt& receipt : run.trajectory.events())
    if (receipt.contact) reports.push_back(*receipt.contact);
  return reports;
}

// With psi the angle of the even rods, I(psi) psi'^2/2 is the work of the force, F l (cos psi0 - cos psi):
//   I = m l^2 (42 cos^2 psi + 2 sin^2 psi) + 8 J + m_s l^2 sin^2 psi,  J = m l^2/12
TEST(LiSquareMechanism, IdealFollowsItsClosedForm) {
  const FinishedRun r = runCase("ideal");
  const auto angle = *r.trajectory.findChannel("rod6.angle"), omega = *r.trajectory.findChannel("rod6.omega"),
             x = *r.trajectory.findChannel("rod6.x"), y = *r.trajectory.findChannel("rod6.y");
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double c = std::cos(row[angle]), s = std::sin(row[angle]), l2 = kRodLength * kRodLength;
    const double inertia =
        kRodMass * l2 * (42 * c * c + 2 * s * s) + 8 * kRodMass * l2 / 12 + kSliderMass * l2 * s * s;
    const double work = kTipForce * kRodLength * (std::cos(std::numbers::pi / 6) - c);
    EXPECT_NEAR(row[omega], std::sqrt(2 * work / inertia), 1e-9);
    EXPECT_NEAR(row[x], kRodLength * c / 2, 1e-9);
    EXPECT_NEAR(row[y], 2.5 * kRodLength * s, 1e-9);
  }
  EXPECT_NEAR(r.last("rod6.angle"), 0.748981520409, 1e-9);
  EXPECT_NEAR(r.last("rod6.omega"), 1.059697844, 1e-9);
}

// Fourteen letters and one degree of freedom; three without the pin g. Stretched out it has four more, three
// without g.
TEST(LiSquareMechanism, HasItsMobility) {
  EXPECT_EQ(runCase("ideal", {}, 1e-3).summary.mobilityStart, 1);
  EXPECT_EQ(runCase("clearance_025", {}, 1e-3).summary.mobilityStart, 3);
  EXPECT_EQ(runCase("ideal", {{"psi0", "90 deg"}}, 1e-6, 1e-6).summary.mobilityStart, 5);
  EXPECT_EQ(runCase("clearance_025", {{"psi0", "90 deg"}}, 1e-6, 1e-6).summary.mobilityStart, 6);
}

// Begin, approach, end and speed of parting; peaks of the first are those of fine samples elsewhere.
TEST(LiSquareMechanism, MeetsItsFourteenContacts) {
  constexpr std::array<std::array<double, 3>, 14> reference{{{0.00583844444569, 0.08562943979, 4587.44009},
                                                             {0.0167156001249, 0.06919851451, 3898.06301},
                                                             {0.0263067484622, 0.06588586318, 3418.89137},
                                                             {0.0351143958223, 0.05751710328, 2934.71764},
                                                             {0.0427176977624, 0.0493021742, 2560.97873},
                                                             {0.0496175653873, 0.04061342627, 2163.82621},
                                                             {0.0557436336543, 0.03648702589, 1884.29116},
                                                             {0.0610677646082, 0.03194127713, 1599.48731},
                                                             {0.0658464759724, 0.02690010686, 1340.89531},
                                                             {0.0700943489243, 0.02245384305, 1135.46596},
                                                             {0.0737819859994, 0.01826622421, 958.615258},
                                                             {0.0769777476344, 0.01399897552, 791.011995},
                                                             {0.079764675248, 0.009643810175, 629.379007},
                                                             {0.0821558560163, 0.004646368166, 464.60572}}};
  const FinishedRun r = runCase("clearance_025");
  const std::vector<ContactReport> reports = listContactReports(r);
  ASSERT_EQ(reports.size(), reference.size());
  for (std::size_t i = 0; i < reference.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_NEAR(reports[i].begin, reference[i][0], 2e-6);
    EXPECT_NEAR(reports[i].approach, reference[i][1], 1e-6);
    EXPECT_NEAR(reports[i].peakForce / reference[i][2], 1, 1e-4);
  }
  EXPECT_NEAR(reports[0].begin, reference[0][0], 1e-8);
  EXPECT_NEAR(reports[0].approach / reference[0][1], 1, 1e-6);
  EXPECT_NEAR(reports[0].begin + reports[0].duration, 0.0067123568645, 1e-8);
  EXPECT_NEAR(reports[0].effectiveRestitution.value() * reports[0].approach, 0.07528694099, 1e-7);
  // The last contact lasts to the end of the run and beyond.
  const Receipt& last = r.trajectory.events().back();
  EXPECT_EQ(last.kind, EventKind::contactOpen);
  EXPECT_EQ(last.t, 0.5);
  EXPECT_NEAR(last.contact->duration, 0.5 - reference.back()[0], 2e-6);
  EXPECT_FALSE(last.contact->effectiveRestitution) << "it has not parted";
  double lost = 0;
  for (const ContactReport& report : reports) lost += report.dampingLoss;
  EXPECT_NEAR(lost / 0.04475414473, 1, 1e-4);
  EXPECT_NEAR(lost, r.summary.ledger.contactDamping, 1e-12) << "all contacts have their receipts";
  EXPECT_NEAR(r.summary.ledger.work, 4.780754742, 1e-6);
  EXPECT_NEAR(r.last("rod6.x"), 0.127873234421, 1e-6);
  EXPECT_NEAR(r.last("rod6.y"), 0.596694479993, 1e-6);
  EXPECT_NEAR(r.last("rod6.angle"), 0.751443448246, 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-7);
}

double findPeakAcceleration(const FinishedRun& r) {
  const auto x = *r.trajectory.findChannel("rod6.ax"), y = *r.trajectory.findChannel("rod6.ay");
  double peak = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    peak = std::max(peak, std::hypot(r.trajectory.row(i)[x], r.trajectory.row(i)[y]));
  return peak;
}

// From c = 0.25 to 0.5 mm the first peaks of force and acceleration grow by a third, not "about 3 times":
// with v^2 = 2 a c and F of v^(6/5) K^(2/5), (c ratio)^(3/5) (K ratio)^(2/5) = 1.336.
TEST(LiSquareMechanism, TwiceTheClearanceIsAThirdMoreForce) {
  const FinishedRun one = runCase("clearance_025", {}, 0.0068, 1e-6),
                    two = runCase("clearance_05", {}, 0.0093, 1e-6);
  const ContactReport first = listContactReports(one).front(), second = listContactReports(two).front();
  EXPECT_NEAR(findPeakAcceleration(one) / 160.817866, 1, 1e-4);
  EXPECT_NEAR(findPeakAcceleration(two) / findPeakAcceleration(one), 1.3332, 0.002);
  EXPECT_NEAR(second.peakForce / first.peakForce, 1.3182, 0.002);
  EXPECT_NEAR(second.begin, 0.008257282658007665, 1e-8);
  EXPECT_NEAR(second.approach, 0.12107719580101496, 1e-7);
}

// The greatest way between loose and ideal, at the same times.
double findDeviation(const FinishedRun& loose, const FinishedRun& ideal, const std::string& channel) {
  const auto at = *loose.trajectory.findChannel(channel);
  double most = 0;
  std::size_t k = 0;
  for (std::size_t i = 0; i < ideal.trajectory.sampleCount(); ++i) {
    while (loose.trajectory.row(k)[0] < ideal.trajectory.row(i)[0]) ++k;
    EXPECT_EQ(loose.trajectory.row(k)[0], ideal.trajectory.row(i)[0]);
    most = std::max(most, std::abs(loose.trajectory.row(k)[at] - ideal.trajectory.row(i)[at]));
  }
  return most;
}

TEST(LiSquareMechanism, ClearanceHardlyMovesTheRods) {
  const FinishedRun ideal = runCase("ideal");
  const std::array<std::pair<const char*, std::array<double, 2>>, 2> cases{
      {{"clearance_025", {0.2937e-3, 0.9376e-3}}, {"clearance_05", {0.5821e-3, 1.7874e-3}}}};
  for (const auto& [id, deviation] : cases) {
    SCOPED_TRACE(id);
    const FinishedRun loose = runCase(id);
    EXPECT_NEAR(findDeviation(loose, ideal, "rod6.x") / deviation[0], 1, 0.02);
    EXPECT_NEAR(findDeviation(loose, ideal, "rod6.y") / deviation[1], 1, 0.02);
  }
}

// What Baumgarte leaves open is no more than a nanometre here, and the contacts are the same.
TEST(LiSquareMechanism, BaumgarteMovesTheSame) {
  const FinishedRun projected = runCase("clearance_025"), baumgarte = runCase("baumgarte");
  EXPECT_EQ(listContactReports(baumgarte).size(), 14u);
  EXPECT_NEAR(listContactReports(baumgarte)[0].peakForce, listContactReports(projected)[0].peakForce, 1e-6);
  EXPECT_NEAR(baumgarte.last("rod6.y"), projected.last("rod6.y"), 1e-9);
  EXPECT_LT(projected.summary.largestDrift, 1e-10);
  EXPECT_LT(baumgarte.summary.largestDrift, 1e-9);
}

}  // namespace
}  // namespace clank::test
