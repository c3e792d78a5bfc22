// SPDX-License-Identifier: GPL-3.0-or-later
// What Eigen and the C library take for the work of pieces of core/math; the heads of those pieces quote it.
//
//     ninja -C build/release clank_libraries_bench clank_amd_bench
//     build/release/tests/bench/clank_libraries_bench
//
// clank_amd_bench has Eigen's AMD in place of elimination_order: compare its rows with those of the same name
// here and in clank_bench.
// In every row: size (bodies), fill (blocks of L below the diagonal), rank, error and largest (largest
// |G x - b| and |x|, over the largest |b|), failed (1: the library found no factor); -1 where it means
// nothing.
#include <benchmark/benchmark.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "core/dynamics/consistency.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/joint_phase.h"
#include "core/dynamics/system_compiler.h"
#include "core/math/elimination_order.h"
#include "tests/support/benchmarks.h"
#include "tests/support/squeezer.h"

namespace clank::test {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

struct Problem {
  std::string name;
  System system;
  std::vector<double> y;
  Mode mode;
  std::vector<BlockRow> rows;
  std::vector<double> f, b;  // of the linear system
};
using Shared = std::shared_ptr<const Problem>;

Shared makeProblem(std::string name, const Mechanism& mechanism, double postAngle = std::numbers::pi / 2) {
  System system = compileSystem(resolve(mechanism).value()).value();
  std::vector<double> y = system.startY;
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    if (system.bodies[i].id.starts_with("post")) y[StateLayout::angle(static_cast<int>(i))] = postAngle;
  Mode mode = makeStartMode(system);
  Assembler assembler(system, mode);
  assembler.updRows(0, y.data(), system.layout.speeds(y).data());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> f(system.layout.coordinates()), a(f.size()), b(assembler.rowCount());
  std::generate(f.begin(), f.end(), [&] { return uniform(random); });
  std::generate(a.begin(), a.end(), [&] { return uniform(random); });
  multiply(assembler.rows(), a.data(), b);  // some x fulfils it, dependent rows or not
  std::vector<BlockRow> rows(assembler.rows().begin(), assembler.rows().end());
  return std::make_shared<const Problem>(Problem{std::move(name), std::move(system), std::move(y),
                                                 std::move(mode), std::move(rows), std::move(f),
                                                 std::move(b)});
}

Shared makeWindows(int windows, double postAngle) {
  const std::string place = postAngle == 0     ? "flat"
                            : postAngle < 1e-8 ? "flat+1e-9"
                            : postAngle < 1e-3 ? "flat+1e-5"
                                               : "upright";
  return makeProblem("windows-" + std::to_string(windows) + "-" + place, makeFourBars(windows), postAngle);
}

struct Outcome {
  double fill = -1, rank = -1, error = -1, largest = -1, failed = 0;
};
void report(benchmark::State& state, const Problem& problem, const Outcome& outcome) {
  state.counters["size"] = static_cast<double>(problem.system.bodies.size());
  state.counters["fill"] = outcome.fill;
  state.counters["rank"] = outcome.rank;
  state.counters["error"] = outcome.error;
  state.counters["largest"] = outcome.largest;
  state.counters["failed"] = outcome.failed;
}

// Finding the order, for one unknown a joint: its pair of rows.
void order(benchmark::State& state, const Shared& problem) {
  std::vector<std::vector<int>> groups(problem->system.bodies.size());
  for (std::size_t r = 0; r < problem->rows.size(); r += 2)
    for (std::size_t slot = 0; slot < problem->rows[r].size(); ++slot)
      if (const int block = problem->rows[r].block(slot); block >= 0)
        groups[static_cast<std::size_t>(block)].push_back(static_cast<int>(r / 2));
  for (auto _ : state) benchmark::DoNotOptimize(findElimination(groups, problem->rows.size() / 2));
  SaddlePoint saddlePoint;
  saddlePoint.analyze(problem->system.metric.inverse(), problem->rows);
  report(state, *problem, {.fill = static_cast<double>(saddlePoint.getFill())});
}

// The whole right-hand side, of a mechanism that turns as a whole, since angles of one quarter alone would
// teach the processor its branches.
void evaluate(benchmark::State& state, const Shared& problem) {
  constexpr double kTurn = 0.1;  // rad
  std::vector<std::vector<double>> places(63, problem->y);
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::size_t i = 0; i < problem->system.bodies.size(); ++i)
      places[k][StateLayout::angle(static_cast<int>(i))] += kTurn * static_cast<double>(k);
  ForwardDynamics dynamics(problem->system, problem->mode);
  std::vector<double> dydt(problem->y.size());
  std::size_t k = 0;
  for (auto _ : state) {
    dynamics.evaluate(0, places[k], dydt);
    benchmark::DoNotOptimize(dydt.data());
    k = (k + 1) % places.size();
  }
  report(state, *problem, {});
}

