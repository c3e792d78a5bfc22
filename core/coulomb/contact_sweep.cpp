// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_sweep.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Pair {
  double n = 0, t = 0;
};

// A contact that slides with the sign of s, or nothing where it cannot.
bool slide(const SparseContactProblem::Entry& w, double friction, double base, Pair rate, int s, Pair& p) {
  const double own = w.nn - s * friction * w.nt;
  if (!(own > 0)) return false;
  p.n = std::max(base, -rate.n / own);
  p.t = -s * friction * p.n;
  return s * (rate.t + w.tn * p.n + w.tt * p.t) >= 0;
}

// Friction whose bound is given.
Pair holdJoint(const OneSided& contact, const SparseContactProblem::Entry& w, Pair rate) {
  const double bound = contact.friction * contact.base;
  if (contact.slides != 0) return {contact.base, -contact.slides * bound};
  return {contact.base, w.tt > 0 ? std::clamp(-rate.t / w.tt, -bound, bound) : 0};
}

// Rolling resistance under a normal impulse.
Pair resistRolling(const OneSided& contact, const SparseContactProblem::Entry& w, Pair rate, double load) {
  OneSided loaded = contact;
  loaded.base = load;
  return {0, holdJoint(loaded, w, rate).t};
}

// Where friction would press the contact more than it opens it, the normal row is taken alone: no answer is
// near, and pivots have to find one or say that there is none.
Pair keepSliding(const OneSided& contact, const SparseContactProblem::Entry& w, Pair rate) {
  const double pull = contact.friction * contact.slides, own = w.nn - pull * w.nt;
  const double n = std::max(contact.base, -rate.n / (own > 0 ? own : w.nn));
  return {n, -pull * n};
}

// The contact alone, its rates without its own impulse given.
Pair solveOwn(const OneSided& contact, const SparseContactProblem::Entry& w, Pair rate) {
  Pair p;
  if (contact.pulls) return {-rate.n / w.nn, 0};
  if (!(w.nn > 0)) return holdJoint(contact, w, rate);
  if (contact.slides != 0) return keepSliding(contact, w, rate);
  if (contact.friction <= 0 || !(w.tt > 0)) return {std::max(contact.base, -rate.n / w.nn), 0};
  if (rate.n >= 0 && contact.base <= 0) return p;
  const double determinant = w.nn * w.tt - w.nt * w.tn;
  if (determinant > 1e-14 * w.nn * w.tt) {
    p.n = (-rate.n * w.tt + rate.t * w.nt) / determinant;
    p.t = (-rate.t * w.nn + rate.n * w.tn) / determinant;
    if (p.n < contact.base) {
      p.n = contact.base;
      p.t = -(rate.t + w.tn * p.n) / w.tt;
    }
    if (std::abs(p.t) <= contact.friction * p.n) return p;
  }
  const int s = p.t > 0 ? -1 : 1;
  Pair slid;
  if (slide(w, contact.friction, contact.base, rate, s, slid)) return slid;
  if (slide(w, contact.friction, contact.base, rate, -s, slid)) return slid;
  return {std::max(contact.base, -rate.n / w.nn), 0};
}

// How much a change of the impulse changes the rates of its own contact.
double calcOwnChange(const SparseContactProblem::Entry& w, Pair change) {
  return std::max(std::abs(w.nn * change.n), std::abs(w.tt * change.t));
}

// Every contact once; returns the largest change of a rate.
double sweepOnce(const SparseContactProblem& problem, std::span<double> p, bool backwards) {
  const std::size_t count = problem.contacts.size();
  double residual = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = backwards ? count - 1 - k : k;
    const std::size_t own = problem.begin[i];
    Pair rate{problem.b[2 * i], problem.b[2 * i + 1]};
    for (std::size_t e = own + 1; e < problem.begin[i + 1]; ++e) {
      const SparseContactProblem::Entry& w = problem.entries[e];
      const double n = p[2 * w.other], t = p[2 * w.other + 1];
      rate.n += w.nn * n + w.nt * t;
      rate.t += w.tn * n + w.tt * t;
    }
    const OneSided& contact = problem.contacts[i];
    const Pair next = contact.load >= 0 ? resistRolling(contact, problem.entries[own], rate,
                                                        p[static_cast<std::size_t>(contact.load)])
                                        : solveOwn(contact, problem.entries[own], rate);
    residual =
        std::max(residual, calcOwnChange(problem.entries[own], {next.n - p[2 * i], next.t - p[2 * i + 1]}));
    p[2 * i] = next.n;
    p[2 * i + 1] = next.t;
  }
  return residual;
}

// Anderson's mixing (contact_sweep.h).
class Mixing {
 public:
  explicit Mixing(std::size_t size) : changes_(rows(size), kMemory), results_(rows(size), kMemory) {
    squares_.setZero();
  }

  // x: what has been swept, result: what has come of it; returns where to go on.
  VectorXd mix(const VectorXd& x, const VectorXd& result) {
    const VectorXd f = result - x;
    if (f.norm() > kGrown * before_.norm()) {
      count_ = 0;
    } else {
      add(f - before_, result - last_);
    }
    before_ = f;
    last_ = result;
    if (used() == 0) return result;
    Small squares = squares_.topLeftCorner(used(), used());
    squares.diagonal().array() += kAdded * squares.diagonal().maxCoeff();
    const Few share = squares.ldlt().solve(Few(changes_.leftCols(used()).transpose() * f));
    if (!share.allFinite()) return result;
    return result - results_.leftCols(used()) * share;
  }

 private:
  static constexpr Index kMemory = 5;
  static constexpr double kGrown = 2, kAdded = 1e-12;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMemory, kMemory>;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMemory, 1>;
  static Index rows(std::size_t size) { return static_cast<Index>(size); }
  Index used() const { return std::min(count_, kMemory); }
  void add(const VectorXd& change, const VectorXd& resultChange) {
    const Index at = count_++ % kMemory;
    changes_.col(at) = change;
    results_.col(at) = resultChange;
    const Few products = changes_.leftCols(used()).transpose() * changes_.col(at);
    squares_.col(at).head(used()) = products;
    squares_.row(at).head(used()) = products.transpose();
  }

  MatrixXd changes_, results_;  // of f and of results, from one sweep to the next, in a ring
  Eigen::Matrix<double, kMemory, kMemory> squares_;  // products of the changes
  VectorXd before_, last_;                           // f and result of the one before; empty at first
  Index count_ = 0;
};

}  // namespace

SweepReport sweepContacts(const SparseContactProblem& problem, std::span<double> p, double tolerance,
                          int mostSweeps) {
  SweepReport report{0, 0, false};
  Mixing mixing(p.size());
  Eigen::Map<VectorXd> all(p.data(), static_cast<Index>(p.size()));
  VectorXd x, nearest;
  double least = std::numeric_limits<double>::infinity();
  while (report.sweeps < mostSweeps) {
    const bool backwards = report.sweeps++ % 2 == 1;
    if (!backwards) x = all;
    report.residual = sweepOnce(problem, p, backwards);
    report.settled = report.residual <= tolerance;
    if (report.settled) return report;
    if (!backwards) continue;
    if (report.residual < least) {
      least = report.residual;
      nearest = all;
    }
    if (report.sweeps < mostSweeps) all = mixing.mix(x, all);
  }
  if (least < report.residual) {
    all = nearest;
    report.residual = least;
  }
  return report;
}

}  // namespace clank
