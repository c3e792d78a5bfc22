// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_tangents.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "core/dynamics/consistency.h"
#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"

namespace clank {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kPermanent = 1e-7;     // of gamma: what is less in F for any speeds is rounding
constexpr double kSatisfied = 1e-10;    // of gamma
constexpr double kSameBranch = 1e-5;    // of the speed
constexpr Eigen::Index kMostFree = 12;  // degrees of freedom in the change point

// Orthonormal columns that span the space which the rows of the matrix leave free.
Matrix calcFreeSpace(const Matrix& rows) {
  if (rows.rows() == 0) return Matrix::Identity(rows.cols(), rows.cols());
  Eigen::ColPivHouseholderQR<Matrix> decomposition(rows.transpose());
  decomposition.setThreshold(kDependent);
  const Matrix all = decomposition.householderQ() * Matrix::Identity(rows.cols(), rows.cols());
  return all.rightCols(rows.cols() - decomposition.rank());
}

// The condition of second order on the speeds v + directions w.
class SecondOrder {
 public:
  SecondOrder(Assembler& assembler, std::span<const double> q, std::span<const double> v,
              std::span<const BlockRow> kept)
      : assembler_(assembler), q_(q), v_(Eigen::Map<const Vector>(v.data(), size(v))), root_(v_.size()) {
    for (Eigen::Index k = 0; k < v_.size(); ++k)
      root_(k) = std::sqrt(assembler.system().metric.inverse(static_cast<std::size_t>(k)));
    Matrix rows = scale(assembler.rows());
    lengths_ = rows.rowwise().norm().array().max(1e-300);
    rows.array().colwise() /= lengths_;
    left_ = calcFreeSpace(rows.transpose());
    if (left_.cols() == 0) return;
    directions_ = calcFreeSpace(rows);
    preferKept(scale(kept));
  }

  // Without a condition there is nothing to choose.
  bool isEmpty() const { return left_.cols() == 0 || directions_.cols() == 0; }
  Eigen::Index free() const { return directions_.cols(); }
  // Of the speeds as given, in the metric of the masses.
  double calcSpeed() const { return (root_ > 0).select(v_.array() / root_, 0.0).matrix().norm(); }
  Vector calcSpeeds(const Vector& w) const { return v_ + (root_ * (directions_ * w).array()).matrix(); }
  // F; size: the length of gamma that it is a part of.
  Vector evaluate(const Vector& w, double* size = nullptr) {
    const Vector v = calcSpeeds(w);
    assembler_.updRows(0, q_.data(), v.data());
    const auto rows = static_cast<Eigen::Index>(assembler_.rowCount());
    const Vector gamma =
        (Eigen::Map<const Eigen::ArrayXd>(assembler_.gamma().data(), rows) / lengths_).matrix();
    if (size) *size = gamma.norm();
    return left_.transpose() * gamma;
  }
  // dF/dw, exact whatever the step.
  Matrix differentiate(const Vector& w, double step) {
    Matrix derivative(left_.cols(), free());
    for (Eigen::Index k = 0; k < free(); ++k) {
      const Vector shift = step * Vector::Unit(free(), k);
      derivative.col(k) = (evaluate(w + shift) - evaluate(w - shift)) / (2 * step);
    }
    return derivative;
  }

 private:
  static Eigen::Index size(std::span<const double> x) { return static_cast<Eigen::Index>(x.size()); }

  Matrix scale(std::span<const BlockRow> rows) const {
    Matrix scaled(static_cast<Eigen::Index>(rows.size()), v_.size());
    std::vector<double> dense(static_cast<std::size_t>(v_.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::fill(dense.begin(), dense.end(), 0.0);
      scatter(rows[r], dense);
      scaled.row(static_cast<Eigen::Index>(r)) =
          (Eigen::Map<const Eigen::ArrayXd>(dense.data(), v_.size()) * root_).matrix().transpose();
    }
    return scaled;
  }

  // A change of what is to be kept counts as a change that is many times longer: with H = 1 + W (B N)'(B N) =
  // R'R the distance is |R z|, so that w = R z are the coordinates in which it is the length.
  void preferKept(const Matrix& kept) {
    constexpr double kWeight = 1e10;
    if (kept.rows() == 0) return;
    Matrix seen = kept * directions_;
    const double largest = seen.norm();
    if (largest <= kDependent * kept.norm()) return;  // held anyway, but for rounding
    seen /= largest;
    const Matrix metric = Matrix::Identity(free(), free()) + kWeight * seen.transpose() * seen;
    const Matrix root = metric.llt().matrixL();
    directions_ = root.triangularView<Eigen::Lower>().solve(directions_.transpose()).transpose().eval();
  }

  Assembler& assembler_;
  std::span<const double> q_;
  Vector v_;
  Eigen::ArrayXd root_, lengths_;  // M^-1/2; of the rows in that metric
  Matrix left_, directions_;       // of M^1/2 v
};

// How fast the branches are looked for, and how large gamma is at such speeds; 0 where F vanishes at all of
// them, because the rows are redundant in every position.
struct SearchRange {
  double speed = 0, gamma = 0;
};

SearchRange findRange(SecondOrder& condition, double speed, const std::vector<Vector>& places) {
  double most = 0, gamma = 0, size = 0;
  for (const Vector& w : places) {
    most = std::max(most, condition.evaluate(w, &size).norm());
    gamma = std::max(gamma, size);
  }
  return {speed, most > kPermanent * gamma ? gamma : 0};
}

// Whether the way along a branch to its nearest point is taken as well as the way to it.
enum class Along { yes, no };

// The point of a branch nearest to 0, or any, that is found from w; false where it does not converge.
bool findOnBranch(SecondOrder& condition, const SearchRange& range, Along along, Vector& w) {
  constexpr int kMostIterations = 80;
  constexpr double kStill = 1e-9;  // of the speed
  for (int i = 0; i < kMostIterations; ++i) {
    const Matrix J = condition.differentiate(w, range.speed);
    const Vector F = condition.evaluate(w);
    Eigen::CompleteOrthogonalDecomposition<Matrix> inverse(J.rows(), J.cols());
    inverse.setThreshold(kPermanent);
    inverse.compute(J);
    Vector step = -inverse.solve(F);
    if (along == Along::yes) step -= w - inverse.solve(J * w);
    w += step;
    if (!w.allFinite()) return false;
    if (step.norm() <= kStill * range.speed && F.norm() <= kSatisfied * range.gamma) return true;
  }
  return false;
}

std::vector<Vector> spreadStarts(Eigen::Index free, double speed) {
  constexpr int kStartsEach = 12;
  std::vector<Vector> places{Vector::Zero(free)};
  std::minstd_rand random(1);
  for (Eigen::Index i = 0; i < kStartsEach * (free + 1); ++i) {
    Vector& w = places.emplace_back(free);
    for (double& number : w)
      number = 2 * speed *
               (2.0 * static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max()) - 1);
  }
  return places;
}

std::vector<Vector> findDifferent(SecondOrder& condition, const SearchRange& range, Along along,
                                  const std::vector<Vector>& places) {
  std::vector<Vector> found;
  for (Vector w : places) {
    if (!findOnBranch(condition, range, along, w)) continue;
    if (std::none_of(found.begin(), found.end(),
                     [&](const Vector& other) { return (w - other).norm() <= kSameBranch * range.speed; }))
      found.push_back(std::move(w));
  }
  return found;
}

struct SpeedOfBody {
  std::size_t body = 0, coordinate = 0;
};

// The coordinate of a body in whose speed two branches differ most, angles first.
SpeedOfBody findDifference(const System& system, const std::vector<double>& a, const std::vector<double>& b) {
  constexpr std::array<std::size_t, 3> kOrder{2, 0, 1};
  constexpr double kClearly = 1e-3;  // of the largest speed
  SpeedOfBody found;
  for (const std::size_t coordinate : kOrder) {
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
      const std::size_t at = StateLayout::begin(i) + coordinate;
      const double difference = std::abs(a[at] - b[at]);
      largest = std::max({largest, std::abs(a[at]), std::abs(b[at])});
      if (difference <= most) continue;
      most = difference;
      found = {i, coordinate};
    }
    if (most > kClearly * largest) break;
  }
  return found;
}

