// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend: the right-hand side of a pendulum with five modes beside one that is written by hand for
// it alone, and the papers' runs.
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/system_compiler.h"
#include "core/io/mechanism_file.h"
#include "core/math/beam_modes.h"
#include "core/math/gauss_legendre.h"
#include "core/simulation/simulator.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"

namespace clank {
namespace {

constexpr int kModes = 5, kPoints = 32;

// A clamped-free beam on a pin, in its angle and its modes: M(a) u = f, with all that is constant of the
// points laid out before, sizes known to the compiler and nothing that could be something else.
class HandWritten {
 public:
  using State = Eigen::Matrix<double, 1 + kModes, 1>;
  explicit HandWritten(const test::BeamNumbers& beam) {
    std::vector<BendingMode> modes;
    for (int j = 1; j <= kModes; ++j) modes.emplace_back(BeamEnds::clampedFree, j, beam.length);
    const auto points = listGaussLegendre(kPoints, 0, beam.length);
    for (std::size_t p = 0; p < kPoints; ++p) {
      const double x = points[p].at;
      x_[p] = x;
      m_[p] = beam.massPerLength * points[p].weight;
      for (int j = 0; j < kModes; ++j) phi_[p][j] = modes[static_cast<std::size_t>(j)].calcValue(x);
      H_[p].setZero();
      for (const QuadraturePoint& at : listGaussLegendre(24, 0, x)) {
        Eigen::Matrix<double, kModes, 1> slope;
        for (int j = 0; j < kModes; ++j)
          slope[j] = modes[static_cast<std::size_t>(j)].calcDerivative(at.at, 1);
        H_[p] += at.weight * slope * slope.transpose();
      }
    }
    for (int j = 0; j < kModes; ++j)
      k_[j] =
          beam.bending * std::pow(modes[static_cast<std::size_t>(j)].wave() / beam.length, 4) * beam.length;
  }

  State accelerate(const State& q, const State& v) const {
    using Modes = Eigen::Matrix<double, kModes, 1>;
    const Modes a = q.tail<kModes>(), d = v.tail<kModes>();
    const double w = v[0], gx = -9.81 * std::sin(q[0]), gy = -9.81 * std::cos(q[0]);
    Eigen::Matrix<double, 1 + kModes, 1 + kModes> M;
    State f;
    M.setZero();
    f.setZero();
    for (std::size_t p = 0; p < kPoints; ++p) {
      const Modes cx = -(H_[p] * a), turned = H_[p] * d;
      const Modes& cy = phi_[p];
      const double x = x_[p] + a.dot(cx) / 2, y = a.dot(cy), dx = d.dot(cx), dy = d.dot(cy);
      const double fx = m_[p] * (gx + w * w * x + 2 * w * dy + d.dot(turned)),
                   fy = m_[p] * (gy + w * w * y - 2 * w * dx);
      M(0, 0) += m_[p] * (x * x + y * y);
      M.col(0).tail<kModes>() += m_[p] * (x * cy - y * cx);
      for (int j = 0; j < kModes; ++j)
        for (int i = j; i < kModes; ++i) M(1 + i, 1 + j) += m_[p] * (cx[i] * cx[j] + cy[i] * cy[j]);
      f[0] += x * fy - y * fx;
      f.tail<kModes>() += fx * cx + fy * cy;
    }
    f.tail<kModes>() -= k_.cwiseProduct(a);
    return M.llt().solve(f);
  }

 private:
  std::array<double, kPoints> x_, m_;
  std::array<Eigen::Matrix<double, kModes, 1>, kPoints> phi_;
  std::array<Eigen::Matrix<double, kModes, kModes>, kPoints> H_;
  Eigen::Matrix<double, kModes, 1> k_;
};

double findMode(int j) {
  return 0.01 / (1 + j);
}

void bendByHand(benchmark::State& state) {
  const HandWritten pendulum{test::BeamNumbers{}};
  HandWritten::State q, v;
  for (int j = 0; j <= kModes; ++j) q[j] = v[j] = findMode(j);
  HandWritten::State a;
  for (auto _ : state) {
    a = pendulum.accelerate(q, v);
    benchmark::DoNotOptimize(a.data());
  }
  state.counters["alpha"] = a[0];
}
BENCHMARK(bendByHand);

void bendPendulum(benchmark::State& state) {
  Mechanism m;
  m.bodies = {test::makeBeam("arm", {}, kModes)};
  m.joints = {test::makeJoint("pin", Revolute{}, kFrame, "arm")};
  const auto system = compileSystem(m);
  if (!system) return state.SkipWithError("the pendulum does not compile");
  ForwardDynamics dynamics(*system, makeStartMode(*system));
  std::vector<double> y = system->startY, dydt(y.size());
  double *const q = y.data(), *const v = system->layout.speeds(y).data();
  const std::size_t first = system->bends[0].first;
  q[0] = std::cos(findMode(0)) / 2;
  q[1] = std::sin(findMode(0)) / 2;
  q[2] = v[2] = findMode(0);
  v[0] = -v[2] * q[1];
  v[1] = v[2] * q[0];
  for (int j = 1; j <= kModes; ++j)
    q[first + static_cast<std::size_t>(j) - 1] = v[first + static_cast<std::size_t>(j) - 1] = findMode(j);
  for (auto _ : state) {
    dynamics.evaluate(0, y, dydt);
    benchmark::DoNotOptimize(dydt.data());
  }
  state.counters["alpha"] = system->layout.speeds(dydt)[2];
}
BENCHMARK(bendPendulum);

class NoSink final : public SampleSink {
 public:
  void sample(std::span<const double> row) override { benchmark::DoNotOptimize(row.data()); }
  void event(const Receipt& receipt) override { benchmark::DoNotOptimize(&receipt); }
};

void runPaper(benchmark::State& state, const std::string& file, const std::string& caseId) {
  const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/papers/" + file);
  if (!loaded) return state.SkipWithError("the example does not load");
  auto mechanism = resolve(loaded->mechanism, caseId);
  if (!mechanism) return state.SkipWithError("the case does not resolve");
  mechanism->simulation.relativeTolerance = 1e-8;
  mechanism->simulation.absoluteTolerance = 1e-9;
  const auto simulator = Simulator::create(*mechanism);
  if (!simulator) return state.SkipWithError("the example does not assemble");
  NoSink sink;
  RunSummary summary;
  for (auto _ : state) summary = simulator->run(sink);
  state.counters["steps"] = static_cast<double>(summary.steps);
  state.counters["evaluations"] = static_cast<double>(summary.evaluations);
  state.counters["residual_J"] = summary.largestResidual;
}
BENCHMARK_CAPTURE(runPaper, duanArms, "duan-flexible-arms.clank", "b_N3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runPaper, duanOblique, "duan-2017-oblique-impact.clank", "level")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank
