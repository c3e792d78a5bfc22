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

// What a contact is guessed to do: open (its impulse is the base), or the slip it has.
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

  // The impulse with which the row alone would come to rest.
  double calcStopping(Index row) const { return p_(row) - r_(row) / width(row); }

  void relax() {
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      if (contact.normal >= 0 && width(contact.normal) > 0) {
        const double n = calcStopping(contact.normal);
        set(contact.normal, contact.pulls ? n : std::max(contact.base, n));
      }
      if (contact.slip < 0 || width(contact.slip) <= 0) continue;
      const double bound = contact.friction * calcLoad(contact);
      const double t = contact.slides != 0 ? -contact.slides * bound
                                           : std::clamp(calcStopping(contact.slip), -bound, bound);
      set(contact.slip, t);
    }
  }

  double calcLoad(const ContactProblem::Contact& contact) const {
    return contact.normal >= 0 ? p_(contact.normal) : contact.base;
  }

  std::vector<Guess> readGuesses() const {
    std::vector<Guess> guesses;
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      Guess guess;
      double load = contact.base;
      if (contact.normal >= 0) {
        const double n = calcStopping(contact.normal);
        guess.open = !contact.pulls && !(n > contact.base);
        load = std::max(contact.base, n);
      }
      if (contact.slip >= 0 && load > 0) guess.slip = guessSlip(contact, load);
      guesses.push_back(guess);
    }
    return guesses;
  }

  int guessSlip(const ContactProblem::Contact& contact, double load) const {
    if (contact.slides != 0) return contact.slides;
    const double t = calcStopping(contact.slip);
    if (std::abs(t) <= contact.friction * load) return 0;
    return t > 0 ? -1 : 1;
  }

  // p = B z + fixed, with z for the rows that come to rest.
  bool solveLinear(const std::vector<Guess>& guesses) {
    std::vector<Index> rows;
    MatrixXd B = MatrixXd::Zero(p_.size(), p_.size());
    VectorXd fixed = VectorXd::Zero(p_.size());
    const auto rest = [&](Index row) {
      rows.push_back(row);
      const auto column = static_cast<Index>(rows.size()) - 1;
      B(row, column) = 1;
      return column;
    };
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      const Guess& guess = guesses[i];
      const double pull = -contact.friction * guess.slip;
      if (guess.open || contact.normal < 0) {
        if (contact.normal >= 0) fixed(contact.normal) = contact.base;
        if (contact.slip < 0 || contact.base <= 0) continue;
        if (guess.slip == 0)
          rest(contact.slip);
        else
          fixed(contact.slip) = pull * contact.base;
        continue;
      }
      const Index column = rest(contact.normal);
      if (contact.slip < 0) continue;
      if (guess.slip == 0)
        rest(contact.slip);
      else
        B(contact.slip, column) = pull;
    }
    const auto n = static_cast<Index>(rows.size());
    const MatrixXd A = problem_.W(rows, Eigen::all) * B.leftCols(n);
    const VectorXd wanted = -(problem_.b + problem_.W * fixed)(rows);
    VectorXd z = A.partialPivLu().solve(wanted);
    if (!z.allFinite() || (A * z - wanted).norm() > kMissed * wanted.norm())
      z = A.completeOrthogonalDecomposition().solve(wanted);
    p_ = B.leftCols(n) * z + fixed;
    r_ = problem_.b + problem_.W * p_;
    return p_.allFinite();
  }

  bool isRight() const {
    const double rate = kMissed * problem_.b.cwiseAbs().maxCoeff();
    const double force =
        std::max(kMissed * p_.cwiseAbs().maxCoeff(), rate / problem_.W.diagonal().maxCoeff());
    return std::all_of(problem_.contacts.begin(), problem_.contacts.end(),
                       [&](const ContactProblem::Contact& c) {
                         return isNormalRight(c, rate, force) && isSlipRight(c, rate, force);
                       });
  }
  bool isNormalRight(const ContactProblem::Contact& c, double rate, double force) const {
    if (c.normal < 0) return true;
    const double n = p_(c.normal) - c.base, rn = r_(c.normal);
    if (c.pulls) return std::abs(rn) <= rate;
    return n >= -force && rn >= -rate && !(n > force && rn > rate);
  }
  bool isSlipRight(const ContactProblem::Contact& c, double rate, double force) const {
    if (c.slip < 0 || c.slides != 0) return true;
    const double t = p_(c.slip), rt = r_(c.slip), bound = c.friction * calcLoad(c);
    return std::abs(t) <= bound + force &&
           (std::abs(rt) <= rate || std::abs(t + (rt > 0 ? bound : -bound)) <= force);
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