std::string tellBodySpeed(const System& system, const SpeedOfBody& what, const std::vector<double>& v) {
  constexpr std::array<const char*, 3> kNames{"vx", "vy", "omega"}, kUnits{"m/s", "m/s", "rad/s"};
  constexpr double kRounding = 1e-12;  // of the largest speed
  const double speed = v[StateLayout::begin(what.body) + what.coordinate],
               shown = std::abs(speed) > kRounding * findLargest(v) ? speed : 0;
  return fmt::format("{} {} {:.6g} {}", system.bodies[what.body].id, kNames[what.coordinate], shown,
                     kUnits[what.coordinate]);
}

// Each by the speed of a body in which it differs from the first, the first from the second.
std::string listBranches(const System& system, const std::vector<std::vector<double>>& branches) {
  std::string list;
  for (std::size_t i = 0; i < branches.size(); ++i)
    list += fmt::format(
        "{}{}: {}", i == 0 ? "" : ", ", i + 1,
        tellBodySpeed(system, findDifference(system, branches[0], branches[std::max(i, std::size_t{1})]),
                      branches[i]));
  return list;
}

Problem describeChoice(const System& system, const std::vector<std::vector<double>>& branches,
                       std::size_t chosen) {
  return {fmt::format(
              "the mechanism starts in a change point, which it can leave in {} ways ({}; 1 is nearest to "
              "the start velocities): it takes {}. start_branch chooses another",
              branches.size(), listBranches(system, branches), chosen + 1),
          kStartBranchPlace, Severity::note};
}

Problem describeNoChoice(double branch, std::size_t count) {
  return {fmt::format("start_branch is {}, but {}: it has no effect", branch,
                      count == 1 ? "the change point can be left in one way only"
                                 : "the start is in no change point that is left at a speed"),
          kStartBranchPlace, Severity::warning};
}

}  // namespace

std::vector<std::vector<double>> findTangents(Assembler& assembler, std::span<const double> q,
                                              std::span<const double> v, std::span<const BlockRow> kept) {
  if (assembler.hasIndependentRows()) return {};
  SecondOrder condition(assembler, q, v, kept);
  const double speed = condition.isEmpty() ? 0 : condition.calcSpeed();
  if (!(speed > 0) || condition.free() > kMostFree) return {};
  const std::vector<Vector> places = spreadStarts(condition.free(), speed);
  const SearchRange range = findRange(condition, speed, places);
  if (range.gamma == 0) return {};
  // Where nothing can move, F vanishes at rest alone, which Newton's method approaches by halves.
  std::vector<Vector> found = findDifferent(condition, range, Along::yes, places);
  if (found.empty()) found = findDifferent(condition, range, Along::no, places);
  std::stable_sort(found.begin(), found.end(),
                   [](const Vector& a, const Vector& b) { return a.norm() < b.norm(); });
  std::vector<std::vector<double>> branches;
  for (const Vector& w : found) {
    const Vector speeds = condition.calcSpeeds(w);
    branches.emplace_back(speeds.begin(), speeds.end());
  }
  return branches;
}

Result<Problems> chooseTangent(Assembler& assembler, std::span<const double> q, std::span<double> v,
                               std::span<const BlockRow> kept, double branch) {
  const auto branches = findTangents(assembler, q, v, kept);
  const System& system = assembler.system();
  if (branches.size() > 1 && branch > static_cast<double>(branches.size()))
    return tl::unexpected(Problems{
        {fmt::format("start_branch is {}, but the change point of the start can be left in {} ways ({})",
                     branch, branches.size(), listBranches(system, branches)),
         kStartBranchPlace, Severity::error}});
  const std::size_t chosen = branches.size() > 1 ? static_cast<std::size_t>(branch) - 1 : 0;
  if (!branches.empty()) {
    std::copy(branches[chosen].begin(), branches[chosen].end(), v.begin());
    assembler.update(0, q.data(), v.data());
  }
  if (branches.size() > 1) return Problems{describeChoice(system, branches, chosen)};
  return branch > 1 ? Problems{describeNoChoice(branch, branches.size())} : Problems{};
}

}  // namespace clank