Outcome judge(const Problem& problem, const double* x, bool failed = false) {
  std::vector<double> rest(problem.b.size());
  multiply(problem.rows, x, rest);
  double error = 0, scale = 0, largest = 0;
  for (std::size_t r = 0; r < rest.size(); ++r) {
    error = std::max(error, std::abs(rest[r] - problem.b[r]));
    scale = std::max(scale, std::abs(problem.b[r]));
  }
  for (std::size_t i = 0; i < problem.f.size(); ++i) largest = std::max(largest, std::abs(x[i]));
  return {.error = error / scale, .largest = largest / scale, .failed = failed ? 1.0 : 0.0};
}

void solveOwn(benchmark::State& state, const Shared& problem) {
  SaddlePoint saddlePoint;
  saddlePoint.analyze(problem->system.metric.inverse(), problem->rows);
  std::vector<double> x(problem->f.size()), lambda(problem->b.size());
  for (auto _ : state) {
    saddlePoint.factor(problem->rows);
    saddlePoint.solve(problem->f, problem->b, x, lambda);
  }
  report(state, *problem, judge(*problem, x.data()));
}

Sparse makeJacobian(const Problem& problem) {
  Triplets entries;
  std::vector<double> dense(problem.f.size());
  for (std::size_t r = 0; r < problem.rows.size(); ++r) {
    scatter(problem.rows[r], dense);
    for (std::size_t k = 0; k < dense.size(); ++k)
      if (dense[k] != 0) entries.emplace_back(static_cast<int>(r), static_cast<int>(k), dense[k]);
  }
  Sparse g(static_cast<int>(problem.rows.size()), static_cast<int>(problem.f.size()));
  g.setFromTriplets(entries.begin(), entries.end());
  return g;
}

Eigen::VectorXd makeWeights(const Problem& problem) {
  Eigen::VectorXd w(static_cast<Eigen::Index>(problem.f.size()));
  for (Eigen::Index i = 0; i < w.size(); ++i)
    w[i] = problem.system.metric.inverse(static_cast<std::size_t>(i));
  return w;
}

// [M G'; G -e]: only the numeric factor and the solution are timed, not the filling in of numbers.
void solveWhole(benchmark::State& state, const Shared& problem, double e) {
  const Sparse g = makeJacobian(*problem);
  const Eigen::VectorXd w = makeWeights(*problem);
  const Eigen::Index n = g.cols(), m = g.rows();
  Triplets entries;
  for (Eigen::Index i = 0; i < n; ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1 / w[i]);
  for (Eigen::Index i = 0; i < m; ++i)
    entries.emplace_back(static_cast<int>(n + i), static_cast<int>(n + i), -e);
  for (int c = 0; c < g.outerSize(); ++c)
    for (Sparse::InnerIterator it(g, c); it; ++it)
      entries.emplace_back(static_cast<int>(n + it.row()), static_cast<int>(it.col()), it.value());
  Sparse k(n + m, n + m);
  k.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd load(n + m);
  load << Eigen::VectorXd::Map(problem->f.data(), n), Eigen::VectorXd::Map(problem->b.data(), m);
  Eigen::SimplicialLDLT<Sparse> factor;
  factor.analyzePattern(k);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + m);
  for (auto _ : state) {
    factor.factorize(k);
    if (factor.info() == Eigen::Success) x = factor.solve(load);
    benchmark::DoNotOptimize(x.data());
  }
  report(state, *problem, judge(*problem, x.data(), factor.info() != Eigen::Success));
}

