// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/contact_newton.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRelaxations = 30, kMostGuesses = 15;
constexpr double kMissed = 1e-11;  // of the largest rate and force

// What a contact is guessed to do: open, or the slip it has.
struct Guess {
  bool open = true;
  int slip = 0;
  friend bool operator==(const Guess&, const Guess&) = default;
};

class Guesses {
 public:
  explicit Guesses(const ContactProblem& problem)
      : problem_(problem), p_(VectorXd::Zero(problem.b.size())), r_(problem.b) {}

  std::optional<VectorXd> solve() {
    for (int i = 0; i < kRelaxations; ++i) relax();
    std::vector<Guess> guesses = readGuesses();
    for (int i = 0; i < kMostGuesses; ++i) {
      if (!solveLinear(guesses)) return std::nullopt;
      const std::vector<Guess> next = readGuesses();
      if (next == guesses || isRight()) return isRight() ? std::optional<VectorXd>(p_) : std::nullopt;
      guesses = next;
    }
    return std::nullopt;
  }

 private:
  double width(Index row) const { return problem_.W(row, row); }

  void set(Index row, double value) {
    const double change = value - p_(row);
    if (change == 0) return;
    p_(row) = value;
    r_ += change * problem_.W.col(row);
  }

  void relax() {
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      if (width(contact.normal) <= 0) continue;
      const double n = std::max(0.0, p_(contact.normal) - r_(contact.normal) / width(contact.normal));
      set(contact.normal, n);
      if (contact.slip < 0 || width(contact.slip) <= 0) continue;
      const double bound = contact.friction * n;
      const double t =
          contact.slides != 0
              ? -contact.slides * bound
              : std::clamp(p_(contact.slip) - r_(contact.slip) / width(contact.slip), -bound, bound);
      set(contact.slip, t);
    }
  }

  std::vector<Guess> readGuesses() const {
    std::vector<Guess> guesses;
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      Guess guess;
      const double n = p_(contact.normal) - r_(contact.normal) / width(contact.normal);
      guess.open = !(n > 0);
      if (contact.slip >= 0 && !guess.open) {
        const double t = p_(contact.slip) - r_(contact.slip) / width(contact.slip);
        guess.slip = contact.slides != 0                   ? contact.slides
                     : std::abs(t) <= contact.friction * n ? 0
                     : t > 0                               ? -1
                                                           : 1;
      }
      guesses.push_back(guess);
    }
    return guesses;
  }

  bool solveLinear(const std::vector<Guess>& guesses) {
    std::vector<Index> rows;  // that come to rest
    MatrixXd B = MatrixXd::Zero(p_.size(), p_.size());
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      if (guesses[i].open) continue;
      B(contact.normal, static_cast<Index>(rows.size())) = 1;
      if (contact.slip >= 0 && guesses[i].slip != 0)
        B(contact.slip, static_cast<Index>(rows.size())) = -contact.friction * guesses[i].slip;
      rows.push_back(contact.normal);
      if (contact.slip < 0 || guesses[i].slip != 0) continue;
      B(contact.slip, static_cast<Index>(rows.size())) = 1;
      rows.push_back(contact.slip);
    }
    const auto n = static_cast<Index>(rows.size());
    const MatrixXd A = problem_.W(rows, Eigen::all) * B.leftCols(n);
    const VectorXd wanted = -problem_.b(rows);
    VectorXd z = A.partialPivLu().solve(wanted);
    if (!z.allFinite() || (A * z - wanted).norm() > kMissed * wanted.norm())
      z = A.completeOrthogonalDecomposition().solve(wanted);
    p_ = B.leftCols(n) * z;
    r_ = problem_.b + problem_.W * p_;
    return p_.allFinite();
  }

  bool isRight() const {
    const double rate = kMissed * problem_.b.cwiseAbs().maxCoeff();
    const double force =
        std::max(kMissed * p_.cwiseAbs().maxCoeff(), rate / problem_.W.diagonal().maxCoeff());
    return std::all_of(problem_.contacts.begin(), problem_.contacts.end(),
                       [&](const ContactProblem::Contact& c) {
                         const double n = p_(c.normal), rn = r_(c.normal);
                         if (n < -force || rn < -rate || (n > force && rn > rate)) return false;
                         if (c.slip < 0) return true;
                         const double t = p_(c.slip), rt = r_(c.slip), bound = c.friction * n;
                         if (c.slides != 0) return true;
                         return std::abs(t) <= bound + force &&
                                (std::abs(rt) <= rate || std::abs(t + (rt > 0 ? bound : -bound)) <= force);
                       });
  }

  const ContactProblem& problem_;
  VectorXd p_, r_;
};

}  // namespace

std::optional<VectorXd> solveByGuesses(const ContactProblem& problem) {
  if (problem.W.diagonal().minCoeff() <= 0) return std::nullopt;
  return Guesses(problem).solve();
}

}  // namespace clank
