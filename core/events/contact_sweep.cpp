// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/contact_sweep.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

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

// The contact alone, its rates without its own impulse given.
Pair solveOwn(const SparseContactProblem::Contact& contact, const SparseContactProblem::Entry& w, Pair rate) {
  Pair p;
  if (contact.pulls) return {-rate.n / w.nn, 0};
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

}  // namespace

SweepReport sweepContacts(const SparseContactProblem& problem, std::span<double> p, double tolerance,
                          int mostSweeps) {
  SweepReport report;
  const std::size_t count = problem.contacts.size();
  while (report.sweeps < mostSweeps) {
    report.residual = 0;
    const bool backwards = report.sweeps++ % 2 == 1;
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
      const Pair next = solveOwn(problem.contacts[i], problem.entries[own], rate);
      report.residual = std::max(
          report.residual, calcOwnChange(problem.entries[own], {next.n - p[2 * i], next.t - p[2 * i + 1]}));
      p[2 * i] = next.n;
      p[2 * i + 1] = next.t;
    }
    if (report.residual <= tolerance) break;
  }
  return report;
}

}  // namespace clank