// S = G W G', again without filling in.
void solveReduced(benchmark::State& state, const Shared& problem) {
  const Sparse g = makeJacobian(*problem);
  const Eigen::VectorXd w = makeWeights(*problem);
  const Sparse s = g * w.asDiagonal() * Sparse(g.transpose());
  const Eigen::VectorXd f = Eigen::VectorXd::Map(problem->f.data(), g.cols()),
                        b = Eigen::VectorXd::Map(problem->b.data(), g.rows());
  Eigen::SimplicialLDLT<Sparse> factor;
  factor.analyzePattern(s);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(g.cols()), lambda = Eigen::VectorXd::Zero(g.rows());
  for (auto _ : state) {
    factor.factorize(s);
    if (factor.info() == Eigen::Success) lambda = factor.solve(b - g * w.cwiseProduct(f));
    x = w.cwiseProduct(f + g.transpose() * lambda);
    benchmark::DoNotOptimize(x.data());
  }
  report(state, *problem, judge(*problem, x.data(), factor.info() != Eigen::Success));
}

void rankOwn(benchmark::State& state, const Shared& problem) {
  int rank = 0;
  for (auto _ : state) rank = calcRowRank(problem->system, problem->rows).rank;
  report(state, *problem, {.rank = static_cast<double>(rank)});
}

// The same matrix: a column for each constraint, scaled to 1. Making it is timed, as it is in calcRowRank().
void rankSparseQR(benchmark::State& state, const Shared& problem) {
  Outcome outcome;
  for (auto _ : state) {
    Sparse a = makeWeights(*problem).cwiseSqrt().asDiagonal() * Sparse(makeJacobian(*problem).transpose());
    for (int c = 0; c < a.outerSize(); ++c) a.col(c) /= a.col(c).norm();
    a.makeCompressed();
    Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr;
    qr.setPivotThreshold(1e-8);
    qr.compute(a);
    outcome.failed = qr.info() == Eigen::Success ? 0.0 : 1.0;
    outcome.rank = outcome.failed == 0 ? static_cast<double>(qr.rank()) : -1;
  }
  report(state, *problem, outcome);
}

// 256 angles of a few turns each.
template <class Calc>
void angles(benchmark::State& state, const Shared& problem, Calc calc) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-20, 20);
  std::vector<double> angle(256);
  std::generate(angle.begin(), angle.end(), [&] { return uniform(random); });
  for (auto _ : state)
    for (const double x : angle) benchmark::DoNotOptimize(calc(x));
  report(state, *problem, {});
}

void addAngles(const Shared& problem) {
  const auto own = [](double x) { return calcSinCos(x); };
  const auto library = [](double x) { return SinCos{std::sin(x), std::cos(x)}; };
  benchmark::RegisterBenchmark("angles/own", [=](benchmark::State& s) { angles(s, problem, own); });
  benchmark::RegisterBenchmark("angles/library", [=](benchmark::State& s) { angles(s, problem, library); });
}

template <class Measure>
void add(const std::string& name, const Shared& problem, Measure measure) {
  benchmark::RegisterBenchmark((name + "/" + problem->name).c_str(),
                               [=](benchmark::State& state) { measure(state, problem); });
}

bool addAll() {
  std::vector<Shared> problems;
  for (const int rods : {3, 50})
    problems.push_back(makeProblem("chain-" + std::to_string(rods), makeChainOfRods(rods)));
  for (const int windows : {1, 10, 40})
    for (const double postAngle : {std::numbers::pi / 2, 1e-5, 1e-9, 0.0})
      problems.push_back(makeWindows(windows, postAngle));
  problems.push_back(makeProblem("squeezer", makeSqueezer()));
  Mechanism loose = makeChainOfRods(3);
  loose.bodies.insert(loose.bodies.begin(), makeRod("loose", 0, 5));
  const Shared freeRod = makeProblem("chain-3-and-a-free-rod", loose),
               longChain = makeProblem("chain-2000", makeChainOfRods(2000)),
               manyWindows = makeWindows(600, 0);
  for (const auto& problem : problems) {
    add("order", problem, order);
    add("evaluate", problem, evaluate);
    add("solve/own", problem, solveOwn);
    add("solve/LDLT-whole", problem, [](auto& s, const auto& p) { solveWhole(s, p, 0); });
    add("solve/LDLT-whole-damped", problem, [](auto& s, const auto& p) { solveWhole(s, p, 1e-10); });
    add("solve/LDLT-reduced", problem, solveReduced);
    add("rank/own", problem, rankOwn);
    add("rank/SparseQR", problem, rankSparseQR);
  }
  for (const auto& problem : {freeRod, longChain, manyWindows}) {
    add("order", problem, order);
    add("rank/own", problem, rankOwn);
    add("rank/SparseQR", problem, rankSparseQR);
  }
  addAngles(problems.front());
  return true;
}
[[maybe_unused]] const bool added = addAll();

}  // namespace
}  // namespace clank::test
